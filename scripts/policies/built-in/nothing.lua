-- `nothing`: no time and no fetch, the lower bound.
return policy {
  name = "nothing",
  backgroundTime = function() return 0 end,
  fetches = function() return {} end,
}
