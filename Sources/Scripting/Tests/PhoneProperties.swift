import Device
import Lua
import Simulation

/// What a test says of a phone at all times: `phone:always(...)`, `phone:never(...)` and
/// `phone:eventually(...)`.
///
/// They are asked after each event of the phone, and after each verb. In the terms of temporal
/// logic (Pnueli 1977) they are G p, G not p, and F p until the test's end.
final class PhoneProperties {
  private struct Property {
    let kind: PropertyKind
    let function: LuaReference
    let phone: LuaReference
    let location: SourceLocation
    var isMet = false
  }

  private var properties: [Property] = []
  /// Whether one of them is asked just now: then nothing can be done to the phone.
  private(set) var isAsking = false

  var isEmpty: Bool { properties.isEmpty }

  func add(
    _ kind: PropertyKind, _ function: LuaReference, of phone: LuaReference,
    at location: SourceLocation
  ) {
    properties.append(
      Property(kind: kind, function: function, phone: phone, location: location))
  }

  /// Asks all that are not settled; the failure of the first that does not hold, else nil.
  ///
  /// - Throws: the error of one that errs.
  func ask(_ host: TestHost) throws(LuaFailure) -> TestFailure? {
    guard !isAsking else { return nil }
    isAsking = true
    defer { isAsking = false }
    for index in properties.indices where !properties[index].isMet {
      let property = properties[index]
      let holds = try host.ask(property.function, of: property.phone)
      switch property.kind {
      // One that only expects something returns nothing.
      case .always where holds == false:
        return TestFailure("always: this does not hold now", at: property.location)
      case .never where holds == true:
        return TestFailure("never: this holds now", at: property.location)
      case .eventually: properties[index].isMet = holds == true
      default: break
      }
    }
    return nil
  }

  /// The failure of the first that was to hold at some time and never has; nil: there is none.
  var unmet: TestFailure? {
    properties.first { $0.kind == .eventually && !$0.isMet }.map {
      TestFailure("eventually: this has never held", at: $0.location)
    }
  }
}

extension TestMembers {
  /// Adds the properties that a phone can be said to have.
  mutating func defineProperties() {
    for kind in PropertyKind.allCases {
      method(kind.rawValue) { (frame, host) throws(LuaFailure) in
        let phone = try TestObject.phone(frame, host)
        try frame.charge(TestedPhone.instructionsAVerb)
        phone.mind(
          kind, try frame.function(2), of: frame.reference(1), at: host.here(frame))
        return .none
      }
    }
  }
}
