local app = {}

function app:didFinishLaunching()
  self.session = URLSession.background("photos", { didComplete = function() end })
end

function app:didBecomeActive()
  self.session:uploadTask { url = "https://photos.example/1", body = KB(10) }:resume()
  self.session:uploadTask { url = "https://photos.example/2", body = KB(10) }:resume()
end

return app
