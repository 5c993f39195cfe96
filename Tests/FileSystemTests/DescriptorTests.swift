import Testing

@testable import ProfferFileSystem

/// Who closes a descriptor.
@Suite struct DescriptorTests {
  /// A debug build ends at the second time, as another thread may have a file with that number by then.
  @Test(arguments: 1...2) func aReserveThatCannotBeTakenClosesEachDescriptorOnce(call: Int) {
    FaultPlan(failing: [.open], call: call, with: .processFilesFull).whileInForce {
      _ = #expect(throws: SystemFailure.self) { try DescriptorReserve() }
    }
  }
}
