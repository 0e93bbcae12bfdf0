-- Fetches at random moments, at a rate for each app, whose id ends in how often an hour it changes,
-- from 1 to 5. The rates of five fetches an hour in all:
--   best      most freshness (Azar et al., PNAS 115(32), 2018)
--   weighted  the same with the weights 5, 4, 3, 2, 1: what changes fast and matters little gets
--             none
--   lambda    least harmonic penalty (LambdaCrawl: Kolobov et al., NeurIPS 2019)
--   even      once an hour each
--   straight  in proportion to the changes
--   learned   as lambda, by the changes that its fetches have found so far; even until then

local rates = {
  best = { 1.385971, 1.374272, 1.132623, 0.771942, 0.335193 },
  weighted = { 2.050005, 1.857985, 1.092011, 0, 0 },
  lambda = { 0.782868, 0.947178, 1.037174, 1.095643, 1.137136 },
  even = { 1, 1, 1, 1, 1 },
  straight = { 1 / 3, 2 / 3, 1, 4 / 3, 5 / 3 },
}

-- The changes an hour of each app as they are known, by id, and the rates that follow from them.
local changes, learned = {}, {}

--- LambdaCrawl's rate at a price of a fetch, which all rates have in common.
local function rateAt(change, price)
  return (math.sqrt(change ^ 2 + 4 * change / price) - change) / 2
end

local function learn(app)
  -- All that it has received since the start, and half an item more, so that nothing never changes.
  if app.lastFetch then changes[app.id] = (app.newItems + 0.5) / (app.lastFetch / hours(1)) end
  local known = {}
  for id, change in pairs(changes) do known[#known + 1] = { id = id, change = change } end
  if #known < 5 then return 1 end
  table.sort(known, function(a, b) return a.id < b.id end)
  local low, high = 1e-6, 1e6
  for _ = 1, 60 do
    local price = math.sqrt(low * high)
    local sum = 0
    for _, one in ipairs(known) do sum = sum + rateAt(one.change, price) end
    if sum > 5 then low = price else high = price end
  end
  for _, one in ipairs(known) do learned[one.id] = rateAt(one.change, low) end
  return learned[app.id]
end

local p = policy.parameters {
  rates = {
    default = "best", help = "which",
    choices = { "best", "weighted", "lambda", "even", "straight", "learned" },
  },
}

-- When the next fetch of each app is due, by id.
local due = {}

return policy {
  name = "crawl " .. p.rates,
  fetches = function(self, candidates, slots, device)
    local chosen, again = {}, nil
    for _, app in ipairs(candidates) do
      local rate = p.rates == "learned" and (learned[app.id] or 1)
        or rates[p.rates][tonumber(app.id:match("%d+$"))]
      local function draw()
        due[app.id] = device.now - hours(1) / rate * math.log(1 - math.random())
      end
      if rate > 0 then
        if not due[app.id] then draw() end
        if due[app.id] <= device.now then
          chosen[#chosen + 1] = app.id
          if p.rates == "learned" then rate = learn(app) end
          draw()
        end
        again = math.min(again or math.huge, due[app.id] - device.now)
      end
    end
    return chosen, {}, again
  end,
}
