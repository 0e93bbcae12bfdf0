local app = {}

function app:didBecomeActive()
  local group = DispatchGroup()
  for part = 1, 3 do
    group:enter()
    local request = { url = "http://photos.example/" .. part, timeout = 5 }
    URLSession.shared:dataTask(request, function() group:leave() end):resume()
  end
  group:notify(DispatchQueue.main, function() NSLog("all parts") end)
end

return app
