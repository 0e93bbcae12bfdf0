/// The kinds of app that `dormouse new app --kind` writes: each shows one way to run in the
/// background.
enum AppKind: String, CaseIterable {
  /// Background fetch and a background task, as every version has them.
  case fetch
  case refresh
  case processing

  /// What the scenario's `app { ... }` must say beside id and script.
  var keys: String {
    switch self {
    case .fetch: ""
    case .refresh: #", modes = { "fetch" }, permittedIdentifiers = { "com.example.refresh" }"#
    case .processing:
      #", modes = { "processing" }, permittedIdentifiers = { "com.example.cleanup" }"#
    }
  }

  /// Nil: the app that `dormouse new app` writes without a kind.
  var text: String? {
    switch self {
    case .fetch: nil
    case .refresh: AppKind.refreshText
    case .processing: AppKind.processingText
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
}
