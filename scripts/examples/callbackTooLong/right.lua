local app = {}

function app:didFinishLaunching()
  DispatchQueue.global():async(function() work(25) end)
end

return app
