local service = {}

function service:didReceive(request, contentHandler)
  local bestAttempt = request.content
  URLSession.shared:dataTask("https://chat.example/7", function(data, response, failure)
    if not failure then bestAttempt.title = "Ann" end
    contentHandler(bestAttempt)
  end):resume() -- and where the server is slow?
end

return service
