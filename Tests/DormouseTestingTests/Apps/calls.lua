local app = {}
local provider = CXProvider()

function app:didFinishLaunching(application)
  PKPushRegistry().desiredPushTypes = { PKPushType.voIP }
end

function app:didReceiveIncomingPush(registry, payload, completionHandler)
  provider:reportNewIncomingCall(payload.dictionaryPayload.uuid)
  completionHandler()
end

function app:performAnswerCall(provider, uuid) print("answer " .. uuid) end

function app:performEndCall(provider, uuid) print("end " .. uuid) end

return app
