-- A photo backup by background transfers: what it has begun goes on while the app is suspended, and
-- after the system has ended it.
--
-- options: host  server (default "photos.example")
--          photos  taken before each time the app is opened (default 4)
--          bytes  of each (default 8 MB)
--          discretionary  uploads wait for Wi-Fi and the charger or a good battery (default false)

local options = ...
local url = "https://" .. (options.host or "photos.example") .. "/"
local identifier = "com.example.photos.backup"

local delegate = {}

function delegate:upload(photo)
  local file = { file = photo, bytes = options.bytes or MB(8) }
  local task = self.session:uploadTask(url .. photo, file)
  task.taskDescription = photo -- comes back with the result, in whatever process
  task:resume()
end

function delegate:uploaded(task, response, error)
  local photo = task.taskDescription
  if error then
    NSLog("%@: %@", photo, error.localizedDescription)
  elseif response.statusCode ~= 200 then
    NSLog("%@: the server says %d", photo, response.statusCode)
  else
    NSLog("%@ is safe", photo)
    return
  end
  -- Once more. In the background this is held back for a while, and longer each time.
  self:upload(photo)
end

function delegate:didFinishLaunching(application, launch)
  -- At every launch: a session created again gets what the last process began.
  self.session = URLSession.background(identifier, {
    isDiscretionary = options.discretionary,
    didComplete = function(task, data, response, error)
      self:uploaded(task, response, error)
    end,
    didFinishEvents = function()
      local finish = self.finish
      self.finish = nil
      finish()
    end,
  })
end

function delegate:handleEventsForBackgroundURLSession(application, session, completionHandler)
  -- Not yet: the results come after this. didFinishEvents comes after them.
  self.finish = completionHandler
end

function delegate:didBecomeActive(application)
  -- All at once, and in front: one session, one resume when the last is done.
  local defaults = UserDefaults.standard
  local taken = defaults:value("taken") or 0
  for number = taken + 1, taken + (options.photos or 4) do
    self:upload("photo-" .. number)
  end
  defaults:set("taken", taken + (options.photos or 4))
end

return delegate
