-- The same app, fixed. The first fix there, to ask isProtectedDataAvailable (pull request 9622),
-- logged others out (issue 9869); the one that held looks at the keychain's answer (9898).

local app = {}

local token = { [kSecAttrService] = "session", [kSecAttrAccount] = "token" }

local function logOut()
  SecItemDelete(token)
  UserDefaults.standard:removeObject("user")
  NSLog("logged out")
end

function app:didBecomeActive()
  if UserDefaults.standard:value("user") then return end
  -- What is needed at night has a class that can be read at night.
  SecItemAdd {
    service = "session", account = "token", data = "s3cret",
    accessible = kSecAttrAccessibleAfterFirstUnlock,
  }
  UserDefaults.standard:set("user", "ada")
  NSLog("logged in")
end

function app:didReceiveRemoteNotification(application, userInfo, completionHandler)
  -- Only this one says that there is none; what cannot be read now is left as it is.
  if SecItemCopyMatching(token) == errSecItemNotFound then logOut() end
  completionHandler(UIBackgroundFetchResult.noData)
end

return app
