-- Write your numbers here, or how to come to them, as in .503 - .367.
return {
  a = nil, -- the mean freshness over time with slow=0.1,fast=0.9: 0 to 1, within .02
  b = nil, -- the least whole number of fetches an hour for slow to be fresh for .82: exact
  c = nil, -- what four even fetches an hour gain over four in proportion: 0 to 1, within .02
}
