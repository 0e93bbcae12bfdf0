local app = {}

function app:didBecomeActive() AVAudioSession.sharedInstance():setActive(true) end

return app
