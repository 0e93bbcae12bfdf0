-- A lock on a shared file held at suspension
-- Seen in GRDB.swift, issue 643
--
-- The database lies in a container that the app shares with its extension. A transaction is open
-- when the app is suspended, so it would keep the file from everybody else: the system ends it with
-- 0xdead10cc.

local app = {}

function app:didEnterBackground(application)
  local lock = FileLock.acquire("shared.sqlite")
  DispatchQueue.main:asyncAfter(5, function() lock:release() end)
end

return app
