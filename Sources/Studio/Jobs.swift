import CStudio
import Foundation

/// The commands that work for the studio, a few at a time: each runs in a process of its own, so
/// that one that hangs or fails takes nothing with it.
///
/// Strict memory safety: pointers into arrays are used only while the system is called with them.
final class Jobs {
  /// The result of a command.
  struct Outcome {
    /// Its exit status, or 128 and the number of the signal that ended it.
    let status: Int
    let output: [UInt8]
    let errors: [UInt8]
    /// What it wrote to its descriptor 3.
    let page: [UInt8]
    let seconds: Double
    /// The words on why it was ended; nil: it came to its own end.
    let ending: String?
  }

  /// A command that waits or runs.
  private final class Job {
    let owner: String
    /// Whether somebody looks at what it shows: such a command waits for no others.
    let isUrgent: Bool
    let arguments: [String]
    let done: (Outcome) -> Void
    var process: Int32 = 0
    var began = ContinuousClock.now
    var streams = [Stream(), Stream(), Stream()]
    var ending: String?

    init(
      _ owner: String, isUrgent: Bool, _ arguments: [String],
      _ done: @escaping (Outcome) -> Void
    ) {
      self.owner = owner
      self.isUrgent = isUrgent
      self.arguments = arguments
      self.done = done
    }
  }

  private struct Stream {
    var descriptor: Int32 = -1
    var event = 0
    var bytes: [UInt8] = []
  }

  static let newer = "something newer was asked for"
  /// The most bytes that are kept of one stream.
  private static let mostBytes = 256 << 20

  private let loop: EventLoop
  private let program: String
  private let folder: String
  private let most: Int
  private var waiting: [Job] = []
  private var running: [Job] = []

  /// - Parameters:
  ///   - program: the path of the command.
  ///   - folder: where it runs.
  ///   - most: how many run at a time.
  init(_ loop: EventLoop, program: String, folder: String, most: Int) {
    self.loop = loop
    self.program = program
    self.folder = folder
    self.most = most
  }

  /// Runs a command as soon as there is room, of which the urgent ones have their own. What the
  /// same owner had begun before is ended.
  func run(
    _ arguments: [String], for owner: String, isUrgent: Bool = false,
    _ done: @escaping (Outcome) -> Void
  ) {
    end(owner, because: Jobs.newer)
    waiting.append(Job(owner, isUrgent: isUrgent, arguments, done))
    startNext()
  }

  /// Ends what an owner has begun.
  func end(_ owner: String, because ending: String) {
    for job in running where job.owner == owner { end(job, because: ending) }
    let left = waiting.filter { $0.owner == owner }
    waiting.removeAll { $0.owner == owner }
    for job in left { job.done(Jobs.unborn(ending)) }
  }

  /// Ends all.
  func endAll() {
    for job in running { dm_child_end(job.process) }
  }

  private func end(_ job: Job, because ending: String) {
    guard job.ending == nil else { return }
    job.ending = ending
    dm_child_end(job.process)
  }

  private static func unborn(_ ending: String) -> Outcome {
    Outcome(status: 128, output: [], errors: [], page: [], seconds: 0, ending: ending)
  }

  private func startNext() {
    while let next = waiting.firstIndex(where: { job in
      running.count { $0.isUrgent == job.isUrgent } < most
    }) {
      start(waiting.remove(at: next))
    }
  }

  private func start(_ job: Job) {
    var ends: [Int32] = [-1, -1, -1]
    job.began = .now
    job.process = unsafe Jobs.withCStrings([program] + job.arguments) {
      unsafe dm_child_start(program, $0, folder, &ends)
    }
    guard job.process > 0 else {
      let reason = unsafe String(cString: strerror(-job.process))
      return job.done(Jobs.unborn("\(program) cannot be started: \(reason)"))
    }
    running.append(job)
    for (index, descriptor) in ends.enumerated() {
      job.streams[index].descriptor = descriptor
      job.streams[index].event = loop.whenReadable(descriptor) { [unowned self, unowned job] in
        self.read(index, of: job)
      }
    }
  }

  private static func withCStrings<Result>(
    _ words: [String], _ body: ([UnsafePointer<CChar>?]) -> Result
  ) -> Result {
    func extend(_ pointers: [UnsafePointer<CChar>?], _ index: Int) -> Result {
      guard index < words.count else { return unsafe body(pointers + [nil]) }
      return unsafe words[index].withCString { unsafe extend(pointers + [$0], index + 1) }
    }
    return unsafe extend([], 0)
  }

  private func read(_ index: Int, of job: Job) {
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    let count = unsafe Foundation.read(job.streams[index].descriptor, &buffer, buffer.count)
    if count > 0 {
      job.streams[index].bytes += buffer[..<count]
      if job.streams[index].bytes.count > Jobs.mostBytes {
        end(job, because: "its output is larger than 256 MB; let the run be shorter")
      }
      return
    }
    if count < 0, errno == EAGAIN || errno == EINTR { return }
    loop.cancel(job.streams[index].event)
    close(job.streams[index].descriptor)
    job.streams[index].descriptor = -1
    if job.streams.allSatisfy({ $0.descriptor < 0 }) { finish(job) }
  }

  private func finish(_ job: Job) {
    let status = Int(dm_child_status(job.process))
    running.removeAll { $0 === job }
    let seconds = (ContinuousClock.now - job.began) / .seconds(1)
    job.done(
      Outcome(
        status: status, output: job.streams[0].bytes, errors: job.streams[1].bytes,
        page: job.streams[2].bytes, seconds: seconds, ending: job.ending))
    startNext()
  }
}
