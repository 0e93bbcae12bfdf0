-- Logged out by a look into the keychain while the phone is locked
-- Seen in firebase-ios-sdk, issue 8695
--
-- A launch, there by prewarming, here a push at night, finds the phone locked. The keychain answers
-- errSecInteractionNotAllowed (-25308); the app looks only whether there is a token, takes the user
-- for logged out, and deletes what is left. In the morning the user has to log in again.

local app = {}

local token = { [kSecAttrService] = "session", [kSecAttrAccount] = "token" }

local function logOut()
  SecItemDelete(token)
  UserDefaults.standard:removeObject("user")
  NSLog("logged out")
end

function app:didBecomeActive()
  if UserDefaults.standard:value("user") then return end
  SecItemAdd { service = "session", account = "token", data = "s3cret" }
  UserDefaults.standard:set("user", "ada")
  NSLog("logged in")
end

function app:didReceiveRemoteNotification(application, userInfo, completionHandler)
  local _, data = SecItemCopyMatching(token)
  if not data then logOut() end
  completionHandler(UIBackgroundFetchResult.noData)
end

return app
