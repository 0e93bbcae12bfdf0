local service = {}

function service:didReceive(request, contentHandler)
  contentHandler(request.content) -- the receipt below has only begun
  URLSession.shared:dataTask("https://chat.example/receipt", function() end):resume()
end

return service
