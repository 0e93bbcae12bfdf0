local app = {}

function app:didFinishLaunching()
  self.session = URLSession.background("photos", {
    didFinishEvents = function() self.finish() end,
  })
end

function app:handleEventsForBackgroundURLSession(application, identifier, completionHandler)
  self.finish = completionHandler
end

function app:didBecomeActive()
  local photo = { url = "https://photos.example/1", body = MB(3) }
  self.session:uploadTask(photo, function() NSLog("a photo is safe") end):resume()
end

return app
