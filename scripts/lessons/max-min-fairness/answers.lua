-- Write your numbers here, or how to come to them, as in (48 - 6) / 3.
return {
  a = nil, -- what app-3 uses in each half hour with capacity=48, on average: seconds, within .3
  b = nil, -- Jain's index with capacity=60: within .005
  c = nil, -- the least whole capacity with which app-3 has all that it wants: exact
}
