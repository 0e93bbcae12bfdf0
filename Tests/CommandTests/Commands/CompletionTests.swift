import Foundation
import TestSizes
import Testing

@testable import dormouse

@Suite("Completions and manual pages")
struct CompletionTests {
  /// What a shell says when it is given a script, with the completions and the command beside it.
  private func shell(_ line: String) throws -> String {
    let place = try Workplace()
    for shell in Completions.allCases {
      try place.write(shell.script(of: Dormouse.catalogue), to: "c.\(shell.rawValue)")
    }
    let outcome = try place.shell(line)
    #expect(outcome.status == 0, "\(outcome.errors)")
    return outcome.output
  }

  /// The words that bash offers for a line, of which the last is completed.
  private func bash(_ words: String...) throws -> [String] {
    let list = words.map { "'\($0)'" }.joined(separator: " ")
    return try shell(
      "bash -c 'source ./c.bash; COMP_WORDS=(dormouse \(list.replacing("'", with: "\""))); "
        + "COMP_CWORD=\(words.count); _dormouse; printf \"%s\\n\" \"${COMPREPLY[@]}\"'"
    ).split(separator: "\n").map(String.init)
  }

  @Test("bash completes commands, options and the words that options take")
  func inBash() throws {
    #expect(try bash("co") == ["compare", "completions"])
    #expect(try bash("run", "--pol") == ["--policy"])
    #expect(try bash("report", "--format", "mark") == ["markdown"])
    #expect(try bash("completions", "f") == ["fish"])
    #expect(try bash("help", "mus") == ["museum"])
    // Files are bash's own matter.
    #expect(try bash("run", "w") == [])
    #expect(try bash("run", "--trace", "t") == [])
  }

  @Test("fish completes them, and zsh reads its script", .fullSize)
  func inOthers() throws {
    func fish(_ line: String) throws -> [String] {
      try shell("HOME=. fish -N -c 'source ./c.fish; complete -C \"\(line)\"'")
        .split(separator: "\n").map { String($0.split(separator: "\t")[0]) }
    }
    #expect(try fish("dormouse mus") == ["museum"])
    #expect(try fish("dormouse report --format mark") == ["markdown"])
    #expect(try fish("dormouse run --tim") == ["--timeline"])
    #expect(try shell("zsh -f -n ./c.zsh") == "")
  }

  @Test("zsh completes them, typed into a terminal", .fullSize)
  func inZsh() throws {
    let place = try Workplace()
    try place.write(Completions.zsh.script(of: Dormouse.catalogue), to: "c.zsh")
    try place.write(Self.terminal, to: "terminal.py")
    let typed = ["dormouse muse", "dormouse report --format mark", "dormouse run --timel"]
    let outcome = try place.shell(
      "python3 terminal.py \(typed.map { "'\($0)'" }.joined(separator: " "))")
    #expect(
      outcome.output == """
        dormouse museum
        dormouse report --format markdown
        dormouse run --timeline

        """, "\(outcome.errors)")
  }

  /// Starts zsh in a terminal of its own, types lines with a tab behind each, and prints what stands
  /// there then, without waiting for anything but zsh.
  private static let terminal = #"""
    import os, pty, re, select, sys, time

    child, terminal = pty.fork()
    if child == 0:
        os.environ["TERM"] = "dumb"
        os.execvp("zsh", ["zsh", "-f", "-i"])

    def read(mark):
        text, limit = b"", time.time() + 60
        while not re.search(mark, text) and time.time() < limit:
            if select.select([terminal], [], [], 1)[0]:
                text += os.read(terminal, 4096)
        return re.search(mark, text)

    os.write(terminal, b"PS1=; autoload -Uz compinit; compinit -u -D; source ./c.zsh; echo REA''DY\n")
    read(rb"READY\r")
    for line in sys.argv[1:]:
        # Whatever stands in the line then is printed: to its beginning, to its end, and return.
        os.write(terminal, line.encode() + b"\t\x01print -r -- 'GOT \x05'\n")
        print(read(rb"\nGOT ([^\r]*)\r").group(1).decode().strip(), flush=True)
    os.kill(child, 9)
    """#

  @Test("every command and option is in the script of each shell", arguments: Completions.allCases)
  func everything(shell: Completions) {
    let script = shell.script(of: Dormouse.catalogue)
    for command in Dormouse.catalogue {
      #expect(script.contains(command.name))
      for option in command.options {
        let name = shell == .fish ? "-l \(option.name) " : "--\(option.name)"
        #expect(
          script.contains(name) || script.contains("-l \(option.name)\n"), "\(command.name) \(name)"
        )
      }
    }
  }

  @Test("words that an option offers are words that it takes")
  func words() throws {
    for command in Dormouse.catalogue {
      for option in command.options {
        #expect(option.words.isEmpty || option.value != nil, "\(command.name) --\(option.name)")
        #expect(option.words.allSatisfy { !$0.contains(" ") })
      }
    }
  }

  @Test("man writes a page for each command, with its options")
  func manual() throws {
    let place = try Workplace()
    let outcome = try place.run("man", "pages/man1")
    #expect(outcome.status == 0, "\(outcome.errors)")
    for command in Dormouse.catalogue {
      let page = try place.read("pages/man1/dormouse-\(command.name).1")
      #expect(page.contains(".Nd \(command.summary)\n"))
      for option in command.options { #expect(page.contains("Fl -\(option.name)")) }
    }
    #expect(try place.read("pages/man1/dormouse.1").contains(".It Cm museum\n"))
    try place.write("", to: "file")
    #expect(try place.run("man", "file/man1").status == 74)
  }

  @Test("mandoc finds nothing wrong with the manual pages", .fullSize)
  func manualLint() throws {
    let place = try Workplace()
    #expect(try place.run("man", "pages/man1").status == 0)
    let lint = try place.shell("mandoc -T lint pages/man1/*.1")
    #expect(lint.status == 0 && lint.output.isEmpty, "\(lint.output)\(lint.errors)")
  }

  @Test("another shell is refused, with the one that was probably meant")
  func refusal() throws {
    let outcome = try Workplace().run("completions", "bach")
    #expect(outcome.status == 64)
    #expect(outcome.errors == "completions: there is no such shell (bach); did you mean bash?\n")
  }
}
