import Simulation
import Testing

@Suite("Numbers as they are shown")
struct GroupedNumberTests {
  @Test("thousands are parted in whole numbers of any size")
  func thousands() {
    #expect(grouped(0) == "0")
    #expect(grouped(-999) == "-999")
    #expect(grouped(-1_000) == "-1,000")
    #expect(grouped(Int.min) == "-9,223,372,036,854,775,808")
    #expect(grouped(UInt64.max) == "18,446,744,073,709,551,615")
    #expect(grouped(UInt8(255)) == "255")
  }
}
