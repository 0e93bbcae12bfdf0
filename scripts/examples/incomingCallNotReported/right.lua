local app = {}
local provider = CXProvider()

function app:didFinishLaunching(application)
  PKPushRegistry().desiredPushTypes = { PKPushType.voIP }
end

function app:didReceiveIncomingPush(registry, payload, completionHandler)
  provider:reportNewIncomingCall(payload.dictionaryPayload.uuid, { hasVideo = false })
  -- who calls is asked while it rings
  URLSession.shared:data("https://calls.example/" .. payload.dictionaryPayload.uuid)
  completionHandler()
end

function app:performAnswerCall(_, uuid) print("talking") end

function app:performEndCall(_, uuid) print("over") end

return app
