import Testing

@testable import ProfferFileSystem

/// Each descriptor is closed once.
@Suite struct DescriptorTests {
  /// A debug build traps when a descriptor is closed twice, because the number may by then be another thread's file.
  @Test(arguments: 1...2) func aReserveThatCannotBeTakenClosesEachDescriptorOnce(call: Int) {
    FaultPlan(failing: [.open], call: call, with: .processFilesFull).whileInForce {
      _ = #expect(throws: SystemFailure.self) { try DescriptorReserve() }
    }
  }
}
