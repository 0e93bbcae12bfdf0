import Simulation
import Testing

@testable import Device

@Suite("The time of services of a type")
struct ServiceBudgetTests {
  private func budget() -> ServiceBudget { ServiceBudget(.dataSync, ServiceRules()) }

  private func at(hours: Double) -> Instant { .start + .hours(1) * hours }

  @Test("services one after the other share six hours")
  func shared() {
    var budget = budget()
    budget.begin(at: at(hours: 1))
    #expect(budget.end == at(hours: 7))
    budget.stop(at: at(hours: 5))
    #expect(budget.end == nil)
    budget.begin(at: at(hours: 10))
    #expect(budget.end == at(hours: 12))
    budget.stop(at: at(hours: 12))
    #expect(!budget.mayStart(at: at(hours: 12)))
  }

  @Test("it is whole again a day after a service first used it, or when the app is opened")
  func renewed() {
    var budget = budget()
    budget.begin(at: at(hours: 1))
    budget.stop(at: at(hours: 7))
    #expect(!budget.mayStart(at: at(hours: 24.9)))
    #expect(budget.mayStart(at: at(hours: 25)))
    budget.begin(at: at(hours: 25))
    #expect(budget.end == at(hours: 31))
    budget.stop(at: at(hours: 31))
    budget.reset()
    #expect(budget.mayStart(at: at(hours: 31)))
  }

  @Test("a service that runs while another of the type does uses nothing more")
  func overlapping() {
    var budget = budget()
    budget.begin(at: at(hours: 1))
    budget.begin(at: at(hours: 3))
    #expect(budget.end == at(hours: 7))
  }
}
