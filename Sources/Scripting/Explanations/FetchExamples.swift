/// Background fetch, and completion handlers.
enum FetchExamples {
  private static let server =
    #"phone:server { host = "api.example", latency = { median = 2, p95 = 3 } }"#
  private static let mode = #"modes = { "fetch" }"#
  private static let fetch = """
    app:open()
    phone:advance(10)
    app:home()
    phone:advance(minutes(15))
    app:grantFetch()
    phone:advance(minutes(2))
    """
  private static let asking = """
    local app = {}

    function app:didFinishLaunching(application)
      application:setMinimumBackgroundFetchInterval(UIApplication.backgroundFetchIntervalMinimum)
    end


    """

  static let neverCompleted: Explained = (
    """
    performFetch and didReceiveRemoteNotification get a completion handler and 30 seconds. An app \
    that has not called it by then is ended with 0x2182bad4, whatever its work has come to. What is \
    forgotten is mostly one way out of several: the one without news, or the one with an error.
    """,
    .init(
      world: server, keys: mode, steps: fetch,
      wrong: asking + """
        function app:performFetch(application, completionHandler)
          URLSession.shared:dataTask("https://api.example/news", function(data)
            if data and data.newItems > 0 then
              completionHandler(UIBackgroundFetchResult.newData)
            end -- and where there is nothing new?
          end):resume()
        end

        return app
        """,
      right: asking + """
        function app:performFetch(application, completionHandler)
          URLSession.shared:dataTask("https://api.example/news", function(data)
            if not data then
              completionHandler(UIBackgroundFetchResult.failed)
            elseif data.newItems > 0 then
              completionHandler(UIBackgroundFetchResult.newData)
            else
              completionHandler(UIBackgroundFetchResult.noData)
            end
          end):resume()
        end

        return app
        """)
  )

  static let completedTwice: Explained = (
    """
    A completion handler is for one call: the second is an exception, which ends the app. A way out \
    that lacks its return makes it, and so do two sources that each complete the fetch when they are \
    done.
    """,
    .init(
      world: server, keys: mode, steps: fetch,
      wrong: asking + """
        function app:performFetch(application, completionHandler)
          URLSession.shared:dataTask("https://api.example/news", function(data)
            if not data or data.newItems == 0 then
              completionHandler(UIBackgroundFetchResult.noData) -- and goes on
            end
            completionHandler(UIBackgroundFetchResult.newData)
          end):resume()
        end

        return app
        """,
      right: asking + """
        function app:performFetch(application, completionHandler)
          URLSession.shared:dataTask("https://api.example/news", function(data)
            if not data or data.newItems == 0 then
              return completionHandler(UIBackgroundFetchResult.noData)
            end
            completionHandler(UIBackgroundFetchResult.newData)
          end):resume()
        end

        return app
        """)
  )

  static let completedLate: Explained = (
    """
    The completion handler was called after the limit. The app lives on only because the user had \
    opened it meanwhile: in front there is no limit, and in the background it would have been ended.
    """,
    .init(
      world: #"phone:server { host = "api.example", latency = { median = 45, p95 = 46 } }"#,
      keys: mode,
      steps: """
        app:open()
        phone:advance(10)
        app:home()
        phone:advance(minutes(15))
        app:grantFetch()
        phone:advance(5)
        app:open()
        phone:advance(minutes(2))
        """,
      wrong: asking + """
        function app:performFetch(application, completionHandler)
          URLSession.shared:dataTask("https://api.example/news", function(data)
            completionHandler(data and UIBackgroundFetchResult.newData
              or UIBackgroundFetchResult.failed)
          end):resume()
        end

        return app
        """,
      right: asking + """
        function app:performFetch(application, completionHandler)
          local request = { url = "https://api.example/news", timeout = 20 }
          URLSession.shared:dataTask(request, function(data)
            completionHandler(data and UIBackgroundFetchResult.newData
              or UIBackgroundFetchResult.failed)
          end):resume()
        end

        return app
        """)
  )

  static let badResult: Explained = (
    """
    The completion handler got what is no UIBackgroundFetchResult, which ends the app. There are \
    three: `.newData`, `.noData` and `.failed`.
    """,
    .init(
      world: server, keys: mode, steps: fetch,
      wrong: asking + """
        function app:performFetch(application, completionHandler)
          URLSession.shared:dataTask("https://api.example/news", function(data)
            completionHandler(data ~= nil) -- true is none of them
          end):resume()
        end

        return app
        """,
      right: asking + """
        function app:performFetch(application, completionHandler)
          URLSession.shared:dataTask("https://api.example/news", function(data)
            completionHandler(data and UIBackgroundFetchResult.newData
              or UIBackgroundFetchResult.failed)
          end):resume()
        end

        return app
        """)
  )

  static let nearLimit: Explained = (
    """
    The fetch was completed, but took over nine tenths of the time that it may. On a slower network, \
    or with a little more to load, the app would have been ended for it.
    """,
    .init(
      world: #"phone:server { host = "api.example", latency = { median = 28, p95 = 28.1 } }"#,
      keys: mode, steps: fetch,
      wrong: asking + """
        function app:performFetch(application, completionHandler)
          URLSession.shared:dataTask("https://api.example/all", function(data)
            completionHandler(data and UIBackgroundFetchResult.newData
              or UIBackgroundFetchResult.failed)
          end):resume()
        end

        return app
        """,
      right: asking + """
        function app:performFetch(application, completionHandler)
          local request = { url = "https://api.example/newest", timeout = 15 }
          URLSession.shared:dataTask(request, function(data)
            completionHandler(data and UIBackgroundFetchResult.newData
              or UIBackgroundFetchResult.failed)
          end):resume()
        end

        return app
        """)
  )

  static let intervalNeverSet: Explained = (
    """
    The app has the mode fetch and performFetch, but never said how often it wants to fetch. The \
    default is never: performFetch is not called, and nothing says so.
    """,
    .init(
      world: server, keys: mode,
      wrong: """
        local app = {}

        function app:performFetch(application, completionHandler)
          completionHandler(UIBackgroundFetchResult.noData)
        end

        return app
        """,
      right: asking + """
        function app:performFetch(application, completionHandler)
          completionHandler(UIBackgroundFetchResult.noData)
        end

        return app
        """)
  )
}
