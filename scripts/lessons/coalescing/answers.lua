-- Write your numbers here, or how to come to them, as in 11.367 / 6.
return {
  a = nil, -- the least number of apps with which a fetch costs under 1 J, with spread=0: exact
  b = nil, -- what a fetch costs with spread=5: joules, within .1
  c = nil, -- the least tolerance, a multiple of 10 s, with which the radio takes under 250 J: exact
}
