// swift-tools-version: 6.2
import PackageDescription

/// Every Swift target is compiled with these: warnings are errors, and each use of unsafe memory is
/// marked in the source.
let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
]

/// A layer of the house: a library product that can be imported alone. `on` lists what it may
/// import; `scripts/check-layers` holds the sources to it.
func layer(_ name: String, on dependencies: [Target.Dependency]) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

func tests(of name: String, on dependencies: [Target.Dependency], resources: [Resource] = [])
  -> Target
{
  .testTarget(
    name: "\(name)Tests", dependencies: dependencies, resources: resources, swiftSettings: strict)
}

let layers = [
  "Lua", "Simulation", "Device", "Users", "Policies", "Scripting", "Runs", "Experiments",
  "Workflows",
  "Reports", "Studio", "DormouseTesting",
]

let package = Package(
  name: "dormouse",
  // Mutex and Atomic of the Synchronization module came with macOS 15.
  platforms: [.macOS(.v15)],
  products: layers.map { .library(name: $0, targets: [$0]) } + [
    .executable(name: "dormouse", targets: ["dormouse"]),
    .plugin(name: "DormouseCommand", targets: ["DormouseCommand"]),
  ],
  targets: [
    .systemLibrary(
      name: "CLua", pkgConfig: "lua5.4",
      providers: [.apt(["liblua5.4-dev"]), .brew(["lua@5.4"])]),
    .systemLibrary(
      name: "CXXHash", pkgConfig: "libxxhash",
      providers: [.apt(["libxxhash-dev"]), .brew(["xxhash"])]),
    .systemLibrary(
      name: "CSQLite", pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
    .systemLibrary(
      name: "CDeflate", pkgConfig: "libdeflate",
      providers: [.apt(["libdeflate-dev"]), .brew(["libdeflate"])]),
    // What differs between Linux and macOS is in this target.
    .target(name: "CSystem"),
    .target(name: "CLuaShims", dependencies: ["CLua", "CSystem"]),
    .target(name: "CBoostMath"),
    .target(name: "CTerminal"),
    .target(name: "CPage", exclude: ["page"]),
    .target(name: "CScripts"),
    // libevent is put into the command, which it is a part of only for the studio: a library to be
    // loaded would cost each start a millisecond.
    .target(
      name: "CStudio", exclude: ["page"],
      linkerSettings: [
        .linkedLibrary(":libevent.a", .when(platforms: [.linux])),
        .linkedLibrary("event", .when(platforms: [.macOS])),
      ]),
    layer("Lua", on: ["CLua", "CLuaShims"]),
    layer("Simulation", on: ["CSystem", "CXXHash"]),
    layer("Device", on: ["Simulation"]),
    layer("Users", on: ["Device", "Simulation"]),
    layer("Policies", on: ["Device", "Simulation"]),
    layer("Scripting", on: ["CScripts", "Lua", "Users", "Device", "Simulation"]),
    layer("Experiments", on: ["CSQLite", "CBoostMath", "Device", "Simulation"]),
    layer("Runs", on: ["Scripting", "Policies", "Users", "Device", "Simulation"]),
    layer(
      "Workflows",
      on: ["CSystem", "Runs", "Experiments", "Scripting", "Users", "Device", "Simulation", "Lua"]),
    layer("Reports", on: ["CPage", "CDeflate", "Experiments", "Users", "Device", "Simulation"]),
    layer("Studio", on: ["CStudio", "Simulation"]),
    layer(
      "DormouseTesting",
      on: ["Runs", "Scripting", "Policies", "Device", "Simulation", "Lua"]),
    .executableTarget(
      name: "dormouse",
      dependencies: [
        "CTerminal", "Simulation", "Device", "Users", "Policies", "Scripting", "Runs",
        "Experiments",
        "Workflows", "Reports", "Studio",
      ],
      swiftSettings: strict),
    .plugin(
      name: "DormouseCommand",
      capability: .command(
        intent: .custom(
          verb: "dormouse", description: "Rehearse apps on a simulated phone: test, check, run")
      )),
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "CSystem", "Lua", "Simulation", "Device", "Policies", "Scripting", "Runs", "Experiments",
        "Workflows",
      ],
      swiftSettings: strict),
    .target(name: "TestSizes", path: "Tests/TestSizes", swiftSettings: strict),
    .target(name: "CLuaReference", dependencies: ["CLua"], path: "Tests/CLuaReference"),
    .target(name: "CLuaStress", dependencies: ["CLuaShims"], path: "Tests/CLuaStress"),
    tests(of: "Lua", on: ["TestSizes", "Lua", "CLuaReference", "CLuaStress"]),
    tests(of: "Simulation", on: ["Simulation"]),
    tests(of: "Device", on: ["TestSizes", "Device", "Simulation"]),
    tests(of: "Users", on: ["Users", "Device", "Simulation"]),
    tests(
      of: "Policies",
      on: ["TestSizes", "Policies", "Experiments", "Device", "Simulation", "Scripting"]),
    tests(
      of: "Scripting",
      on: [
        "TestSizes", "Scripting", "Policies", "Users", "Device", "Simulation", "Lua", "CLuaStress",
      ]),
    tests(of: "Experiments", on: ["Experiments", "Policies", "Device", "Simulation"]),
    tests(
      of: "Workflows",
      on: [
        "Workflows", "Runs", "Experiments", "Scripting", "Policies", "Users", "Device",
        "Simulation",
      ]),
    tests(of: "Reports", on: ["Reports", "Experiments", "Users", "Device", "Simulation"]),
    tests(of: "Studio", on: ["Studio"]),
    tests(
      of: "DormouseTesting",
      on: [
        "TestSizes", "DormouseTesting", "Runs", "Policies", "Scripting", "Device", "Simulation",
      ],
      resources: [.copy("Apps")]),
    tests(
      of: "Command",
      on: [
        "CDeflate", "TestSizes", "dormouse", "Reports", "Workflows", "Runs", "Experiments",
        "Policies", "Device", "Simulation",
      ]),
  ],
  cLanguageStandard: .gnu11,
  cxxLanguageStandard: .cxx17
)
