/// The command `dormouse completions`: prints what bash, zsh and fish complete.
enum CompletionsCommand {
  private static let shells = Completions.allCases.map(\.rawValue)

  static let command = Command(
    name: "completions", summary: "print completions for a shell", usage: "SHELL",
    operands: 1...1, words: shells,
    notes: """
      SHELL is bash, zsh or fish. To have it in every session:

        dormouse completions bash > \(Completions.bash.place)
        dormouse completions zsh > _dormouse     in a folder of $fpath
        dormouse completions fish > \(Completions.fish.place)
      """
  ) { (arguments, console) throws(CommandError) in
    let name = arguments.operands[0]
    guard let shell = Completions(rawValue: name) else {
      throw .usage(
        "completions: there is no such shell (\(shown(name))); "
          + advice(for: name, among: shells, otherwise: "give bash, zsh or fish"))
    }
    try console.output.write(shell.script(of: Dormouse.catalogue))
  }
}
