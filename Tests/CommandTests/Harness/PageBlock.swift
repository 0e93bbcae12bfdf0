import Foundation

/// A block of code in a page of docs/.
struct PageBlock {
  /// What stands behind its fence; empty: nothing.
  let language: String
  /// With a newline at its end.
  let text: String
  /// Of its fence, from 1.
  let line: Int
  /// What a comment in the line before it says, as "file: a.lua"; empty: there is none.
  let comment: String

  static func blocks(of page: String) throws -> [PageBlock] {
    let text = try String(contentsOfFile: repositoryFile(page), encoding: .utf8)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    var blocks: [PageBlock] = []
    var start: Int?
    for (index, line) in lines.enumerated() where line.hasPrefix("```") {
      guard let begin = start else {
        start = index
        continue
      }
      start = nil
      let before = begin > 0 ? lines[begin - 1] : ""
      let isComment = before.hasPrefix("<!-- ") && before.hasSuffix(" -->")
      blocks.append(
        PageBlock(
          language: String(lines[begin].dropFirst(3)),
          text: lines[(begin + 1)..<index].map { "\($0)\n" }.joined(), line: begin + 1,
          comment: isComment ? String(before.dropFirst(5).dropLast(4)) : ""))
    }
    return blocks
  }

  /// What the comment says after a word, as `a.lua` for "file".
  func said(_ word: String) -> String? {
    comment.hasPrefix("\(word): ") ? String(comment.dropFirst(word.count + 2)) : nil
  }

  /// The lines that are typed, each with what it prints.
  var transcript: [(command: String, output: String)] {
    var typed: [(command: String, output: String)] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      if line.hasPrefix("$ ") {
        typed.append((String(line.dropFirst(2)), ""))
      } else if !typed.isEmpty {
        typed[typed.count - 1].output += "\(line)\n"
      }
    }
    return typed
  }
}

extension Workplace {
  /// Runs lines of shell in which `dormouse` is the command, in a folder below this one; the output
  /// has the errors too.
  func typed(_ lines: String, in folder: String = ".") throws -> Outcome {
    try shell("PATH=\"$(dirname \"$0\"):$PATH\"; cd '\(folder)' || exit; exec 2>&1; \(lines)")
  }
}
