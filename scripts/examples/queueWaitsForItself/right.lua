local app = {}

local queue = DispatchQueue("store")
local rows = {}

local function count()
  return queue:sync(function() return #rows end)
end

function app:didBecomeActive()
  queue:async(function() rows[#rows + 1] = "new" end)
  NSLog("%d rows", count())
end

return app
