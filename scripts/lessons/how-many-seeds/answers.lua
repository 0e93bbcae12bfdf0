-- Write your numbers here, or how to come to them, as in 8 * 1.5 ^ 2.
return {
  a = nil, -- the fewest seeds with which first-come is known within 4 points: within 1
  b = nil, -- the fewest seeds with which the difference is known within 2 points: within 1
  c = nil, -- the seeds that this takes if each policy has days of its own: within 15
}
