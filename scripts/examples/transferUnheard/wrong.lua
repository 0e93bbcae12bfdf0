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
  -- To whom does the result go?
  self.session:uploadTask("https://photos.example/1", { file = "1", bytes = MB(3) }):resume()
end

return app
