-- What not to do: it begins a task each time it is left, never ends it and gives no handler. The
-- device ends it at the deadline: 0x2182bad2, to iOS 12 0x8badf00d.

local delegate = {}

function delegate:didEnterBackground(application)
  application:beginBackgroundTask("leak") -- dormouse: allow taskNeverEnded because it shows one
end

return delegate
