local app = {}

function app:didFinishLaunching()
  self.session = URLSession.background("photos", {
    didComplete = function(task, data, response, error)
      NSLog(error and "failed" or "a photo is safe")
    end,
    didFinishEvents = function() self.finish() end,
  })
end

function app:handleEventsForBackgroundURLSession(application, identifier, completionHandler)
  self.finish = completionHandler -- the results come after this
end

function app:didBecomeActive()
  self.session:uploadTask("https://photos.example/1", { file = "1", bytes = MB(3) }):resume()
end

return app
