/// What app and scenario say of each other.
enum DeclarationExamples {
  static let misspelt: Explained = (
    """
    A method of the delegate has nearly a callback's name, and the callback itself is missing: the \
    system calls methods by their names, and this one never.
    """,
    .init(
      wrong: """
        local app = {}

        function app:didEnterBackgroud(application) -- an n is missing
          UserDefaults.standard:set("draft", "Dear ...")
        end

        return app
        """,
      right: """
        local app = {}

        function app:didEnterBackground(application)
          UserDefaults.standard:set("draft", "Dear ...")
        end

        return app
        """)
  )

  static let modeWithoutMethod: Explained = (
    """
    The app declares a mode and lacks the method that the system calls for it. It is started for \
    nothing, and is ended because nobody completes what nobody hears.
    """,
    .init(
      keys: #"modes = { "remote-notification" }"#,
      wrong: """
        local app = {}

        function app:didBecomeActive() NSLog("in front") end

        return app
        """,
      right: """
        local app = {}

        function app:didBecomeActive() NSLog("in front") end

        function app:didReceiveRemoteNotification(application, userInfo, completionHandler)
          completionHandler(UIBackgroundFetchResult.noData)
        end

        return app
        """)
  )

  private static let pushed = """
    local app = {}

    function app:didReceiveRemoteNotification(application, userInfo, completionHandler)
      completionHandler(UIBackgroundFetchResult.newData)
    end

    return app
    """

  static let methodWithoutMode: Explained = (
    """
    The app has the method for silent pushes and does not declare the mode: in the background the \
    system never calls it.
    """,
    .init(
      rightKeys: #"modes = { "remote-notification" }"#, wrong: pushed, right: pushed)
  )

  static let pushesTooOften: Explained = (
    """
    More than three silent pushes were sent to the app within an hour. The system starts an app by \
    one in a quarter of an hour or so, and keeps only the newest of those that wait: whoever sends \
    more of them sends them for nothing.
    """,
    .init(
      keys: #"modes = { "remote-notification" }"#,
      steps: """
        phone:advance(1)
        for article = 1, 6 do
          app:push { article = article } -- a push for each
          phone:advance(minutes(5))
        end
        """,
      rightSteps: """
        phone:advance(1)
        app:push { articles = 6 } -- one that stands for all
        phone:advance(minutes(30))
        """,
      wrong: pushed, right: pushed)
  )

  static let hostWithoutServer: Explained = (
    """
    A request went to a host that the scenario or the test has no server for. It fails as on a phone \
    where the name cannot be found (-1003), which is mostly a mistake of the URL.
    """,
    .init(
      world: #"phone:server { host = "api.example" }"#,
      wrong: """
        local app = {}

        function app:didBecomeActive()
          URLSession.shared:dataTask("https://api.exmaple/news", function(data, response, error)
            if error then NSLog(error.localizedDescription) end
          end):resume()
        end

        return app
        """,
      right: """
        local app = {}

        function app:didBecomeActive()
          URLSession.shared:dataTask("https://api.example/news", function(data, response, error)
            if error then NSLog(error.localizedDescription) end
          end):resume()
        end

        return app
        """)
  )

  static let unsupportedURL: Explained = (
    """
    A request went to a URL that URLSession does not load: all that it knows here are http:// and \
    https://. It fails at once with "unsupported URL" (-1002), with or without a network. Mostly \
    the scheme was forgotten, or the URL was put together from parts of which one was missing. A \
    background session refuses such a URL by an exception at the line.
    """,
    .init(
      world: #"phone:server { host = "api.example" }"#,
      wrong: """
        local app = {}

        function app:didBecomeActive()
          URLSession.shared:dataTask("api.example/news", function(data, response, error)
            if error then NSLog("%d, %s", error.code, error.localizedDescription) end
          end):resume()
        end

        return app
        """,
      right: """
        local app = {}

        function app:didBecomeActive()
          URLSession.shared:dataTask("https://api.example/news", function(data, response, error)
            if error then NSLog("%d, %s", error.code, error.localizedDescription) end
          end):resume()
        end

        return app
        """)
  )
}
