local app = {}

function app:didBecomeActive()
  DispatchQueue.main:asyncAfter(1, function() work(3) end)
end

return app
