/// Modes that keep apps running, and protected data.
enum ModeExamples {
  private static let playing = """
    local app = {}

    function app:didBecomeActive() AVAudioSession.sharedInstance():setActive(true) end

    return app
    """

  static let useWithoutMode: Explained = (
    """
    The app did in the background what it lacks the mode for: it played, or was connected to an \
    accessory. Without the mode it is suspended all the same, and falls silent.
    """,
    .init(rightKeys: #"modes = { "audio" }"#, wrong: playing, right: playing)
  )

  static let unused: Explained = (
    """
    The app declares audio, location or bluetooth and did not use it in the whole run. App Review \
    refuses apps for a mode that they do not need. It is told when a run is over.
    """,
    .init(
      keys: #"modes = { "audio" }"#,
      steps: """
        app:open()
        phone:advance(minutes(1))
        phone:finish()
        """,
      wrong: """
        local app = {}

        function app:didBecomeActive() NSLog("shows its list of songs") end

        return app
        """,
      right: playing)
  )

  static let updatesNotAllowed: Explained = (
    """
    Location updates ran when the app was suspended, and stopped with it: the mode alone does not \
    keep it running since iOS 9, the app has to allow updates in the background too.
    """,
    .init(
      keys: #"modes = { "location" }"#,
      wrong: """
        local app = { manager = CLLocationManager() }

        function app:didBecomeActive() self.manager:startUpdatingLocation() end

        return app
        """,
      right: """
        local app = { manager = CLLocationManager() }

        function app:didBecomeActive()
          self.manager.allowsBackgroundLocationUpdates = true
          self.manager:startUpdatingLocation()
        end

        return app
        """)
  )

  static let dataProtected: Explained = (
    """
    After a restart nothing that is protected can be read until the user has unlocked the phone once. \
    An app that is started before, as by a push, finds its defaults empty, and must not take that for \
    a first launch.
    """,
    .init(
      keys: #"modes = { "remote-notification" }"#,
      steps: """
        app:open()
        phone:advance(10)
        app:home()
        phone:reboot()
        phone:advance(minutes(1))
        app:push()
        phone:unlock()
        phone:advance(10)
        """,
      wrong: """
        local app = {}

        function app:didFinishLaunching()
          if not UserDefaults.standard:value("user") then NSLog("nobody: wipes its data") end
        end

        function app:didBecomeActive() UserDefaults.standard:set("user", "ada") end

        function app:didReceiveRemoteNotification(application, userInfo, completionHandler)
          completionHandler(UIBackgroundFetchResult.noData)
        end

        return app
        """,
      right: """
        local app = {}

        local function load()
          NSLog("welcome, %@", UserDefaults.standard:value("user") or "stranger")
        end

        function app:didFinishLaunching(application)
          if application.isProtectedDataAvailable then load() end
        end

        function app:protectedDataDidBecomeAvailable() load() end

        function app:didBecomeActive() UserDefaults.standard:set("user", "ada") end

        function app:didReceiveRemoteNotification(application, userInfo, completionHandler)
          completionHandler(UIBackgroundFetchResult.noData)
        end

        return app
        """)
  )
}
