-- A photo app: uploads piece by piece, finishes in the background if it is given the time, and
-- saves its progress so that nothing is sent twice.
--
-- options: host    server (default "photos.example")
--          photos  taken at each use of the app (default 4)
--          size    bytes of a photo (default 3 MB)

local options = ...
local url = "https://" .. (options.host or "photos.example") .. "/upload"
local size = options.size or MB(3)

local defaults = UserDefaults.standard
local delegate = { task = UIBackgroundTaskIdentifier.invalid, isUploading = false }

local function pending()
  return defaults:value("pending") or 0
end

function delegate:endTask()
  UIApplication.shared:endBackgroundTask(self.task)
  self.task = UIBackgroundTaskIdentifier.invalid
end

-- Uploads what is pending, one photo after the other.
function delegate:upload()
  if self.isUploading then
    return
  end
  self.isUploading = true
  Task(function()
    while pending() > 0 and not self.isExpired do
      local _, response, error = URLSession.shared:data { url = url, body = size, timeout = 30 }
      if error or response.statusCode ~= 200 then
        NSLog("upload stopped: %@", error and error.localizedDescription or response.statusCode)
        break
      end
      defaults:set("pending", pending() - 1)
    end
    self.isUploading = false
    self:endTask()
  end)
end

function delegate:didBecomeActive(application)
  self.isExpired = false
  defaults:set("pending", pending() + (options.photos or 4))
  self:upload()
end

function delegate:didEnterBackground(application)
  if not self.isUploading then
    return
  end
  self.task = application:beginBackgroundTask("upload", function()
    NSLog("out of time with %d photos pending", pending())
    self.isExpired = true
    self:endTask()
  end)
end

function delegate:willEnterForeground(application)
  self:endTask()
end

return delegate
