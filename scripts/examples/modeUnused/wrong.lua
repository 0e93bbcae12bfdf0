local app = {}

function app:didBecomeActive() NSLog("shows its list of songs") end

return app
