local app = {}

function app:didBecomeActive()
  DispatchQueue.main:asyncAfter(1, function()
    DispatchQueue.global():async(function() work(3) end)
  end)
end

return app
