-- A notification service extension: it shows who has written.

local service = {}

function service:didReceive(request, contentHandler)
  local content = request.content
  content.title = content.userInfo.from
  contentHandler(content)
end

return service
