-- Tests of an app: each makes a phone, installs the app on it, and lets time pass.
-- Times are seconds; minutes(n), hours(n) and days(n) say so.

local phone, app

beforeEach(function(t)
  phone = t:device { os = "iOS 26" }
  phone:server { host = "server.example", publishes = { every = minutes(20) } }
  app = phone:install("app.lua", { modes = { "fetch" } })
end)

test("it saves in the background, and ends its task", function(t)
  app:open()
  phone:advance(10)
  app:home()
  expect(app.tasks):toEqual { "save" }
  phone:advance(minutes(1))
  expect(app.tasks):toBeEmpty()
  expect(app.state):toEqual("suspended")
  expect(app.exits):toEqual {}
  expect(app):toHaveNoFindings()
end)

test("it ends its task whenever its time runs out", function(t)
  app:open()
  -- Half a second after the task begins, its time is over.
  app:after("task.begin", 0.5, function() app:expire() end)
  app:home()
  phone:advance(minutes(1))
  expect(app.log):toContain("out of time")
  expect(app.exits):toEqual {}
end)

test("it fetches, with the server up and down", function(t)
  app:open()
  app:home()
  phone:advance(minutes(20))
  app:grantFetch()
  phone:advanceUntil("fetch.complete", minutes(1))
  expect(app:figure("fetches new")):toEqual(1)
end)

test("it survives whatever moment it is left at", function(t)
  t:sweep(0, 10, 2, function(moment)
    phone = t:device { os = "iOS 26" }
    app = phone:install("app.lua", { modes = { "fetch" } })
    app:open()
    phone:advance(moment)
    app:home()
    phone:advance(minutes(1))
    expect(app.exits):toEqual {}
  end)
end)
