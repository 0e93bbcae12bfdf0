local app = {}

function app:didFinishLaunching()
  self.session = URLSession.background("photos", { didComplete = function() end })
end

function app:handleEventsForBackgroundURLSession(application, identifier, completionHandler)
  NSLog("woken for %s", identifier) -- and nobody calls the handler
end

function app:didBecomeActive()
  self.session:uploadTask("https://photos.example/1", { file = "1", bytes = MB(3) }):resume()
end

return app
