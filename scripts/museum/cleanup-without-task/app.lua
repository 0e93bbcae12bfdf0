-- Cleaning up without a task
-- Seen in actual-chat, issue 3825
--
-- On the way out the app closes its files on a queue in the background. Without a task it is
-- suspended in the middle of that.

local app = {}

function app:didEnterBackground(application)
  DispatchQueue.global():async(function()
    for file = 1, 10 do
      Task.sleep(0.5)
    end
  end)
end

return app
