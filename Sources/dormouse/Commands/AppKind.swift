/// The kinds of app that `dormouse new app --kind` writes: each shows one way to run in the
/// background.
enum AppKind: String, CaseIterable {
  /// Background fetch and a background task, as every version has them.
  case fetch
  case refresh
  case processing
  /// Silent pushes.
  case push
  /// Background transfers.
  case transfer

  /// What the scenario's `app { ... }` must say beside id and script.
  var keys: String {
    switch self {
    case .fetch, .transfer: ""
    case .refresh: #", modes = { "fetch" }, permittedIdentifiers = { "com.example.refresh" }"#
    case .processing:
      #", modes = { "processing" }, permittedIdentifiers = { "com.example.cleanup" }"#
    case .push: #", modes = { "remote-notification" }"#
    }
  }

  /// Nil: the app that `dormouse new app` writes without a kind.
  var text: String? {
    switch self {
    case .fetch: nil
    case .refresh: AppKind.refreshText
    case .processing: AppKind.processingText
    case .push: AppKind.pushText
    case .transfer: AppKind.transferText
    }
  }

  private static let refreshText = #"""
    -- An app that refreshes its content by BGTaskScheduler (iOS 13 and later). The scenario's app needs
    --   modes = { "fetch" }, permittedIdentifiers = { "com.example.refresh" }

    local identifier = "com.example.refresh"
    local scheduler = BGTaskScheduler.shared
    local delegate = {}

    -- One request gives one launch.
    local function scheduleRefresh()
      local taken, error = scheduler:submit(BGAppRefreshTaskRequest {
        identifier = identifier, earliestBeginDate = os.time() + minutes(30),
      })
      if not taken then
        NSLog("no refresh: %d, %@", error.code, error.localizedDescription)
      end
    end

    local function refresh(task)
      scheduleRefresh() -- first, so that no early return breaks the chain
      local request
      request = URLSession.shared:dataTask("https://server.example/items", function(data, response, error)
        task:setTaskCompleted(error == nil)
      end)
      -- Called some seconds before the time is over; without it there is no warning.
      task.expirationHandler = function()
        request:cancel() -- which calls its completion
      end
      request:resume()
    end

    function delegate:didFinishLaunching(application, launch)
      -- All handlers must be registered before this returns.
      scheduler:register(identifier, refresh)
    end

    function delegate:didEnterBackground(application)
      scheduleRefresh()
    end

    return delegate

    """#

  private static let processingText = #"""
    -- An app that tidies up by BGTaskScheduler while nobody uses the phone (iOS 13 and later). The
    -- scenario's app needs
    --   modes = { "processing" }, permittedIdentifiers = { "com.example.cleanup" }

    local identifier = "com.example.cleanup"
    local scheduler = BGTaskScheduler.shared
    local delegate = {}

    local function scheduleCleanup(delay)
      local taken, error = scheduler:submit(BGProcessingTaskRequest {
        identifier = identifier, earliestBeginDate = os.time() + delay,
        requiresExternalPower = true, requiresNetworkConnectivity = false,
      })
      if not taken then
        NSLog("no cleanup: %d, %@", error.code, error.localizedDescription)
      end
    end

    local function cleanUp(task)
      local isStopped = false
      -- Called when the user picks the phone up, the charger goes, or the time is nearly over.
      task.expirationHandler = function()
        isStopped = true
      end
      for step = 1, 60 do
        if isStopped then
          break
        end
        work(1)
        Task.sleep(0.1) -- lets others in, the expirationHandler among them
      end
      scheduleCleanup(isStopped and 0 or days(1))
      task:setTaskCompleted(not isStopped)
    end

    function delegate:didFinishLaunching(application, launch)
      scheduler:register(identifier, cleanUp)
    end

    function delegate:didEnterBackground(application)
      scheduleCleanup(hours(1))
    end

    return delegate

    """#

  private static let pushText = #"""
    -- An app that gets what is new when its server sends a silent push (iOS 7 and later). The
    -- scenario sends it some, and its app needs the mode:
    --   modes = { "remote-notification" }
    --   pushes = { { to = ID, perHour = 2, userInfo = { room = "news" } } }

    local delegate = {}

    function delegate:didReceiveRemoteNotification(application, userInfo, completionHandler)
      -- A push has 30 s, and completionHandler must be called on every way out.
      local request = { url = "https://server.example/items", timeout = 20 }
      local data, _, error = URLSession.shared:data(request)
      if error then
        NSLog("nothing got: %@", error.localizedDescription)
        completionHandler(UIBackgroundFetchResult.failed)
      elseif data.newItems > 0 then
        NSLog("%d new items in %@", data.newItems, userInfo.room or "all")
        completionHandler(UIBackgroundFetchResult.newData)
      else
        completionHandler(UIBackgroundFetchResult.noData)
      end
    end

    function delegate:didBecomeActive(application)
      -- Pushes are held back and may be lost: what is shown must not depend on them alone.
      self.look = URLSession.shared:dataTask("https://server.example/items", function() end)
      self.look:resume()
    end

    function delegate:willResignActive(application)
      self.look:cancel()
    end

    return delegate

    """#

  private static let transferText = #"""
    -- An app that uploads by background transfer (iOS 7 and later): the system goes on with it while
    -- the app is suspended, and after it was ended, but not after the user has swiped it away.

    local identifier = "com.example.uploads"
    local delegate = {}

    function delegate:upload(name)
      local url = "https://server.example/" .. name
      local task = self.session:uploadTask { url = url, body = MB(20) }
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

    """#
}
