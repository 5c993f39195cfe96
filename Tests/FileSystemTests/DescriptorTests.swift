import TestSupport;
import Testing

@testable import ProfferFileSystem

/// Each descriptor is closed once.
@Suite struct DescriptorTests {
  /// A debug build traps if a descriptor is closed twice, because another thread's file may have the number
  /// by then.
  @Test(arguments: 1...2) func aReserveThatCannotBeTakenClosesEachDescriptorOnce(call: Int) {
    FaultPlan(failing: [.open], call: call, with: .processFilesFull).whileInForce {
      _ = expectThrows(SystemFailure.self) { try DescriptorReserve() }
    }
  }
}
