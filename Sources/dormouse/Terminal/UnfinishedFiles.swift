import CTerminal

/// The files that would be left half written if the program were ended now. Whatever ends it, a
/// signal or a fault of its own, removes them.
enum UnfinishedFiles {
  /// Registers a file to be removed if the program is ended before `finished`. To be called before
  /// the file is made. From then on signals are caught, whether or not a run heeds them.
  static func began(_ path: String) {
    Interruption.catchSignals()
    unsafe dm_file_began(path)
  }

  static func finished(_ path: String) { unsafe dm_file_finished(path) }

  /// Removes the registered files.
  static func remove() { dm_remove_unfinished() }
}
