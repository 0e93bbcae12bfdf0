import Foundation
import Testing

@testable import Simulation

@Suite("Processors that may be used")
struct ProcessorCountTests {
  @Test(
    "are those of the mask that the kernel reports, not of the machine",
    arguments: [
      ("Name:\tx\nCpus_allowed:\t1\nCpus_allowed_list:\t0\n", 1),
      ("Cpus_allowed:\t3\n", 2), ("Cpus_allowed:\tff,ffffffff\n", 40),
      ("Cpus_allowed:\t00000000,00000005\n", 2),
    ])
  func mask(status: String, count: Int) {
    #expect(ProcessorCount.allowed(by: status) == count)
  }

  @Test(
    "are unknown where the kernel reports no mask",
    arguments: ["", "Name:\tx\n", "Cpus_allowed:\t\n"])
  func none(status: String) {
    #expect(ProcessorCount.allowed(by: status) == nil)
  }

  @Test("are at least one, and no more than the machine has")
  func here() {
    #expect((1...max(1, ProcessInfo.processInfo.processorCount)).contains(ProcessorCount.usable))
  }
}
