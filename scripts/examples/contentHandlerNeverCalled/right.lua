local service = {}

function service:didReceive(request, contentHandler)
  self.contentHandler, self.bestAttempt = contentHandler, request.content
  URLSession.shared:dataTask("https://chat.example/7", function(data, response, failure)
    if not failure then self.bestAttempt.title = "Ann" end
    self:hand()
  end):resume()
end

function service:serviceExtensionTimeWillExpire() self:hand() end

function service:hand()
  local contentHandler = self.contentHandler
  self.contentHandler = nil
  if contentHandler then contentHandler(self.bestAttempt) end
end

return service
