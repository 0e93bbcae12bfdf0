local app = {}

function app:didFinishLaunching(application)
  -- the handler is registered elsewhere, in a part that is not loaded yet
end

return app
