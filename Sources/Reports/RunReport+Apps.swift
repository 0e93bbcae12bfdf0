import Device
import Simulation

// The tables of apps.

extension RunReport {
  /// Returns the tables, in all of which an app has the same name.
  func appTables(_ style: TextStyle) -> [[String]] {
    guard !run.apps.isEmpty else { return [["No apps"]] }
    let tables = [
      backgroundTable(style), fetchTable(style), pushTable(style), requestTable(style),
      transferTable(style), jobTable(style),
    ].compactMap { $0 }
    let room = tables.map { $0.table.nameRoom(within: style.width) }.min() ?? 0
    var names: [String] = []
    var seen = Set<String>()
    for row in tables.flatMap({ $0.table.rows }) where seen.insert(row[0].text).inserted {
      names.append(row[0].text)
    }
    let short = Dictionary(
      zip(names, shortened(names, to: room)), uniquingKeysWith: { first, _ in first })
    return tables.map { title, table in
      var table = table
      table.rows = table.rows.map { row in
        [Table.Cell(text: short[row[0].text] ?? row[0].text)] + row.dropFirst()
      }
      return [style.paint(title, .strong)] + table.lines(style)
    }
  }

  private func backgroundTable(_ style: TextStyle) -> (title: String, table: Table)? {
    let table = appTable(own(AppFigures.background), run.apps, style) {
      [$0.used.seconds, $0.granted.seconds, Double($0.tasksBegun), Double($0.opens)]
    }
    return (hasPool ? "Background time" : "Opens and exits", table)
  }

  /// Returns the figures without those of background tasks and fetches where there are none.
  private func own(_ figures: [Figure<AppStatistics>]) -> [Figure<AppStatistics>] {
    let groups = ["background seconds", "tasks", "fetches", "slot wait"]
    return figures.filter { hasPool || !groups.contains($0.group) }
  }

  /// Returns the table of the apps that fetched, waited to, or follow a server that publishes.
  private func fetchTable(_ style: TextStyle) -> (title: String, table: Table)? {
    let apps = run.apps.filter {
      $0.fetches > 0 || $0[.fetch].occurred || $0.opensWithContent > 0
    }
    guard !apps.isEmpty else { return nil }
    let table = appTable(own(AppFigures.fetch), apps, style) {
      [Double($0.fetches), $0.stillWaiting.seconds, Double($0.opensWithContent)]
    }
    return (hasPool ? "Fetches and freshness" : "Freshness", table)
  }

  private func pushTable(_ style: TextStyle) -> (title: String, table: Table)? {
    let apps = run.apps.filter(\.pushes.occurred)
    guard !apps.isEmpty else { return nil }
    let table = appTable(AppFigures.pushes, apps, style) {
      [Double($0.pushes.sent), Double($0.pushes.delivered)]
    }
    return (hasPool ? "Silent pushes" : "Messages", table)
  }

  private func transferTable(_ style: TextStyle) -> (title: String, table: Table)? {
    let apps = run.apps.filter(\.transfers.occurred)
    guard !apps.isEmpty else { return nil }
    let table = appTable(AppFigures.transfers, apps, style) {
      [Double($0.transfers.begun), Double($0.transfers.underWay)]
    }
    return ("Background transfers", table)
  }

  private func requestTable(_ style: TextStyle) -> (title: String, table: Table)? {
    let apps = run.apps.filter(\.taskRequests.occurred)
    guard !apps.isEmpty else { return nil }
    let table = appTable(AppFigures.taskRequests, apps, style) {
      [Double($0.taskRequests.submitted), Double($0.taskRequests.pending)]
    }
    return ("Requests to BGTaskScheduler", table)
  }

  /// Returns the table of the apps that had jobs, services in the foreground or wake locks.
  private func jobTable(_ style: TextStyle) -> (title: String, table: Table)? {
    let figures = AppFigures.jobs + AppFigures.services
    let apps = run.apps.filter { app in figures.contains { $0.value(app) != nil } }
    guard !apps.isEmpty else { return nil }
    let table = appTable(figures, apps, style) {
      [Double($0.jobs.started), $0.serviceTime.seconds]
    }
    return ("Jobs and services", table)
  }

  /// Returns a table with one row an app; where there are more apps than `style.rows`, the greatest
  /// by `weights`, compared one after the other, and a sum of the rest.
  private func appTable(
    _ figures: [Figure<AppStatistics>], _ apps: [AppStatistics], _ style: TextStyle,
    weights: (AppStatistics) -> [Double]
  ) -> Table {
    let columns =
      [Table.Column(heading: "app")]
      + figures.map { Table.Column(group: $0.group, heading: $0.heading) }
    var table = Table(columns: columns)
    var shown = apps
    if let rows = style.rows, apps.count > rows {
      // The sort is stable: equal apps stay in the scenario's order.
      let ranked = apps.map { (app: $0, weights: weights($0)) }
        .sorted { $1.weights.lexicographicallyPrecedes($0.weights) }.map(\.app)
      shown = Array(ranked.prefix(rows))
      table.footer.append(
        row("\(grouped(apps.count - rows)) others", figures) {
          $0.total(of: ranked.dropFirst(rows))
        })
    }
    table.rows = shown.map { app in row(printable(app.name), figures) { $0.value(app) } }
    if apps.count > 1 {
      table.footer.append(row("all \(grouped(apps.count))", figures) { $0.total(of: apps) })
    }
    return table
  }

  private func row(
    _ name: String, _ figures: [Figure<AppStatistics>],
    _ value: (Figure<AppStatistics>) -> Double?
  ) -> [Table.Cell] {
    [Table.Cell(text: name)]
      + figures.map { figure in
        guard let value = value(figure) else { return Table.Cell(text: "-", ink: .faint) }
        return Table.Cell(text: figure.unit.text(value), ink: value == 0 ? .faint : .plain)
      }
  }

  /// Returns why processes ended: one line a reason, the apps with most such exits first.
  func exits(_ style: TextStyle) -> [String] {
    let lines = ExitReason.allCases.enumerated().flatMap { index, reason -> [String] in
      let apps = run.apps.filter { $0.exits[index] > 0 }
        .sorted { $0.exits[index] > $1.exits[index] }
      guard !apps.isEmpty else { return [] }
      let count = grouped(apps.reduce(0) { $0 + $1.exits[index] })
      let name =
        run.platform.code(of: reason).map { "\(reason.rawValue) (\($0))" } ?? reason.rawValue
      let head = "\(padded(count, to: 6))  " + style.paint(name, reason.isOrderly ? .plain : .bad)
      let list = listed(apps.map { "\(printable($0.name)) \(grouped($0.exits[index]))" }, style)
      guard list.count == 1, 8 + displayWidth(name) + 2 + displayWidth(list[0]) <= style.width
      else { return [head] + list.map { String(repeating: " ", count: 8) + $0 } }
      return ["\(head): \(list[0])"]
    }
    return lines.isEmpty ? [] : [style.paint("Exits by reason", .strong)] + lines
  }

  /// Returns items in wrapped lines; of more than `style.rows` only the first.
  private func listed(_ items: [String], _ style: TextStyle) -> [String] {
    let shown = items.prefix(style.rows ?? items.count)
    let rest = items.count - shown.count
    let text = shown.joined(separator: ", ") + (rest > 0 ? " and \(grouped(rest)) others" : "")
    return wrapped(text, to: style.width - 8)
  }
}
