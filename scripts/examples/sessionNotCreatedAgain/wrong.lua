local app = {}

function app:handleEventsForBackgroundURLSession(application, identifier, completionHandler)
  completionHandler() -- and where are the results?
end

function app:didBecomeActive()
  local session = URLSession.background("photos", { didComplete = function() end })
  session:uploadTask("https://photos.example/1", { file = "1", bytes = MB(3) }):resume()
end

return app
