/// Background sessions.
enum TransferExamples {
  private static let world = #"phone:server { host = "photos.example", rate = KB(100) }"#

  private static let steps = """
    app:open()
    phone:advance(10)
    app:home()
    phone:advance(10)
    app:killForMemory()
    phone:advance(minutes(5))
    app:grantTransfers()
    phone:advance(minutes(1))
    """

  static let createdTwice: Explained = (
    """
    A process created a background session whose identifier it has already. It gets the first one \
    again, with the settings of the first: those of the second call count for nothing, its functions \
    included.
    """,
    .init(
      world: world,
      wrong: """
        local app = {}

        local function session()
          return URLSession.background("photos", { didComplete = function() end })
        end

        function app:didBecomeActive()
          session():uploadTask { url = "https://photos.example/1", body = KB(10) }:resume()
          session():uploadTask { url = "https://photos.example/2", body = KB(10) }:resume()
        end

        return app
        """,
      right: """
        local app = {}

        function app:didFinishLaunching()
          self.session = URLSession.background("photos", { didComplete = function() end })
        end

        function app:didBecomeActive()
          self.session:uploadTask { url = "https://photos.example/1", body = KB(10) }:resume()
          self.session:uploadTask { url = "https://photos.example/2", body = KB(10) }:resume()
        end

        return app
        """)
  )

  private static let whole = """
    local app = {}

    function app:didFinishLaunching()
      self.session = URLSession.background("photos", {
        didComplete = function(task, data, response, error)
          NSLog(error and "failed" or "a photo is safe")
        end,
        didFinishEvents = function() self.finish() end,
      })
    end

    function app:handleEventsForBackgroundURLSession(application, identifier, completionHandler)
      self.finish = completionHandler -- the results come after this
    end

    function app:didBecomeActive()
      self.session:uploadTask { url = "https://photos.example/1", body = MB(3) }:resume()
    end

    return app
    """

  static let notCreatedAgain: Explained = (
    """
    The system started the app because the transfers of a background session are done, and the app \
    did not create the session in this process. Its results wait, and the app is not started for them \
    again.
    """,
    .init(
      world: world, steps: steps,
      wrong: """
        local app = {}

        function app:handleEventsForBackgroundURLSession(application, identifier, completionHandler)
          completionHandler() -- and where are the results?
        end

        function app:didBecomeActive()
          local session = URLSession.background("photos", { didComplete = function() end })
          session:uploadTask { url = "https://photos.example/1", body = MB(3) }:resume()
        end

        return app
        """,
      right: whole)
  )

  static let eventsNotCompleted: Explained = (
    """
    The app was started for the transfers of a background session and did not call the completion \
    handler of handleEventsForBackgroundURLSession within 30 seconds. It is suspended; on a phone it \
    is started later and later for what follows.
    """,
    .init(
      world: world, steps: steps,
      wrong: """
        local app = {}

        function app:didFinishLaunching()
          self.session = URLSession.background("photos", { didComplete = function() end })
        end

        function app:handleEventsForBackgroundURLSession(application, identifier, completionHandler)
          NSLog("woken for %s", identifier) -- and nobody calls the handler
        end

        function app:didBecomeActive()
          self.session:uploadTask { url = "https://photos.example/1", body = MB(3) }:resume()
        end

        return app
        """,
      right: whole)
  )

  static let unheard: Explained = (
    """
    A transfer was done, and nobody was there to hear of it: its task had no completion of its own, \
    or had one that ended with its process, and the session has no didComplete.
    """,
    .init(
      world: world, steps: steps,
      wrong: """
        local app = {}

        function app:didFinishLaunching()
          self.session = URLSession.background("photos", {
            didFinishEvents = function() self.finish() end,
          })
        end

        function app:handleEventsForBackgroundURLSession(application, identifier, completionHandler)
          self.finish = completionHandler
        end

        function app:didBecomeActive()
          local photo = { url = "https://photos.example/1", body = MB(3) }
          self.session:uploadTask(photo, function() NSLog("a photo is safe") end):resume()
        end

        return app
        """,
      right: whole)
  )
}
