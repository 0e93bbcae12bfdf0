local app = {}

function app:didFinishLaunching()
  self.session = URLSession.background("photos", {
    didComplete = function(task, data, response, error)
      NSLog(error and "failed" or "a photo is safe")
    end,
  })
end

function app:handleEventsForBackgroundURLSession(application, identifier, completionHandler)
  completionHandler() -- the results come after this
end

function app:didBecomeActive()
  self.session:uploadTask("https://photos.example/1", { file = "1", bytes = MB(3) }):resume()
end

return app
