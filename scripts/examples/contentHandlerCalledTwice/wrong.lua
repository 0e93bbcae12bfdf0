local service = { names = { ann = "Ann" } }

function service:didReceive(request, contentHandler)
  local name = self.names[request.content.userInfo.sender or ""]
  if not name then contentHandler(request.content) end -- and does not return
  request.content.title = name or "Somebody"
  contentHandler(request.content)
end

return service
