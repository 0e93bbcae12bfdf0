-- A refused task taken for one that was begun
-- Seen in wire-ios, pull request 4935
--
-- In the background beginBackgroundTask may return invalid. The app does not look, goes on with its
-- upload, and is suspended in the middle of it.

local app = {}

function app:didEnterBackground(application)
  local task
  local function finish() application:endBackgroundTask(task) end
  task = application:beginBackgroundTask("send", finish)
  URLSession.shared:dataTask("https://api.example/message", finish):resume()
end

return app
