import Foundation
import Simulation
import Testing

@testable import Reports

/// What a page's script would read from its data: texts by their numbers, times as sums.
struct PageContents {
  let data: JSONValue

  init(_ page: TimelinePage) throws {
    data = try JSONValue(parsing: Array(page.data.compactText.utf8))
  }

  /// Of a number, the text that it stands for.
  func text(_ number: Int) throws -> String {
    let texts = try data.at("texts").list
    return try #require(texts[number].plainText)
  }

  func texts(_ numbers: JSONValue) throws -> [String] { try numbers.integers.map(text) }

  /// Numbers, of which each is given with how often it comes in a row.
  func repeated(_ runs: JSONValue) throws -> JSONValue {
    let runs = try runs.integers
    try #require(runs.count.isMultiple(of: 2))
    return .array(
      stride(from: 0, to: runs.count, by: 2).flatMap { place in
        Array(repeating: .integer(runs[place]), count: runs[place + 1])
      })
  }

  /// Numbers, of which each but -1 is given as the difference from the last.
  func numbers(_ differences: JSONValue) throws -> [Int] {
    var last = 0
    return try differences.integers.map { step in
      if step < 0 { return -1 }
      last += step
      return last
    }
  }

  /// Moments in microseconds, of differences.
  func times(_ differences: JSONValue) throws -> [Int] {
    var now = 0
    return try differences.integers.map {
      now += $0
      return now
    }
  }
}

extension JSONValue {
  func at(_ key: String) throws -> JSONValue {
    guard case .object(let members) = self else { throw JSONError(column: 0, problem: "no object") }
    return try #require(members.first { $0.key == key }?.value, "\(key)")
  }

  var list: [JSONValue] {
    get throws {
      guard case .array(let values) = self else { throw JSONError(column: 0, problem: "no array") }
      return values
    }
  }

  var integers: [Int] {
    get throws {
      try list.map { value in
        guard case .integer(let integer) = value else {
          throw JSONError(column: 0, problem: "no integer")
        }
        return integer
      }
    }
  }

  var doubles: [Double] {
    get throws {
      try list.map { value in
        switch value {
        case .integer(let integer): return Double(integer)
        case .number(let number): return number
        default: throw JSONError(column: 0, problem: "no number")
        }
      }
    }
  }

  var strings: [String] { get throws { try list.map { try #require($0.plainText) } } }
}

extension JSONValue {
  /// Nil where it is no string.
  var plainText: String? {
    if case .string(let text) = self { text } else { nil }
  }
}
