local app = {}

function app:didFinishLaunching()
  work(25) -- migrates its database, on the main thread
end

return app
