-- An app that uploads by background transfer (iOS 7 and later): the system goes on with it while
-- the app is suspended, and after it was ended, but not after the user has swiped it away.

local identifier = "com.example.uploads"
local delegate = {}

function delegate:upload(name)
  local url = "https://server.example/" .. name
  local task = self.session:uploadTask(url, { file = name, bytes = MB(20) })
  task.taskDescription = name -- comes back with the result, in whatever process
  task:resume()
end

function delegate:didFinishLaunching(application, launch)
  -- At every launch: so the app hears of what an earlier process began.
  self.session = URLSession.background(identifier, {
    isDiscretionary = false, -- true: waits for Wi-Fi, and for the charger or a good battery
    didComplete = function(task, data, response, error)
      if error then
        NSLog("%@: %@", task.taskDescription, error.localizedDescription)
      else
        NSLog("%@: status %d", task.taskDescription, response.statusCode)
      end
    end,
    didFinishEvents = function()
      -- All results are here: the app may be suspended again.
      local finish = self.finish
      self.finish = nil
      finish()
    end,
  })
end

function delegate:handleEventsForBackgroundURLSession(application, session, completionHandler)
  self.finish = completionHandler
end

function delegate:didBecomeActive(application)
  -- All at once and in front: what is begun later, in the background, is held back.
  for number = 1, 3 do
    self:upload("file-" .. number)
  end
end

return delegate
