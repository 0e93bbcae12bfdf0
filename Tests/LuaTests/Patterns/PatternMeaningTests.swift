import Testing

/// Section 6.4.1 of the manual, item by item. `TextDifferentialTests` holds the rest against
/// liblua.
@Suite("What patterns mean")
struct PatternMeaningTests {
  /// The letter of a class, and its characters in ASCII as ranges of codes.
  static let classes: [(String, [ClosedRange<Int>])] = [
    ("a", [65...90, 97...122]), ("c", [0...31, 127...127]), ("d", [48...57]), ("g", [33...126]),
    ("l", [97...122]), ("p", [33...47, 58...64, 91...96, 123...126]), ("s", [9...13, 32...32]),
    ("u", [65...90]), ("w", [48...57, 65...90, 97...122]), ("x", [48...57, 65...70, 97...102]),
  ]

  @Test("a class holds its characters and its capital all others", arguments: classes)
  func classMembers(letter: String, ranges: [ClosedRange<Int>]) throws {
    let members = ranges.flatMap { Array($0) }.map(String.init)
    let others = (0...255).map(String.init).filter { !members.contains($0) }
    let script = try Script()
    try script.lines(
      """
      for _, pattern in ipairs {"^%\(letter)$", "^[%\(letter)]$", "^%\(letter.uppercased())$", "^[^%\(letter)]$"} do
        local found = {}
        for c = 0, 255 do
          if string.char(c):find(pattern) then found[#found + 1] = c end
        end
        note(table.concat(found, " "))
      end
      """)
    let (inside, outside) = (members.joined(separator: " "), others.joined(separator: " "))
    #expect(script.notebook.lines == [inside, inside, outside, outside])
  }

  static let sets: [(set: String, inside: String, outside: String)] = [
    ("[abc]", "abc", "dA]["), ("[^abc]", "dA]", "abc"), ("[a-c]", "abc", "d-"),
    ("[]]", "]", "[a"), ("[^]]", "[a", "]"), ("[]a]", "]a", "b"), ("[a-]", "a-", "b"),
    ("[-a]", "-a", "b"), ("[%-a]", "-a", "%b"), ("[a%-c]", "a-c", "b%"), ("[%]]", "]", "%["),
    ("[%a_]", "aZ_", "0-"), ("[%D]", "a-", "059"), ("[^%s]", "ax", " \\t\\n"),
    ("[c-a]", "", "abc-"), ("[a-a]", "a", "-b"), ("[+--]", "+,-", "*."), ("[a-%%]", "]", "a-&%"),
    ("[%a-z]", "-bz", "1"),
    ("[a^]", "a^", "b"), ("[.*+?$(]", ".*+?$(", "a)"), ("[\\0-\\31]", "\\0\\n", " "),
    ("[\\128-\\255]", "\\200\\xff", "a\\127"),
  ]

  @Test("a set holds characters, ranges and classes", arguments: sets)
  func setMembers(set: String, inside: String, outside: String) throws {
    let script = try Script()
    let source = """
      for c in ("\(inside)"):gmatch(".") do
        if not c:find("^\(set)$") then note("not inside", c:byte()) end
      end
      for c in ("\(outside)"):gmatch(".") do
        if c:find("^\(set)$") then note("not outside", c:byte()) end
      end
      """
    #expect(try script.lines(source) == [])
  }

  static let items: [(String, String)] = [
    ("('aaa'):match('a*')", "aaa"), ("('aaa'):match('a-')", ""), ("('baaa'):match('a*')", ""),
    ("('aaab'):match('a-b')", "aaab"), ("('b'):match('a+')", "nil"), ("('aab'):match('a+')", "aa"),
    ("('color colour'):gsub('colou?r', 'x')", "x x\t2"), ("('ab'):match('a?b')", "ab"),
    ("('b'):match('a?b')", "b"), ("('aab'):match('^a?a?a?b$')", "aab"),
    ("('<<x>>'):match('<(.-)>')", "<x"), ("('<<x>>'):match('<(.*)>')", "<x>"),
    ("('aXbXc'):match('(.*)X(.*)')", "aXb\tc"), ("('aXbXc'):match('(.-)X(.*)')", "a\tbXc"),
    ("('[[x]]'):match('%[%[(.-)%]%]')", "x"), ("('a.b'):match('a%.b')", "a.b"),
    ("('axb'):match('a%.b')", "nil"), ("('100%'):match('%d+%%')", "100%"),
    ("('*'):match('*')", "*"), ("('a*'):match('a%*')", "a*"), ("('+?'):match('^+?')", "+"),
    ("('a]'):match(']')", "]"), ("('}{'):match('{')", "{"), ("('$5'):match('$5')", "$5"),
    ("('a^b'):match('a^b')", "a^b"), ("('a$'):match('$$')", "$"), ("('a'):match('^^a')", "nil"),
    ("('^a'):match('^^a')", "^a"), ("('aa'):match('^(a-)$')", "aa"), ("(''):match('^$')", ""),
    ("('x'):match('()')", "1"), ("('abc'):match('()b()')", "2\t3"), ("('abc'):match('.-()$')", "4"),
    ("('\\0x\\0'):match('%z(x)%z')", "x"), ("('a\\0b'):match('a.b') == 'a\\0b'", "true"),
    ("('a\\0b'):find('\\0b')", "2\t3"), ("#('\\0\\0'):match('\\0+')", "2"),
    ("('über'):match('^..')", "ü"), ("('é'):find('\\u{e9}')", "1\t2"),
    ("('aéb'):match(utf8.charpattern, 2)", "é"), ("('naïve'):gsub('ï', 'i')", "naive\t1"),
  ]

  @Test("an item matches as it says", arguments: items)
  func item(expression: String, result: String) throws {
    #expect(try Script().lines("note(\(expression))") == [result])
  }

  static let specials: [(String, String)] = [
    ("('f(a(b)c)d)'):match('%b()')", "(a(b)c)"), ("('((a)'):match('%b()')", "(a)"),
    ("('(a'):match('%b()')", "nil"), ("('xxayx'):match('%bxy')", "xay"),
    ("('aabb'):match('%bab')", "aabb"), ("('||a|'):match('%b||')", "||"),
    ("('a\\0b\\1'):match('%b\\0\\1') == '\\0b\\1'", "true"),
    ("('[[]'):gsub('%b[]', 'x')", "[x\t1"), ("('{a{b}'):find('%b{}')", "3\t5"),
    ("('THE (quick) fox'):find('%f[%a]%a+%f[%A]')", "1\t3"),
    ("('THE (quick) fox'):gsub('%f[%a]', '|')", "|THE (|quick) |fox\t3"),
    ("('[[]]'):gsub('%f[[].', 'x')", "x[]]\t1"), ("('aba'):gsub('%f[a%z]', '.')", "ab.a\t1"),
    ("('foo'):find('%f[%z]')", "4\t3"), ("(''):find('%f[%a]')", "nil"),
    ("('foo bar'):gsub('%f[%w]%w+', '<%0>')", "<foo> <bar>\t2"),
    ("('xx'):match('(.)%1')", "x"), ("('xy'):match('(.)%1')", "nil"),
    ("('=[a]='):match('^(=*)%[.-%]%1$')", "="), ("('abcabc'):match('^(.-)%1$')", "abc"),
    ("([[say \"it's\"]]):match([[([\"'])(.-)%1]])", "\"\tit's"),
    ("('aa'):match('()a%1')", "nil"), ("('abab'):match('((a)(b))%2%3')", "ab\ta\tb"),
    ("('aaaa'):match('^(a-)%1%1%1$')", "a"), ("('x'):match('(x?)(x?)(x?)')", "x\t\t"),
  ]

  @Test("balance, frontier and what was captured before", arguments: specials)
  func specialItem(expression: String, result: String) throws {
    #expect(try Script().lines("note(\(expression))") == [result])
  }

  static let starts: [(String, String)] = [
    ("('hello'):find('l', 4)", "4\t4"), ("('hello'):find('l', 5)", "nil"),
    ("('hello'):find('l', -2)", "4\t4"), ("('hello'):find('h', -100)", "1\t1"),
    ("('hello'):find('', 6)", "6\t5"), ("('hello'):find('', 7)", "nil"),
    ("('hello'):match('^l', 3)", "l"), ("('hello'):find('^h', 2)", "nil"),
    ("('hello'):find('h', 0)", "1\t1"), ("('hello'):find('o$', -1)", "5\t5"),
    ("('a+b'):find('+', 1, true)", "2\t2"), ("('a+b'):find('a+b', 1, true)", "1\t3"),
    ("('a+b'):find('', 4, true)", "4\t3"), ("('a(b'):find('(', 1, true)", "2\t2"),
    ("('a)b'):find(')')", "2\t2"), ("('%a'):find('%a', 1, true)", "1\t2"),
    ("('hello'):find('l', math.mininteger)", "3\t3"),
    ("('hello'):find('l', math.maxinteger)", "nil"),
    ("string.find(12345, 34)", "3\t4"),
    ("string.match(-5, '%d')", "5"), ("('hello'):find('xyz')", "nil"),
    ("('hello'):find('(l)(l)')", "3\t4\tl\tl"), ("('hello'):find('()ll()')", "3\t4\t3\t5"),
  ]

  @Test("where a search begins, and what is plain", arguments: starts)
  func start(expression: String, result: String) throws {
    #expect(try Script().lines("note(\(expression))") == [result])
  }
}
