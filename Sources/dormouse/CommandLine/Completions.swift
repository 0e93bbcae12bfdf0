/// The completions of a shell, made from the commands' own tables.
///
/// The options of a command are known, and the words that some options take; any other value is
/// completed as a file's name.
enum Completions: String, CaseIterable {
  case bash
  case zsh
  case fish

  /// Returns the script for the shell, with a newline at its end.
  func script(of commands: [Command]) -> String {
    switch self {
    case .bash: Completions.bash(commands)
    case .zsh: Completions.zsh(commands)
    case .fish: Completions.fish(commands)
    }
  }

  /// The file in which the shell looks for it.
  var place: String {
    switch self {
    case .bash: "~/.local/share/bash-completion/completions/dormouse"
    case .zsh: "_dormouse in a folder of $fpath"
    case .fish: "~/.config/fish/completions/dormouse.fish"
    }
  }

  private static func names(_ option: Command.Option) -> [String] {
    ["--\(option.name)"] + (option.short.map { ["-\($0)"] } ?? [])
  }

  /// Returns a string in single quotes, which all three shells read alike except for a quote
  /// within.
  private static func quoted(_ text: String) -> String {
    "'" + text.replacing("'", with: "'\\''") + "'"
  }

  // MARK: bash

  private static func bash(_ commands: [Command]) -> String {
    var values: [String] = []
    var options: [String] = []
    for command in commands {
      for option in command.options where option.value != nil {
        let words = names(option).map { quoted("\(command.name) \($0)") }.joined(separator: "|")
        let what =
          option.words.isEmpty ? "return" : "words=\(quoted(option.words.joined(separator: " ")))"
        values.append("      \(words)) \(what) ;;")
      }
      let all = command.options.flatMap(names) + ["--help"]
      options.append("          \(command.name)) words=\(quoted(all.joined(separator: " "))) ;;")
      if !command.words.isEmpty {
        values.append(
          "      \(quoted("\(command.name) \(command.name)"))) words=\(quoted(command.words.joined(separator: " "))) ;;"
        )
      }
    }
    return """
      # What bash completes of dormouse; made by 'dormouse completions bash'.
      _dormouse() {
        local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} words=
        COMPREPLY=()
        if [ "$COMP_CWORD" -eq 1 ]; then
          words=\(quoted((commands.map(\.name) + ["help", "--help", "--version"]).joined(separator: " ")))
        else
          case "${COMP_WORDS[1]} $before" in
      \(values.joined(separator: "\n"))
            'help help') words=\(quoted(commands.map(\.name).joined(separator: " "))) ;;
          esac
          if [ -z "$words" ]; then
            # What is no option is a file, which bash completes itself.
            case $word in -*) ;; *) return ;; esac
            case ${COMP_WORDS[1]} in
      \(options.joined(separator: "\n"))
            esac
          fi
        fi
        mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
      }
      complete -o default -o bashdefault -F _dormouse dormouse

      """
  }

  // MARK: zsh

  private static func zsh(_ commands: [Command]) -> String {
    // Brackets and colons separate the parts of an option's description.
    func escaped(_ text: String) -> String {
      var result = ""
      for character in text {
        result += "[]:\\".contains(character) ? "\\\(character)" : String(character)
      }
      return result
    }
    func wanted(_ words: [String]) -> String {
      words.isEmpty ? "_files" : "(\(words.joined(separator: " ")))"
    }
    let list = commands.map { quoted("\(escaped($0.name)):\(escaped($0.summary))") }
      .map { "    \($0)" }.joined(separator: "\n")
    let each = commands.map { command in
      let options = command.options.flatMap { option in
        names(option).map { name in
          let isLong = name.hasPrefix("--")
          let value = option.value.map { ":\(escaped($0)):\(wanted(option.words))" } ?? ""
          let sign = value.isEmpty ? "" : isLong ? "=" : "+"
          return quoted(
            (option.repeats ? "*" : "") + name + sign + "[\(escaped(option.summary))]" + value)
        }
      }
      let rest =
        options + [
          quoted("--help[show the help of the command]"),
          quoted("*:argument:\(wanted(command.words))"),
        ]
      return "    (\(command.name)) _arguments -s \\\n"
        + rest.map { "      \($0)" }.joined(separator: " \\\n") + " ;;"
    }
    return """
      #compdef dormouse
      # What zsh completes of dormouse; made by 'dormouse completions zsh'.
      _dormouse() {
        local -a commands=(
      \(list)
        )
        if (( CURRENT == 2 )); then
          _describe command commands
          return
        fi
        shift words
        (( CURRENT-- ))
        case $words[1] in
      \(each.joined(separator: "\n"))
          (help) _describe command commands ;;
        esac
      }
      if [ "$funcstack[1]" = "_dormouse" ]; then _dormouse "$@"; else compdef _dormouse dormouse; fi

      """
  }

  // MARK: fish

  private static func fish(_ commands: [Command]) -> String {
    func quoted(_ text: String) -> String {
      "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
    }
    var lines = ["# Completions of dormouse for fish; made by 'dormouse completions fish'."]
    for command in commands {
      lines.append(
        "complete -c dormouse -f -n __fish_use_subcommand -a \(command.name) -d \(quoted(command.summary))"
      )
      let here = "complete -c dormouse -n \(quoted("__fish_seen_subcommand_from \(command.name)"))"
      for option in command.options {
        let short = option.short.map { " -s \($0)" } ?? ""
        let value =
          option.value == nil
          ? ""
          : option.words.isEmpty ? " -r" : " -x -a \(quoted(option.words.joined(separator: " ")))"
        lines.append("\(here) -l \(option.name)\(short)\(value) -d \(quoted(option.summary))")
      }
      if !command.words.isEmpty {
        lines.append("\(here) -f -a \(quoted(command.words.joined(separator: " ")))")
      }
    }
    lines.append(
      "complete -c dormouse -f -n '__fish_seen_subcommand_from help' -a \(quoted(commands.map(\.name).joined(separator: " ")))"
    )
    return lines.joined(separator: "\n") + "\n"
  }
}
