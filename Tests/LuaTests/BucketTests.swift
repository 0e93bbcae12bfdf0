import Lua
import Testing

@Suite("Texts of one hash")
struct BucketTests {
  /// 40 x 40 texts of 40 bytes that have one hash, found by trying out blocks of five letters.
  private static let texts = """
    local function words(text)
      local list = {}
      for word in text:gmatch('%S+') do list[#list + 1] = word end
      return list
    end
    local first = words [[
      anwwO anwXP anw9Q anXxO anXWP an5yO an5ZP an57Q asrte asrUf asr9_ asSue asSTf as7ze
      as73_ aMxwO aMxXP aMx9Q aMWxO aMWWP aM6yO aM6ZP aM67Q aRste aRsUf aRs9_ aRRue aRRTf
      aR8ze aR83_ a8xte a8xUf a8x9_ a8Yue a8YTf a81ze a813_ bduwO bduXP bdu9Q
    ]]
    local second = words [[
      anpqD anpw9 anpPC anp3F anMrD anMv9 anMSC anM0F asssN assRM ass8H asJoJ asJPI asWxN
      asWYM asW1H as8yN as8XM as82H aMoqD aMow9 aMoPC aMo3F aMNrD aMNv9 aMNSC aMN0F aM-sD
      aM-u9 aM-RC aM-1F aRrsN aRrRM aRr8H aRKoJ aRKPI aRXxN aRXYM aRX1H aR7yN
    ]]
    local function text(i)
      return (('.'):rep(30) .. first[(i - 1) // 40 + 1] .. second[(i - 1) % 40 + 1])
    end

    """

  @Test("60 may live at once, beside others that lie in the same bucket")
  func few() throws {
    let kept = "local all = {} for i = 1, 60 do all[i] = text(i) end note(#all)"
    #expect(try Script().lines(Self.texts + kept) == ["60"])
  }

  @Test("more than 64 end the process, which cannot catch it and is told where")
  func many() throws {
    let script = try Script()
    let kept = "local all = {} for i = 1, 1600 do pcall(function() all[i] = text(i) end) end"
    let failure = try script.failure(Self.texts + kept)
    #expect(failure.kind == .memory)
    #expect(
      failure.message
        == "too many texts of one hash (over 64 of up to 40 bytes); make them differ otherwise")
    #expect(failure.line != nil)
  }

  @Test("any number may follow each other, for those that are dropped are collected")
  func dropped() throws {
    let script = try Script()
    #expect(
      try script.lines(Self.texts + "for i = 1, 1600 do text(i) end note('done')") == ["done"])
  }

  @Test("no honest text is refused: a hundred thousand that are counted up")
  func honest() throws {
    let script = try Script(LuaLimits(memoryBytes: 256 << 20))
    let kept = """
      local all = {}
      for i = 1, 100000 do
        all[#all + 1] = 'k' .. i
        all[#all + 1] = ('%08x'):format(i)
        all[#all + 1] = 'user/' .. i .. '/name'
      end
      note(#all)
      """
    #expect(try script.lines(kept) == ["300000"])
  }

  @Test("long texts are not counted")
  func long() throws {
    let kept = "local all = {} for i = 1, 200 do all[i] = text(i) .. '.' end note(#all)"
    #expect(try Script().lines(Self.texts + kept) == ["200"])
  }
}
