import Device
import Simulation

/// Makes the parts of an experiment of the table that a script has written, reporting all that is
/// wrong with them.
struct ExperimentReading {
  let host: DeclarationHost
  let place: Place
  /// Where the names of policies are read from.
  let files: InputFiles

  /// The policies, each once.
  func policies(_ value: PlacedValue) -> [LoadedExperiment.Policy] {
    var policies: [LoadedExperiment.Policy] = []
    for item in items(value, what: "policies") {
      for (written, isLabelled) in self.policies(of: item) {
        var policy = written
        // Two scripts may have the same name; then the second goes by its file.
        if !isLabelled, policies.contains(where: { $0.label == policy.label }),
          !policies.contains(where: { $0.source == policy.source })
        {
          policy.label = policy.name
        }
        // Labels show that a policy is compared with itself on purpose.
        let isThere = policies.contains { other in
          other.label == policy.label
            || other.source == policy.source && [other, policy].allSatisfy { $0.label == $0.name }
        }
        if isThere {
          let remedy =
            isLabelled ? "give it another label" : "name each policy once, or give it a label"
          item.place.report(
            "there already (\(quoted(isLabelled ? policy.label : policy.name))); \(remedy)")
        } else {
          policies.append(policy)
        }
      }
    }
    return policies
  }

  /// A policy as written, or with its label, or one for each combination of what is set.
  private func policies(
    of item: PlacedValue
  ) -> [(policy: LoadedExperiment.Policy, isLabelled: Bool)] {
    var draft = ExperimentKeys.PolicyDraft()
    if case .table(let table) = item.value {
      guard ExperimentKeys.policy.read(table, at: item.place, into: &draft) else { return [] }
    } else {
      guard let text = item.value.text(at: item.place) else { return [] }
      draft.policy = text
    }
    let written = PolicyText(draft.policy)
    var source = written
    if written.isFile {
      source.subject = host.resolved(written.subject)
      let file = PlacedText(text: written.subject, place: item.place)
      isThere(source.subject, file, else: "give a policy's name or .lua file")
    }
    let before = host.problems.count
    let grid = ParameterGrid(draft.parameters, host.problems)
    guard host.problems.count == before else { return [] }
    return grid.settings.map { setting in
      let name = PolicyText(written, setting).text
      let source = PolicyText(source, setting)
      let label =
        draft.label.isEmpty
        ? ownName(of: source) ?? name : PolicyText(PolicyText(draft.label), setting).text
      let policy = LoadedExperiment.Policy(
        label: label, name: name, source: source.text, file: source.isFile ? source.subject : nil,
        location: item.place.location)
      return (policy, !draft.label.isEmpty)
    }
  }

  /// The name that a policy's script gives it; nil for other policies, and where the script has
  /// mistakes, which are reported when it is loaded to be run.
  private func ownName(of policy: PolicyText) -> String? {
    guard policy.isFile else { return nil }
    return try? ScriptedPolicy.load(
      policy.subject, settings: policy.settings, seed: 1, apps: [], files: files,
      luaPath: Array(host.luaPath.dropFirst())
    ).name
  }

  /// Whether a file is there; reports if it is not.
  @discardableResult
  private func isThere(_ path: String, _ item: PlacedText, else advice: String) -> Bool {
    do throws(ScriptFileError) {
      if try host.files.contents(of: path) != nil { return true }
      item.place.report("no such file (\(quoted(item.text))); \(advice)")
    } catch {
      item.place.report(error.description)
    }
    return false
  }

  /// The label of the baseline, which may also be named as it is written; nil after reporting that
  /// it is none.
  func baseline(
    _ value: PlacedValue?, among policies: [LoadedExperiment.Policy]
  ) -> String? {
    guard let value else { return policies.first?.label }
    guard let text = value.value.text(at: value.place) else { return nil }
    let labels = policies.map(\.label)
    if let written = policies.first(where: { $0.name == text }), !labels.contains(text) {
      return written.label
    }
    if !labels.contains(text), !labels.isEmpty {
      let advice = advice(for: text, among: labels, what: "policy")
      value.place.report("none of the policies (\(quoted(text))); \(advice)")
    }
    return text
  }

  func metrics(_ value: PlacedValue?) -> [LoadedExperiment.Mention] {
    guard let value else { return [] }
    var metrics: [LoadedExperiment.Mention] = []
    for item in texts(value, what: "metrics") {
      if metrics.contains(where: { $0.name == item.text }) {
        item.place.report("there already (\(quoted(item.text))); name each metric once")
      }
      metrics.append(.init(name: item.text, location: item.place.location))
    }
    return metrics
  }

  func blocks(_ value: PlacedValue?, of grid: ParameterGrid) -> [String] {
    guard let value else { return [] }
    let known = grid.axes.map(\.name)
    if grid.isSample {
      value.place.report(
        "not with a sample (\(value.value.shown)); leave it out, for seeds are units already")
      return []
    }
    let items = texts(value, what: "parameters")
    for (number, item) in items.enumerated() {
      if !known.contains(item.text) {
        let advice = advice(for: item.text, among: known, what: "parameter")
        item.place.report("no such parameter (\(quoted(item.text))); \(advice)")
      } else if items[..<number].contains(where: { $0.text == item.text }) {
        item.place.report("there already (\(quoted(item.text))); name each parameter once")
      }
    }
    return items.map(\.text)
  }

  func precision(
    _ value: PlacedValue?, replications: Int
  ) -> LoadedExperiment.Precision? {
    guard let value, let table = value.value.table(of: "precision", at: value.place) else {
      return nil
    }
    var draft = ExperimentKeys.PrecisionDraft()
    guard ExperimentKeys.precision.read(table, at: value.place, into: &draft),
      let metric = draft.metric, let name = metric.value.text(at: metric.place)
    else { return nil }
    if draft.maximum < replications {
      value.place.key("maximum").report(
        "below the replications (\(draft.maximum)); give at least \(replications)")
    }
    return LoadedExperiment.Precision(
      metric: .init(name: name, location: metric.place.location),
      isOfDifferences: draft.isOfDifferences, halfWidth: draft.halfWidth,
      halfWidthLocation: value.place.key("halfWidth").location, maximum: draft.maximum)
  }

  func scenario(_ value: PlacedValue) -> ScenarioSource? {
    if value.value == .opaque("function") { return .function }
    guard case .string = value.value else {
      value.place.report(
        "no scenario (\(value.value.shown)); give a file or function(p) return scenario { ... } end"
      )
      return nil
    }
    guard let text = value.value.text(at: value.place) else { return nil }
    let path = host.resolved(text)
    let advice = "name a .lua file, relative to the experiment"
    let item = PlacedText(text: text, place: value.place)
    return isThere(path, item, else: advice) ? .file(path) : nil
  }

  /// Whether there is a function; reports what is no function.
  func hasFunction(_ value: PlacedValue?) -> Bool {
    value?.isFunction ?? false
  }

  private struct PlacedText {
    let text: String
    let place: Place
  }

  /// One text, or a list of them that is not empty.
  private func texts(_ value: PlacedValue, what: String) -> [PlacedText] {
    items(value, what: what).compactMap { item in
      item.value.text(at: item.place).map { PlacedText(text: $0, place: item.place) }
    }
  }

  /// One text, or a list of whatever that is not empty.
  private func items(_ value: PlacedValue, what: String) -> [PlacedValue] {
    if case .string = value.value { return [value] }
    guard let list = value.value.list(of: what, at: value.place) else { return [] }
    if list.isEmpty { value.place.report("empty (no \(what)); give at least one") }
    return list
  }
}

extension PolicyText {
  /// A policy with the values of a setting behind what is set.
  fileprivate init(_ policy: PolicyText, _ setting: LoadedExperiment.Setting) {
    self = policy
    for value in setting.values { set(value.name, to: value.text) }
  }
}
