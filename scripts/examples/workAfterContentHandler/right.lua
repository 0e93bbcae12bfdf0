local service = {}

function service:didReceive(request, contentHandler)
  self.contentHandler, self.content = contentHandler, request.content
  local function done() self:hand() end
  URLSession.shared:dataTask("https://chat.example/receipt", done):resume()
end

function service:serviceExtensionTimeWillExpire() self:hand() end

function service:hand()
  local contentHandler = self.contentHandler
  self.contentHandler = nil
  if contentHandler then contentHandler(self.content) end
end

return service
