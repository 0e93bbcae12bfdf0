import Foundation
import Testing

@testable import Studio

@Suite("The studio's server")
struct StudioTests {
  @Test("the page and its parts are there, and may load nothing from elsewhere")
  func page() throws {
    let client = try Client(Workfolder())
    for (path, part) in [
      ("", "<title>Dormouse studio</title>"), ("studio.js", "askFor"), ("studio.css", "--ground"),
      ("editor.js", "CodeMirror"), ("editor.css", ".CodeMirror"),
    ] {
      let answer = client.ask(path)
      #expect(answer.status == 200 && answer.body.contains(part), "\(path)")
      #expect(answer.head.contains("default-src 'none'"))
      #expect(answer.head.contains("Referrer-Policy: no-referrer"))
    }
    #expect(client.ask("nothing").status == 404)
  }

  @Test("who has no token, or comes from another page, gets nothing")
  func strangers() throws {
    let client = try Client(Workfolder(["a.lua": "secret"]))
    let host = "127.0.0.1:\(client.port)"
    let none = client.send("GET /about HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n")
    let wrong = client.send(
      "GET /\(String(repeating: "0", count: 32))/file?path=a.lua HTTP/1.1\r\nHost: \(host)\r\n"
        + "Connection: close\r\n\r\n")
    let answers = [
      none, wrong, client.ask("file?path=a.lua", headers: ["Origin: http://example.org"]),
      client.ask("file?path=a.lua", headers: ["Origin: null"]),
      client.ask("file?path=a.lua", headers: ["Host: example.org:\(client.port)"]),
    ]
    for answer in answers {
      #expect(answer.status == 403)
      #expect(!answer.body.contains("secret"))
    }
    #expect(client.ask("file?path=a.lua", headers: ["Origin: http://\(host)"]).body == "secret")
    #expect(
      client.ask("file?path=a.lua", headers: ["Host: localhost:\(client.port)"]).status == 200)
  }

  @Test("a file is read, saved over what was read, and refused where it has changed")
  func files() throws {
    let work = try Workfolder(["sub/ä b.lua": "one"])
    let client = try Client(work)
    #expect(client.ask("files").body.contains("\"path\":\"sub/ä b.lua\""))
    let read = client.ask("file?path=sub/%C3%A4+b.lua")
    #expect(read.body == "one")
    let version =
      read.head.split(separator: "\r\n").first { $0.hasPrefix("X-Version") }?
      .split(separator: " ").last.map(String.init) ?? ""
    let saved = client.ask(
      "file?path=sub/%C3%A4%20b.lua&version=\(version)", method: "PUT", body: "two")
    #expect(saved.status == 200)
    #expect(work.text(of: "sub/ä b.lua") == "two")
    let late = client.ask(
      "file?path=sub/%C3%A4%20b.lua&version=\(version)", method: "PUT", body: "three")
    #expect(late.status == 409 && late.body.contains("it was changed meanwhile"))
    #expect(client.ask("file?path=none.lua").status == 404)
    let large = client.ask(
      "file?path=large.lua", method: "PUT", body: String(repeating: "x", count: 17 << 20))
    #expect(large.status == 413)
    #expect(work.text(of: "large.lua") == nil)
  }

  @Test(
    "commands are run with what the page chose, and with nothing else",
    arguments: [
      (
        "run?path=a.lua&policy=first-come&seed=2&set=x=1&set=y=2&at=13:05&then=open+a%3B+home",
        "run a.lua --html /dev/fd/3 --policy=first-come --seed=2 --at=13:05 --then=open a; home --set=x=1 --set=y=2"
      ),
      ("run?path=-x.lua&policy=", "run ./-x.lua --html /dev/fd/3"),
      ("check", "check --format=json --no-luacheck . --no-run"),
      ("check?path=sub/a.lua", "check --format=json --no-luacheck sub/a.lua"),
      ("test", "test ."),
      ("new?path=sub/b&kind=app", "new app sub/b"),
    ])
  func commands(path: String, words: String) throws {
    let client = try Client(Workfolder())
    let answer = client.ask(path, method: "POST")
    #expect(answer.body.contains("\"output\":\"\(words)\\n\""), "\(answer.body)")
    #expect(answer.body.contains("\"status\":0"))
  }

  @Test(
    "no command gets a path elsewhere, or an option for one",
    arguments: [
      "run", "run?path=", "run?path=../a.lua", "run?path=/etc/a.lua", "check?path=a/../../b",
      "new?path=a&kind=--help", "new?path=a",
    ])
  func refusedCommands(path: String) throws {
    let client = try Client(Workfolder())
    #expect(client.ask(path, method: "POST").status == 404)
    #expect(client.ask(path, method: "GET").status == 404)
  }

  /// A program that acts on its second argument.
  private func program(in work: Workfolder) throws -> String {
    try work.write(
      """
      #!/bin/sh
      case "$2" in
        page) printf '<p>page</p>' >&3 ;;
        status) echo wrong >&2; exit 65 ;;
        long) sleep 600 & echo $! > child; wait ;;
        .) echo > began; sleep 600 ;;
        large) head -c 3000000 /dev/zero | tr '\\0' x ;;
      esac
      """, to: "program.sh")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: "\(work.path)/program.sh")
    return "\(work.path)/program.sh"
  }

  private func wait(until isSo: () -> Bool) {
    while !isSo() { Thread.sleep(forTimeInterval: 0.002) }
  }

  @Test("what a run writes is given back: its page, its errors, much of it")
  func outcomes() throws {
    let work = try Workfolder()
    let client = try Client(work, program: program(in: work))
    let page = client.ask("run?path=page", method: "POST")
    #expect(page.body.contains("\"page\":1"))
    #expect(client.ask("page/1").body == "<p>page</p>")
    #expect(client.ask("page/2").status == 404)
    #expect(client.ask("page/0").body == "<p>no run yet</p>")
    let wrong = client.ask("run?path=status", method: "POST")
    #expect(wrong.body.contains("\"status\":65") && wrong.body.contains("\"errors\":\"wrong\\n\""))
    #expect(client.ask("run?path=large", method: "POST").body.utf8.count > 3_000_000)
  }

  @Test(
    "a newer run of a window ends the one before and all that it began; another window's goes on")
  func newer() throws {
    let work = try Workfolder()
    let client = try Client(work, program: program(in: work))
    let first = client.begin("run?path=long&window=a")
    wait { work.text(of: "child")?.hasSuffix("\n") == true }
    #expect(client.ask("run?path=page&window=b", method: "POST").body.contains("\"ending\":null"))
    #expect(client.ask("run?path=page&window=a", method: "POST").body.contains("\"ending\":null"))
    // The answer comes once nobody holds the pipes any longer, what the command began included.
    #expect(first.answer()?.body.contains("something newer was asked for") == true)
  }

  @Test("commands beyond the number that may run wait, and can be stopped while they wait")
  func waiting() throws {
    let work = try Workfolder()
    let client = try Client(work, program: program(in: work), jobs: 1)
    let first = client.begin("run?path=long&window=a")
    wait { work.text(of: "child")?.hasSuffix("\n") == true }
    let second = client.begin("run?path=page&window=b")
    let third = client.begin("run?path=page&window=c")
    Thread.sleep(forTimeInterval: 0.05)
    _ = client.ask("stop?window=b", method: "POST")
    #expect(second.answer()?.body.contains("it was stopped") == true)
    _ = client.ask("stop?window=a", method: "POST")
    #expect(first.answer()?.body.contains("it was stopped") == true)
    #expect(third.answer()?.body.contains("\"page\":1") == true)
  }

  @Test("a run waits for no test; after a save it ends the test before it")
  func urgent() throws {
    let work = try Workfolder()
    let client = try Client(work, program: program(in: work), jobs: 1)
    let test = client.begin("test?window=a")
    wait { work.text(of: "began") != nil }
    #expect(client.ask("run?path=page&window=a", method: "POST").body.contains("\"page\":1"))
    let other = client.ask("run?path=page&window=b&after=save", method: "POST")
    #expect(other.body.contains("\"page\":2"))
    #expect(
      client.ask("run?path=page&window=a&after=save", method: "POST").body.contains("\"page\":3"))
    #expect(test.answer()?.body.contains("something newer was asked for") == true)
  }

  @Test("no command writes through a link out of the folder")
  func links() throws {
    let outside = try Workfolder()
    let work = try Workfolder()
    try FileManager.default.createSymbolicLink(
      atPath: "\(work.path)/out", withDestinationPath: outside.path)
    let client = try Client(work)
    #expect(client.ask("new?path=out/a&kind=app", method: "POST").status == 404)
    #expect(client.ask("run?path=out/a.lua", method: "POST").status == 404)
  }

  @Test("who goes away before the answer harms nobody, nor does nonsense")
  func rude() throws {
    let work = try Workfolder()
    let client = try Client(work, program: program(in: work))
    for text in [
      "POST \(client.root)run?path=long&window=a HTTP/1.1\r\nHost: 127.0.0.1:\(client.port)\r\n\r\n",
      "GET", "\0\0\0", "GET / HTTP/9\r\n\r\n", "DELETE \(client.root) HTTP/1.1\r\n\r\n",
      "GET \(String(repeating: "x", count: 100_000)) HTTP/1.1\r\n\r\n",
      "PUT \(client.root)file?path=a.lua HTTP/1.1\r\nHost: 127.0.0.1:\(client.port)\r\nContent-Length: 99\r\n\r\nx",
    ] {
      let descriptor = client.open()
      client.write(text, to: descriptor)
      close(descriptor)
    }
    #expect(client.ask("about").status == 200)
    _ = client.ask("stop?window=a", method: "POST")
    #expect(client.ask("about").body.contains("first-come"))
    #expect(work.text(of: "a.lua") == nil)
  }
}
