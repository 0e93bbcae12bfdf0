import Foundation

/// Returns what `body` makes of each item, on several threads, in the order of the items.
///
/// - Parameters:
///   - jobs: the most threads.
///   - stackBytes: the stack of each.
///   - goesOn: asked before each item; once it is false no further item is begun. Called on any of
///     the threads.
/// - Returns: the results of the items up to the first that was not begun.
public func parallelMap<Item: Sendable, Result: Sendable>(
  _ items: [Item], jobs: Int, stackBytes: Int, goesOn: @escaping @Sendable () -> Bool = { true },
  _ body: @escaping @Sendable (Item) -> Result
) -> [Result] {
  let work = Locked((begun: 0, results: [Result?](repeating: nil, count: items.count)))
  let gone = DispatchGroup()
  for _ in 0..<min(jobs, items.count) {
    gone.enter()
    let thread = Thread {
      while goesOn(),
        let place = work.withLock({ work in
          guard work.begun < items.count else { return Int?.none }
          defer { work.begun += 1 }
          return work.begun
        })
      {
        let result = body(items[place])
        work.withLock { $0.results[place] = result }
      }
      gone.leave()
    }
    thread.stackSize = stackBytes
    thread.start()
  }
  gone.wait()
  // Items are begun in order, so those with a result are the first ones.
  return work.withLock { $0.results.prefix { $0 != nil }.compactMap { $0 } }
}
