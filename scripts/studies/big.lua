-- An app in front that sends so many bytes, once, and receives what the server has.
--
-- options: bytes  of the request's body

local options = ...

local app = {}

function app:didBecomeActive()
  local request = { url = "https://big.example/", body = options.bytes }
  URLSession.shared:dataTask(request, function() end):resume()
end

return app
