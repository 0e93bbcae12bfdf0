-- Write your numbers here, or how to come to them, as in minutes(90) / 60.
return {
  a = nil, -- the longest wait under fixed priority in a run of three days: hours, within .05
  b = nil, -- the least whole number for `ageing` with which no app waits over 80 minutes: exact
  c = nil, -- the longest wait under your mine.lua: minutes, within 1
}
