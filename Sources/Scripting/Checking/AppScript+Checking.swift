import Device
import Simulation

extension AppScript {
  /// Returns what is wrong with the names in a script that compiles: globals that nobody defines,
  /// fields that no API has, arguments of a wrong kind, misspelt methods of the delegate. In the
  /// order of the lines; what is not sure is not told. O(n).
  ///
  /// - Parameters:
  ///   - family: of the system that an app runs on; nil: as its source makes likely.
  public func problemsWithNames(on family: SystemFamily? = nil) -> [ScriptError.Problem] {
    checked(on: family).problems
  }

  /// The keys that a table of the script is given twice, so that the first value is lost, in the
  /// order of the lines. O(n).
  var keysGivenTwice: [ScriptError.Problem] { checked().keysGivenTwice }

  /// Returns what is wrong with an app's script that is empty, or only comments; nil: it is not. O(n).
  public var emptiness: ScriptError.Problem? {
    guard LuaToken.tokens(of: source).isEmpty else { return nil }
    return ScriptError.Problem(
      at: SourceLocation(file: displayName, line: 1),
      "the script is empty; an app's script ends with `return { ... }`, a table of its methods")
  }

  /// The family of systems whose app it is, as far as its source shows: the one whose methods it names
  /// more of, else iOS. O(n).
  public var family: SystemFamily {
    let names = Set(
      LuaToken.tokens(of: source).compactMap { token in
        if case .name(let name) = token.kind { name } else { nil }
      })
    let android = names.intersection(Callback.androidMethodNames).count
    return android > names.intersection(Callback.methodNames).count ? .android : .iOS
  }

  fileprivate func checked(on family: SystemFamily? = nil) -> LuaChecker {
    let kind = kind
    let family = kind == .app ? family ?? self.family : .iOS
    var checker = LuaChecker(
      source: source, file: displayName, api: ScriptAPI.of(kind, family),
      known: KnownGlobals.of(kind, family), of: kind, for: family)
    checker.check()
    return checker
  }

  /// Returns what does not fit between the modes of an app and the methods of its delegate.
  ///
  /// - Parameters:
  ///   - modes: that the app declares.
  ///   - usesTaskScheduler: it has identifiers, and so gets no background fetch.
  ///   - place: where modes are declared.
  ///   - family: of the system that it runs on; nil: as its source makes likely.
  public func problems(
    ofApp name: String, modes: BackgroundModes, usesTaskScheduler: Bool,
    declaredIn place: String = "app { modes = ... }", on family: SystemFamily? = nil
  ) -> [ScriptError.Problem] {
    let checker = checked(on: family)
    // Modes are iOS's.
    guard checker.family == .iOS else { return [] }
    guard checker.isDelegatePlain, checker.returned != nil || !checker.methods.isEmpty else {
      return []
    }
    let pairs: [(BackgroundModes, String)] =
      (usesTaskScheduler ? [] : [(.fetch, "performFetch")])
      + [
        (.remoteNotification, "didReceiveRemoteNotification"),
        (.voip, "didReceiveIncomingPush"),
      ]
    return pairs.compactMap { mode, method in
      let declared = modes.contains(mode)
      let line = checker.methods.first { $0.name == method }?.line
      let called = BackgroundModes.byName.first { $0.mode == mode }?.name ?? ""
      // A misspelt one is reported as that.
      let isMisspelt = checker.methods.contains { Callback.name(meantBy: $0.name) == method }
      if declared, line == nil, !isMisspelt {
        return ScriptError.Problem(
          at: SourceLocation(file: displayName, line: lastLine),
          "\(name) has the mode \(called), and its delegate no \(method); write the method, or drop "
            + "the mode")
      }
      if !declared, let line {
        return ScriptError.Problem(
          at: SourceLocation(file: displayName, line: line),
          "\(method) is never called: \(name) has not the mode \(called); declare it in "
            + place)
      }
      return nil
    }
  }
}

extension ScriptAPI {
  /// Returns the names that scripts of a kind can use, as far as their types are known.
  fileprivate static func of(_ kind: ScriptKind, _ family: SystemFamily) -> ScriptAPI {
    switch kind {
    case .app: family == .iOS ? apps : android
    case .test: tests
    case .scenario, .experiment, .policy: nothing
    }
  }

  private static let tests = ScriptAPI(testSignatures)
  private static let nothing = ScriptAPI("")
}
