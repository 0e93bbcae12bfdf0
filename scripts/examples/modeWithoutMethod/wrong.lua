local app = {}

function app:didBecomeActive() NSLog("in front") end

return app
