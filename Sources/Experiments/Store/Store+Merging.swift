extension Store {
  /// Joins stores of parts of one plan into a new store, made whole or not at all; its results
  /// equal those of one store of the whole plan.
  ///
  /// Parts of different plans, of different files or of different versions, and parts in which one
  /// run has different results, are refused. Memory does not grow with the number of runs.
  public static func merge(_ parts: [String], into path: String) throws(StoreError) {
    let exists = StoreError.unusable(
      "\(path): it exists already; name another file, or remove it")
    guard DiskFile.kind(of: path) == .absent else { throw exists }
    let isMade = try make(at: path) { connection throws(StoreError) in
      var first: MergePart?
      let target = MergeTarget(connection: connection, path: path)
      for name in parts {
        let part = try MergePart(name)
        if let first { try part.check(against: first) } else { try target.begin(part) }
        first = first ?? part
        try target.add(part)
      }
    }
    guard isMade else { throw exists }
  }

  /// Returns the files that a merge leaves behind when it is ended from outside, to be removed
  /// then.
  public static func unfinishedFiles(of path: String) -> [String] {
    let temporary = DiskFile.temporaryName(beside: path)
    return [temporary, "\(temporary)-journal"]
  }
}

/// One of the stores that are merged.
struct MergePart {
  let store: Store
  let experiment: Experiment
  let digest: String
  private let origin: Store.Session?

  init(_ path: String) throws(StoreError) {
    let store = try Store(path, access: .read)
    experiment = try store.experiment()
    digest = try store.attempt { () throws(SQLiteError) in
      try store.connection.text("SELECT digest FROM plans ORDER BY id DESC LIMIT 1")
    }
    origin = try store.sessions().last
    self.store = store
  }

  /// Refuses parts that do not belong together.
  func check(against other: MergePart) throws(StoreError) {
    let path = store.path
    let otherPath = other.store.path
    guard experiment == other.experiment else {
      throw .unusable(
        "\(path): it is part of another plan than \(otherPath); merge the shards of one plan")
    }
    try checkOrigin(against: other)
    guard digest == other.digest else {
      throw .unusable(
        "\(path): it was made by another build of dormouse than \(otherPath); run all shards with "
          + "one build")
    }
  }

  private func checkOrigin(against other: MergePart) throws(StoreError) {
    let path = store.path
    let otherPath = other.store.path
    guard let origin, let otherOrigin = other.origin else { return }
    let version = origin.provenance.version
    let otherVersion = otherOrigin.provenance.version
    guard version == otherVersion else {
      throw .unusable(
        "\(path): it was made by another dormouse than \(otherPath) (\(version), not "
          + "\(otherVersion)); run all shards with one version")
    }
    let digests = Dictionary(uniqueKeysWithValues: otherOrigin.files.map { ($0.path, $0.digest) })
    let changed = origin.files.first { digests[$0.path, default: $0.digest] != $0.digest }
    if let changed {
      throw .unusable(
        "\(path): it was made from another \(changed.path) than \(otherPath); run all shards with "
          + "the same files")
    }
  }
}
