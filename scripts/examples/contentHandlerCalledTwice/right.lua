local service = { names = { ann = "Ann" } }

function service:didReceive(request, contentHandler)
  local name = self.names[request.content.userInfo.sender or ""]
  if not name then return contentHandler(request.content) end
  request.content.title = name
  contentHandler(request.content)
end

return service
