-- A task begun at launch and held
-- Seen in deltachat-ios, issue 1128
--
-- To be safe the app begins a task when it is launched and ends it when it is left. In front a task
-- has no use; after 30 seconds the system warns of it in its log, and a task that is forgotten once
-- ends the app.

local app = {}
local task

function app:didFinishLaunching(application)
  task = application:beginBackgroundTask("keep alive", function()
    application:endBackgroundTask(task)
  end)
end

function app:didEnterBackground(application) application:endBackgroundTask(task) end

return app
