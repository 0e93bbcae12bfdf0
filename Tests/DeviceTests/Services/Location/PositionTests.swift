import Testing

@testable import Device

@Suite("Distances")
struct PositionTests {
  @Test("are those of the globe within one per cent, also over the date line")
  func distances() {
    func metres(_ a: (Double, Double), _ b: (Double, Double)) -> Double {
      Position(latitude: a.0, longitude: a.1)
        .distance(to: Position(latitude: b.0, longitude: b.1))
    }
    // By the haversine formula on a sphere of 6,371 km.
    for (a, b, exact) in [
      ((52.52, 13.405), (52.526, 13.416), 999.4), ((0.0, 0.0), (0.0, 0.01), 1_111.95),
      ((60.0, 10.0), (60.0, 11.0), 55_594.0), ((10.0, 179.995), (10.0, -179.995), 1_095.06),
    ] {
      #expect(abs(metres(a, b) / exact - 1) < 0.01, "\(metres(a, b))")
    }
    #expect(metres((52, 13), (52, 13)) == 0)
  }
}
