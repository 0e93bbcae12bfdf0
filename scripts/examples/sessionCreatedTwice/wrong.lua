local app = {}

local function session()
  return URLSession.background("photos", { didComplete = function() end })
end

function app:didBecomeActive()
  session():uploadTask { url = "https://photos.example/1", body = KB(10) }:resume()
  session():uploadTask { url = "https://photos.example/2", body = KB(10) }:resume()
end

return app
