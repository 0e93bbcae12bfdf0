/// The names that files of tests can use beside the units; a line a name, as `ScriptAPI` reads it.
let testSignatures = """
  [globals]
  test(name: string, body: fun(t: t)) -- declares a test
  beforeEach(body: fun(t: t)) -- called before each test
  afterEach(body: fun(t: t)) -- called after each test, whatever has failed
  expect(value: any): expect -- of which something must be expected
  NSLog(format: string, ...: any) -- shown with a test that fails
  print(...: any) -- shown with a test that fails
  [t]
  name: string -- of the test
  seed: integer -- of this run
  device(keys?: keys.phone): phone -- a phone
  scenario(path: string, options?: table): phone -- the phone of a scenario, relative to the test
  each(cases: table, body: fun(case: any)) -- tries every case
  sweep(first: number, last: number, step: number, body: fun(moment: number)) -- tries every moment
  [phone]
  now: number -- seconds since it was started
  foreground: string? -- id of the app in front
  findings: table[] -- of all apps
  pool: number -- seconds of background time that the pool has
  servers: server[] -- those on it
  app(name: string): app -- one of its apps
  install(script: string, keys?: keys.app): app -- an app, before the first verb
  server(keys: keys.server): server -- a server, before the apps that follow it
  advance(seconds: number) -- so much time passes
  advanceUntil(event: string, within?: number) -- until the next event of this name
  after(event: string|number, seconds: number|fun(), action?: fun()) -- so long after an event, or after now
  always(property: fun(phone: phone): any) -- holds after each event from now on
  never(property: fun(phone: phone): any) -- holds after no event from now on
  explore(app: app, story?: fun(phone: phone, app: app, servers: server[])) -- a drawn story happens to an app, or this one
  eventually(property: fun(phone: phone): any) -- holds after some event before the test ends
  home() -- whoever is in front is left
  lock() -- the user locks it, and leaves the app in front
  unlock() -- the user unlocks it, and is back in that app
  reboot() -- every process ends; nothing is launched before unlock
  finish() -- its run is over, that of a scenario at the scenario's end
  network(kind: string) -- "wifi", "cellular" or "none"
  charger(isConnected: boolean) -- on it or off it
  lowPowerMode(isOn: boolean) -- the user saves power
  battery(level: number) -- 0 to 1
  moveTo(place: table) -- it is at another place: latitude and longitude, or north and east in metres from here
  connect(accessory: string) -- an accessory comes into reach: the apps that wait for it are connected
  disconnect(accessory: string) -- an accessory goes out of reach: the apps that were connected to it are not
  sendValue(accessory: string) -- an accessory sends a value to the apps that are connected to it
  thermalState(state: string) -- "nominal", "fair", "serious" or "critical"
  memoryWarning() -- the apps that run are warned of a shortage of memory
  [app]
  id: string -- its name
  state: string -- of its process
  tasks: string[] -- names of its open background tasks
  requests: string[] -- identifiers that are pending with BGTaskScheduler
  exits: string[] -- why its processes have ended, in order
  log: string[] -- what it has printed
  notifications: string[] -- its alerts as the user has read them
  findings: table[] -- with rule, line, message and count
  open() -- the user brings it to the front
  home() -- and leaves it
  forceQuit() -- swipes it away
  killForMemory() -- the system ends it
  prewarm() -- it is launched ahead of its user, from iOS 15 on
  expire() -- its time in the background is over
  enterRegion(identifier: string) -- the phone is brought into a region that it monitors, which it is told at once
  exitRegion(identifier: string) -- and out of it
  grantFetch() -- it gets its fetch now
  grantTransfers() -- it is started for its transfers now
  grantJobs() -- its jobs of Android's JobScheduler that may run begin now
  grantReload() -- its widget is reloaded now
  launchTask(identifier: string) -- its request begins now
  push(userInfo?: table, priority?: string) -- a silent push comes; on Android a message of FCM's, "normal" or "high"
  alert(title: string, body?: string, userInfo?: table) -- an alert comes, by way of its notification service extension
  voipPush(payload?: table) -- somebody calls it, by PushKit
  answerCall() -- the user answers its call
  endCall() -- and hangs up, or declines
  advanceUntil(event: string, within?: number) -- until its next event of this name
  after(event: string|number, seconds: number|fun(), action?: fun()) -- so long after its next event
  figure(name: string): number? -- a figure about it
  tell() -- prints its exits and findings
  [server]
  host: string -- its name
  down(from?: number, to?: number) -- nobody answers
  slow(seconds: number, from?: number, to?: number) -- each answer takes so much longer
  status(code: integer, from?: number, to?: number) -- each answer has this status
  up(from?: number) -- as it was declared
  """ + expectationSignatures

/// The expectations of a value, in tests and in scenarios.
private let expectationSignatures = """

  [expect]
  never: expect -- the opposite
  toEqual(value: any) -- the same: tables by what is in them
  toBeTrue() -- true
  toBeFalse() -- false
  toBeNil() -- nil
  toBeEmpty() -- nothing in it
  toHaveLength(count: integer) -- so much in it
  toContain(value: any) -- a list with this element, a text with this part
  toBeLessThan(bound: number) -- a number
  toBeAtMost(bound: number) -- a number
  toBeGreaterThan(bound: number) -- a number
  toBeAtLeast(bound: number) -- a number
  toBeCloseTo(number: number, tolerance?: number) -- a number
  toHaveNoFindings(kind?: string) -- an app or a phone; "faults", "risks" too, or "notes": all
  toHaveFinding(rule: string, line?: integer) -- a rule by its name
  """

/// The names that scenarios and experiments can use beside the units.
let declarationSignatures = """
  [globals]
  scenario(keys: keys.scenario): table -- what a scenario returns
  scenario.parameters(parameters: table): table -- declares parameters and gives their values
  device(keys: keys.device): table -- the phone
  app(keys: keys.app): table -- an app
  server(keys: keys.server): table -- a server
  usage.schedule(entries: table): table -- a user who does this
  usage.habits(keys: keys.habits): table -- a user with habits
  usage.people(keys: keys.people): table -- a person drawn after people who were measured
  usage.trace(keys: keys.trace): table -- a user who was recorded
  usage.battery(keys: keys.battery): table -- a battery and charger that were recorded
  usage.users(keys: keys.trace): string[] -- the names of recorded users
  expect(value: any): expect -- within expect = function(result) ... end, and always, never and eventually
  [result]
  apps: string[] -- names of all apps
  findings: table[] -- of all apps
  app(name: string): result.app -- one of them
  figure(name: string): number? -- a figure about the run
  [result.app]
  id: string -- its name
  exits: table<string, integer> -- how many processes have ended by each reason
  findings: table[] -- with rule, line, message and count
  figure(name: string): number? -- a figure about it
  [scenario.phone]
  now: number -- seconds since the start
  foreground: string? -- id of the app in front
  findings: table[] -- of all apps, up to now
  pool: number -- seconds of background time that the pool has
  app(name: string): scenario.app -- one of its apps
  [scenario.app]
  id: string -- its name
  state: string -- "notRunning", "inactive", "active", "background" or "suspended"
  tasks: string[] -- names of its open background tasks
  requests: string[] -- identifiers of its pending requests of BGTaskScheduler
  exits: string[] -- why its processes have ended, in order
  log: string[] -- what it has logged
  notifications: string[] -- the alerts of its that were shown
  findings: table[] -- with rule, line, message and count
  figure(name: string): number? -- a figure about it, up to now
  """ + expectationSignatures

/// The names that only experiments can use.
let experimentSignatures = """
  [globals]
  experiment(keys: keys.experiment): table -- what an experiment returns
  experiment.parameters(parameters: table): table -- declares parameters and gives their values
  range(first: number, last: number, step?: number): number[] -- the numbers from one to the other
  sample(keys: keys.sample): table -- some of the settings that parameters span
  between(low: number, high: number): table -- in a sample, any number from one to the other
  NSLog(format: string, ...: any) -- to the standard error
  print(...: any) -- to the standard error
  """

/// The names that policies can use beside the units.
let policySignatures = """
  [globals]
  policy(functions: table): table -- what a policy returns
  policy.parameters(parameters: table): table -- declares parameters and gives their values
  NSLog(format: string, ...: any) -- into the trace
  print(...: any) -- into the trace
  """
