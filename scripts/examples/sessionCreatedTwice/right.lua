local app = {}

function app:didFinishLaunching()
  self.session = URLSession.background("photos", {
    didComplete = function() end,
    didFinishEvents = function()
      if self.events then self.events() end
      self.events = nil
    end,
  })
end

function app:handleEventsForBackgroundURLSession(application, identifier, completionHandler)
  self.events = completionHandler
end

function app:didBecomeActive()
  self.session:uploadTask("https://photos.example/1", { file = "1", bytes = KB(10) }):resume()
  self.session:uploadTask("https://photos.example/2", { file = "2", bytes = KB(10) }):resume()
end

return app
