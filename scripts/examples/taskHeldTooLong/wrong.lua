local app = {}

function app:didFinishLaunching(application)
  self.task = application:beginBackgroundTask("be safe", function() end)
end

function app:didEnterBackground(application)
  application:endBackgroundTask(self.task)
end

return app
