-- What cannot be read is not missing, and what cannot be written is lost. After a restart nothing is
-- there of the defaults until the phone is unlocked, as an app sees that is prewarmed before; while
-- the phone is locked, files of the class complete and keychain items of the default class cannot be
-- read (257, -25308), as every push and fetch at night sees. An app that takes this for a first
-- launch or a logged-out user, and deletes or overwrites, loses what its user had. To ask
-- isProtectedDataAvailable before the defaults is no cure: it is false all night, and the defaults
-- are there.

local function visit(t, script)
  local phone = t:device { os = "iOS 26" }
  local app = phone:install(script, { id = "app" })
  app:open()
  phone:advance(10)
  app:home()
  phone:reboot()
  phone:advance(minutes(1))
  app:prewarm()
  phone:advance(minutes(1))
  app:open()
  phone:advance(10)
  app:tell()
  for _, line in ipairs(app.log) do print("  it prints: " .. line) end
  return app
end

test("wrong: dataProtected", function(t)
  local app = visit(t, "wrong.lua")
  expect(app):toHaveFinding("dataProtected", 5)
  expect(app.exits):toEqual { "normal" }
end)

test("right: no finding", function(t)
  local app = visit(t, "right.lua")
  expect(app):toHaveNoFindings()
  expect(app.exits):toEqual { "normal" }
end)
