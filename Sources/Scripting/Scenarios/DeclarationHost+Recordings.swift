import Device
import Lua
import Simulation
import Users

// usage.trace, usage.battery and usage.users, which read when they are called: scripts make apps of what they say.
extension DeclarationHost {
  func readRecording(in frame: borrowing LuaFrame) throws(LuaFailure) -> LuaReturn {
    let origin = try declare("usage.trace", 1, in: frame)
    let recording = try read(origin, UsageKeys.trace, in: frame) {
      (source, options) throws(UserModelError) in try UsageTrace(source, options: options)
    }
    recordings[origin.number] = recording
    let apps = recording.apps.map { app in
      LuaValue.table([
        LuaEntry(key: .text("name"), value: .text(app.name)),
        LuaEntry(key: .text("label"), value: .text(app.label)),
        LuaEntry(key: .text("opens"), value: .integer(app.opens)),
      ])
    }
    frame.push(
      LuaValue.table([
        LuaEntry(key: .text("apps"), value: .list(apps)),
        LuaEntry(key: .text("startsAt"), value: .number(recording.startsAt.seconds)),
        LuaEntry(key: .text("span"), value: .number(recording.span.seconds)),
        LuaEntry(key: .text("begins"), value: .number(recording.begins.seconds)),
      ]))
    note(origin, of: frame.count, in: frame)
    return .values(1)
  }

  func readBattery(in frame: borrowing LuaFrame) throws(LuaFailure) -> LuaReturn {
    let origin = try declare("usage.battery", 1, in: frame)
    let place = Place(origin.constructor, origin: origin, problems: problems)
    var draft = UsageKeys.BatteryDraft()
    guard UsageKeys.battery.read(try table(1, in: frame), at: place, into: &draft),
      let (_, bytes) = file(draft.file, at: place.key("file"))
    else { throw ProblemLog.stop }
    let battery: BatteryRecording
    do throws(UserModelError) {
      battery = try BatteryRecording(
        bytes, name: draft.file, format: draft.format,
        begins: draft.begins.map { TimeSpan.seconds($0) })
    } catch {
      place.reportAsIs("\(place.name): \(error.description)")
      throw ProblemLog.stop
    }
    batteries[origin.number] = battery
    frame.push(
      LuaValue.table([
        LuaEntry(key: .text("startsAt"), value: .number(battery.startsAt.seconds)),
        LuaEntry(key: .text("span"), value: .number(battery.span.seconds)),
        LuaEntry(key: .text("begins"), value: .number(battery.begins.seconds)),
      ]))
    note(origin, of: frame.count, in: frame)
    return .values(1)
  }

  /// `usage.users { file =, format = }`: a list of the users' names.
  func readUsers(in frame: borrowing LuaFrame) throws(LuaFailure) -> LuaReturn {
    let origin = try declare("usage.users", 1, in: frame)
    let users = try read(origin, UsageKeys.recording, in: frame) { source, _ in source.users }
    return frame.result(LuaValue.list(users.map(LuaValue.text)))
  }

  /// Reads the recording that a constructor's table names. Problems are put down.
  private func read<Found>(
    _ origin: ScriptTable.Origin, _ keys: Keys<UsageKeys.TraceDraft>,
    in frame: borrowing LuaFrame,
    _ body: (UsageRecording, UsageTrace.Options) throws(UserModelError) -> Found
  ) throws(LuaFailure) -> Found {
    let place = Place(origin.constructor, origin: origin, problems: problems)
    var draft = UsageKeys.TraceDraft()
    guard keys.read(try table(1, in: frame), at: place, into: &draft),
      let (path, bytes) = file(draft.file, at: place.key("file"))
    else { throw ProblemLog.stop }
    do throws(UserModelError) {
      let source = try shelf.recording(
        in: bytes, at: path, name: draft.file, format: draft.format)
      return try body(source, draft.options)
    } catch {
      place.reportAsIs("\(place.name): \(error.description)")
      throw ProblemLog.stop
    }
  }

  /// A file, sought beside the script and then where the command was given; nil after reporting why
  /// there is none.
  private func file(_ name: String, at place: Place) -> (path: String, bytes: [UInt8])? {
    do throws(ScriptFileError) {
      for path in [resolved(name), name] {
        if let bytes = try files.contents(of: path) { return (path, bytes) }
      }
      place.report("no such file (\(quoted(name))); name it relative to the script")
    } catch {
      place.report(error.description)
    }
    return nil
  }
}
