import CStudio
import Foundation
import Simulation

/// The studio: a page in the user's browser on which the scripts of a folder are edited, run and
/// tested, served from this machine to this machine.
///
/// Whoever does not know the token of its address gets nothing, and neither does a page of another
/// origin. Nothing but `save` and `new` writes, and only in the folder.
public final class Studio {
  /// What the studio is told of the program that it belongs to.
  public struct Setting {
    /// The path of the command `dormouse`, which runs and checks.
    public var program: String
    /// The port of 127.0.0.1; 0: one that is free.
    public var port: UInt16
    /// The most commands that run at a time.
    public var jobs: Int
    /// The built-in policies, each with what it does.
    public var policies: [(name: String, about: String)]
    /// The acts of `--then`, for the page's help.
    public var acts: String
    /// A page of a run without its data, in HTML.
    public var emptyPage: [UInt8]

    public init(
      program: String, port: UInt16, jobs: Int, policies: [(name: String, about: String)],
      acts: String, emptyPage: [UInt8]
    ) {
      self.program = program
      self.port = port
      self.jobs = jobs
      self.policies = policies
      self.acts = acts
      self.emptyPage = emptyPage
    }
  }

  private let setting: Setting
  private let folder: Folder
  private let loop: EventLoop
  private let jobs: Jobs
  private var server: WebServer?
  private var pages = KeptPages()
  private let token: String

  /// - Throws: why there is no such folder, or the port cannot be had.
  public init(folder path: String, _ setting: Setting) throws(StudioError) {
    guard let loop = EventLoop() else { throw .port("no memory") }
    self.setting = setting
    self.loop = loop
    folder = try Folder(path)
    jobs = Jobs(loop, program: setting.program, folder: folder.path, most: setting.jobs)
    var random = SystemRandomNumberGenerator()
    let words = (random.next(), random.next())
    token = [words.0, words.1].map {
      let digits = String($0, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
    server = try WebServer(port: setting.port, loop) { [unowned self] in respond(to: $0) }
  }

  /// The address to open in a browser, with the token.
  public var address: String { "http://\(host)/\(token)/" }

  private var host: String { "127.0.0.1:\(server?.port ?? 0)" }

  /// Serves until `isOver`, which is asked some times a second.
  public func run(until isOver: @escaping () -> Bool) {
    loop.every(0.05) { [unowned self] in
      if isOver() { loop.stop() }
    }
    loop.run()
    jobs.endAll()
  }

  // MARK: Requests

  private func respond(to request: WebRequest) {
    guard isOurs(request) else {
      return request.answer(
        403, "text/plain; charset=utf-8",
        Array("This is a page of 'dormouse studio'; open the address that it printed.\n".utf8))
    }
    let name = String(request.path.dropFirst(token.utf8.count + 2))
    switch (request.method, name) {
    case ("GET", "about"): request.answer(about)
    case ("GET", "files"): request.answer(files)
    case ("GET", "file"): read(request)
    case ("PUT", "file"): save(request)
    case ("POST", "run"): run(request)
    case ("POST", "check"): check(request)
    case ("POST", "test"): start(request, "test", ["test", "."])
    case ("POST", "new"): new(request)
    case ("POST", "stop"): stop(request)
    case ("GET", _) where name.hasPrefix("page/"): show(request, Int(name.dropFirst(5)))
    case ("GET", _): part(request, name)
    default: request.refuse(404, "there is nothing of this name")
    }
  }

  /// Whether a request comes from the studio's own page, or is the first of somebody who has the
  /// address. A page of another origin whose name leads to 127.0.0.1 has another host.
  private func isOurs(_ request: WebRequest) -> Bool {
    let hosts = [host, "localhost:\(server?.port ?? 0)"]
    guard let named = request.header("Host"), hosts.contains(named) else { return false }
    if let origin = request.header("Origin"), origin != "http://\(named)" { return false }
    return request.path.hasPrefix("/\(token)/")
  }

  private var about: JSONValue {
    [
      "folder": folder.path, "acts": setting.acts,
      "policies": JSONValue.array(
        setting.policies.map { ["name": $0.name, "about": $0.about] as JSONValue }),
    ]
  }

  private var files: JSONValue {
    let (entries, isCut) = folder.entries()
    return [
      "files": JSONValue.array(
        entries.map {
          ["path": $0.path, "size": $0.size, "version": $0.version] as JSONValue
        }),
      "most": isCut ? Folder.mostFiles : nil,
    ]
  }

  private func part(_ request: WebRequest, _ name: String) {
    var length = 0
    guard let text = unsafe dm_studio_file(name, &length) else {
      return request.refuse(404, "there is nothing of this name")
    }
    let bytes = unsafe Array(UnsafeRawBufferPointer(start: text, count: length))
    let type =
      name.hasSuffix(".css") ? "text/css" : name.hasSuffix(".js") ? "text/javascript" : "text/html"
    request.answer(
      200, "\(type); charset=utf-8", bytes, [("Content-Security-Policy", Studio.policy)])
  }

  /// What the studio's page may load and do.
  private static let policy = """
    default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; connect-src 'self'; \
    frame-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'
    """

  /// Sends a page that a run has made; 0 is one without data.
  private func show(_ request: WebRequest, _ number: Int?) {
    guard let page = number == 0 ? setting.emptyPage : number.flatMap({ pages[$0] }) else {
      return request.refuse(404, "this page is kept no longer; run it again")
    }
    request.answer(
      200, "text/html; charset=utf-8", page,
      [("Content-Security-Policy", "frame-ancestors 'self'")])
  }

  // MARK: Files

  private func read(_ request: WebRequest) {
    do throws(StudioError) {
      let (bytes, version) = try folder.read(request.field("path") ?? "")
      request.answer(200, "text/plain; charset=utf-8", bytes, [("X-Version", version)])
    } catch {
      request.refuse(404, error.reason)
    }
  }

  private func save(_ request: WebRequest) {
    do throws(StudioError) {
      let version = try folder.write(
        request.body, to: request.field("path") ?? "", over: request.field("version"))
      request.answer(["version": version] as JSONValue)
    } catch {
      request.refuse(409, error.reason)
    }
  }

  // MARK: Commands

  private func run(_ request: WebRequest) {
    guard let file = operand(request) else { return }
    var arguments = ["run", file, "--html", "/dev/fd/3"]
    for option in ["policy", "seed", "at", "then"] {
      if let value = request.field(option), !value.isEmpty {
        arguments.append("--\(option)=\(value)")
      }
    }
    for value in request.fields("set") { arguments.append("--set=\(value)") }
    // After a save the checks before it say nothing any more, and the run has all of the machine.
    if request.field("after") == "save" {
      end(["check", "test", "kinds"], of: request, Jobs.newer)
    }
    start(request, "run", arguments, isUrgent: true)
  }

  /// Checks a file; without a path it tells what all files of the folder are.
  private func check(_ request: WebRequest) {
    var arguments = ["check", "--format=json", "--no-luacheck"]
    if request.field("path") == nil {
      arguments += [".", "--no-run"]
    } else {
      guard let file = operand(request) else { return }
      arguments.append(file)
    }
    start(request, request.field("path") == nil ? "kinds" : "check", arguments)
  }

  private func new(_ request: WebRequest) {
    guard let file = operand(request), let kind = request.field("kind"), !kind.hasPrefix("-") else {
      return request.refuse(404, "what kind of script is it?")
    }
    start(request, "new", ["new", kind, file])
  }

  /// The path of a request as an operand; nil: it is none, and the request is answered.
  private func operand(_ request: WebRequest) -> String? {
    let path = request.field("path") ?? ""
    guard folder.holds(path) else {
      request.refuse(404, "it is no file of this folder")
      return nil
    }
    return path.hasPrefix("-") ? "./\(path)" : path
  }

  private func start(
    _ request: WebRequest, _ work: String, _ arguments: [String], isUrgent: Bool = false
  ) {
    jobs.run(arguments, for: owner(request, work), isUrgent: isUrgent) { [unowned self] outcome in
      let page = outcome.page.isEmpty ? nil : pages.keep(outcome.page)
      request.answer(
        [
          "status": outcome.status, "seconds": outcome.seconds,
          "output": String(decoding: outcome.output, as: UTF8.self),
          "errors": String(decoding: outcome.errors, as: UTF8.self),
          "ending": outcome.ending, "page": page,
        ] as JSONValue)
    }
  }

  private func stop(_ request: WebRequest) {
    end(["run", "check", "test", "kinds"], of: request, "it was stopped")
    request.answer([:] as JSONValue)
  }

  private func end(_ works: [String], of request: WebRequest, _ reason: String) {
    for work in works { jobs.end(owner(request, work), because: reason) }
  }

  /// A window of a browser has one command of a kind at a time.
  private func owner(_ request: WebRequest, _ work: String) -> String {
    "\(work) of \(request.field("window") ?? "")"
  }
}

/// The last pages that runs have made.
private struct KeptPages {
  private static let mostPages = 64
  private static let mostBytes = 512 << 20

  private var pages: [(number: Int, bytes: [UInt8])] = []
  private var last = 0

  subscript(number: Int) -> [UInt8]? { pages.first { $0.number == number }?.bytes }

  mutating func keep(_ bytes: [UInt8]) -> Int {
    last += 1
    pages.append((last, bytes))
    while pages.count > 1,
      pages.count > Self.mostPages || pages.reduce(0, { $0 + $1.bytes.count }) > Self.mostBytes
    {
      pages.removeFirst()
    }
    return last
  }
}

extension WebRequest {
  func answer(_ value: JSONValue) { answer(200, "application/json", value.compactBytes) }

  func refuse(_ status: Int32, _ reason: String) {
    answer(status, "application/json", (["error": reason] as JSONValue).compactBytes)
  }
}
