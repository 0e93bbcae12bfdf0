-- Write your numbers here, or how to come to them, as in 12 / 4.
return {
  a = nil, -- the wait with busy=3 if the phone had priority inheritance: seconds, within .05
  b = nil, -- the least whole `after` with which the wait is at most 2.5 s, with busy=2: exact
  c = nil, -- the least `pieces` with which no wait is over .6 s, with busy=3: exact
}
