-- What not to do: an endless loop on the main thread. The watchdog ends it with 0x8badf00d.
--
-- options: when  the callback that never returns (default "didEnterBackground")

local options = ...

local delegate = {}

delegate[options.when or "didEnterBackground"] = function()
  while true do -- dormouse: allow callbackTooLong because it shows one
  end
end

return delegate
