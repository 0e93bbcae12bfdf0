-- Periodic work outlives its process. Enqueued at each start without a name, it is there once more
-- with each, and every one of them runs: ten launches later the app syncs ten times an hour.

local function visit(t, script)
  local phone = t:device { os = "Android 15", doze = false }
  local app = phone:install(script, { id = "app" })
  for _ = 1, 2 do
    app:open()
    phone:advance(10)
    app:home()
    app:forceQuit()
    phone:advance(minutes(1))
  end
  app:tell()
  return app
end

test("wrong: periodicWorkPiledUp", function(t)
  local app = visit(t, "wrong.lua")
  expect(app):toHaveFinding("periodicWorkPiledUp", 5)
end)

test("right: no finding", function(t)
  local app = visit(t, "right.lua")
  expect(app):toHaveNoFindings()
end)
