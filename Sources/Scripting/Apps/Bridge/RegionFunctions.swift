import Device
import Lua

/// `CLCircularRegion`, and what a `CLLocationManager` does with regions. A region is a table, as the
/// app writes it; the system keeps its own.
extension LuaLibraryBuilder<AppBridge> {
  mutating func defineRegions(_ manager: LuaClass) {
    function("CLCircularRegion", needs: .circularRegions) { (frame, _) throws(LuaFailure) in
      try frame.charge(Cost.record)
      frame.push(region: try frame.region(1))
      return .values(1)
    }
    method("startMonitoring", of: manager, needs: .circularRegions) {
      (frame, bridge) throws(LuaFailure) in
      try frame.receiver(manager, "manager:startMonitoring(region)")
      try frame.charge(Cost.record)
      bridge.app.monitor(try frame.region(2), at: bridge.location(frame))
      return .none
    }
    method("stopMonitoring", of: manager, needs: .circularRegions) {
      (frame, bridge) throws(LuaFailure) in
      try frame.receiver(manager, "manager:stopMonitoring(region)")
      try frame.charge(Cost.record)
      bridge.app.stopMonitoring(try frame.region(2).identifier)
      return .none
    }
    method("requestState", of: manager, needs: .circularRegions) {
      (frame, bridge) throws(LuaFailure) in
      try frame.receiver(manager, "manager:requestState(region)")
      try frame.charge(Cost.record)
      bridge.app.requestState(of: try frame.region(2))
      return .none
    }
    property("monitoredRegions", of: manager, needs: .circularRegions) {
      (frame, bridge) throws(LuaFailure) in
      let regions = bridge.app.monitoredRegions
      try frame.charge(Cost.record * (1 + regions.count))
      let list = frame.pushTable(elements: regions.count)
      for (index, region) in regions.enumerated() {
        frame.push(region: region)
        frame.setElement(index + 1, of: list)
      }
      return .values(1)
    }
  }
}

extension LuaFrame {
  private static let regionFields = [
    "center", "radius", "identifier", "notifyOnEntry", "notifyOnExit",
  ]

  /// A region as an app writes it, with the mistakes that it can have as errors.
  fileprivate func region(_ index: Int) throws(LuaFailure) -> Region {
    try table(index)
    try checkFields(of: index, "CLCircularRegion", LuaFrame.regionFields)
    let before = count
    defer { keep(before) }
    let center = pushField("center", of: index)
    guard type(at: center) == .table else {
      throw LuaFailure(
        .runtime,
        "CLCircularRegion: center: a table expected, got \(typeName(center)); "
          + "write { latitude = ..., longitude = ... }")
    }
    try checkFields(of: center, "CLCircularRegion: center", ["latitude", "longitude"])
    let position = Position(
      latitude: try degrees("latitude", of: center, upTo: 90),
      longitude: try degrees("longitude", of: center, upTo: 180))
    let radius = try number("radius", of: index)
    guard radius > 0, radius <= 1e7 else {
      throw LuaFailure(
        .runtime, "CLCircularRegion: radius out of range (\(radius)); give metres, above 0")
    }
    let name = pushField("identifier", of: index)
    guard type(at: name) == .string else {
      throw LuaFailure(
        .runtime, "CLCircularRegion: identifier: a string expected, got \(typeName(name))")
    }
    return Region(
      identifier: try shortString(name), center: position, radius: radius,
      notifiesOnEntry: try flag("notifyOnEntry", of: index),
      notifiesOnExit: try flag("notifyOnExit", of: index))
  }

  private func number(_ field: String, of index: Int) throws(LuaFailure) -> Double {
    let place = pushField(field, of: index)
    guard type(at: place) == .number else {
      throw LuaFailure(
        .runtime, "CLCircularRegion: \(field): a number expected, got \(typeName(place))")
    }
    return try number(place)
  }

  private func degrees(
    _ field: String, of index: Int, upTo most: Double
  ) throws(LuaFailure) -> Double {
    let degrees = try number(field, of: index)
    guard degrees.magnitude <= most else {
      throw LuaFailure(
        .runtime,
        "CLCircularRegion: \(field) out of range (\(degrees)); give degrees, "
          + "-\(Int(most)) to \(Int(most))")
    }
    return degrees
  }

  /// True where it is left out.
  private func flag(_ field: String, of index: Int) throws(LuaFailure) -> Bool {
    let place = pushField(field, of: index)
    guard !isNil(place) else { return true }
    guard type(at: place) == .boolean else {
      throw LuaFailure(
        .runtime, "CLCircularRegion: \(field): a boolean expected, got \(typeName(place))")
    }
    return truth(place)
  }

  fileprivate func push(region: Region) {
    let table = pushTable(fields: 5)
    let center = pushTable(fields: 2)
    push(region.center.latitude)
    setField("latitude", of: center)
    push(region.center.longitude)
    setField("longitude", of: center)
    setField("center", of: table)
    push(region.radius)
    setField("radius", of: table)
    push(region.identifier)
    setField("identifier", of: table)
    push(region.notifiesOnEntry)
    setField("notifyOnEntry", of: table)
    push(region.notifiesOnExit)
    setField("notifyOnExit", of: table)
  }

  /// Pushes what a callback is told of a region: the region, and its state or the error.
  func push(_ event: RegionEvent?) {
    guard let event else { return }
    push(region: event.region)
    switch event.kind {
    case .entered, .left: break
    case .state(let isInside): push(isInside.map { $0 ? "inside" : "outside" } ?? "unknown")
    case .failed:
      let error = pushTable(fields: 2)
      push(RegionEvent.monitoringFailure)
      setField("code", of: error)
      push("The app monitors as many regions as it may (\(Limits.regions)).")
      setField("localizedDescription", of: error)
    }
  }
}
