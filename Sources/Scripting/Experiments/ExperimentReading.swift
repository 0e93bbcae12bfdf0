import Device
import Simulation

/// Makes the parts of an experiment of the table that a script has written, reporting all that is
/// wrong with them.
struct ExperimentReading {
  let host: DeclarationHost
  let place: Place

  /// The policies, each once.
  func policies(_ value: PlacedValue) -> [LoadedExperiment.Policy] {
    var policies: [LoadedExperiment.Policy] = []
    for item in items(value, what: "policies") {
      guard let policy = policy(item) else { continue }
      // Labels show that a policy is compared with itself on purpose.
      let isThere = policies.contains { other in
        other.label == policy.label
          || other.source == policy.source && [other, policy].allSatisfy { $0.label == $0.name }
      }
      if isThere {
        item.place.report(
          "there already (\(quoted(policy.label))); name each policy once, or give it a label")
      } else {
        policies.append(policy)
      }
    }
    return policies
  }

  /// A policy as written, or with its label.
  private func policy(_ item: PlacedValue) -> LoadedExperiment.Policy? {
    var draft = ExperimentKeys.PolicyDraft()
    if case .table(let table) = item.value {
      guard ExperimentKeys.policy.read(table, at: item.place, into: &draft) else { return nil }
    } else {
      guard let text = item.value.text(at: item.place) else { return nil }
      draft.policy = text
    }
    let written = PlacedText(text: draft.policy, place: item.place)
    return LoadedExperiment.Policy(
      label: draft.label.isEmpty ? draft.policy : draft.label, name: draft.policy,
      source: policySource(written), location: item.place.location)
  }

  private func policySource(_ item: PlacedText) -> String {
    guard item.text.hasSuffix(".lua") else { return item.text }
    let path = host.resolved(item.text)
    isThere(path, item, else: "give a policy's name or .lua file")
    return path
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

  /// The label of the baseline; nil after reporting that it is none.
  func baseline(
    _ value: PlacedValue?, among policies: [LoadedExperiment.Policy]
  ) -> String? {
    guard let value else { return policies.first?.label }
    guard let text = value.value.text(at: value.place) else { return nil }
    let labels = policies.map(\.label)
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
    guard let value else { return false }
    if value.value == .opaque("function") { return true }
    value.place.report("not a function (\(value.value.shown)); write function(...) ... end")
    return false
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
