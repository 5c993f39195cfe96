import FileSystem
import TestSupport
import Testing

@Suite struct ParallelWorkTests {
  @Test(arguments: [0, 1, 2, 20])
  func resultsComeInTheOrderOfTheParts(count: Int) {
    #expect(ParallelWork.results(count: count) { $0 * $0 } == (0..<count).map { $0 * $0 })
  }

  @Test func aFaultPlanIsInForceInEveryPart() throws {
    let path = try #require(FilePath("/dev/null"))
    let plan = FaultPlan(failing: [.open], call: 1, with: .inputOutput, staysBroken: true)
    let codes = plan.whileInForce {
      ParallelWork.results(count: 4) { _ -> FileSystemError.Code? in
        do throws(FileSystemError) {
          _ = try OpenFile.reading(path)
          return nil
        } catch { return error.code }
      }
    }
    #expect(codes == [FileSystemError.Code?](repeating: .inputOutput, count: 4))
  }

  @Test(arguments: [0, 1, 2, 3, 1000])
  func everyNumberIsMappedInOrder(count: Int) {
    #expect(ParallelWork.map(count: count) { $0 * $0 } == (0..<count).map { $0 * $0 })
  }

  @Test(arguments: [true, false])
  func workAheadIsDoneOnceAndInOrder(onThreads: Bool) {
    let ahead = WorkAhead(count: 5, onThreads: onThreads) { $0 * 10 }
    #expect(ahead.results() == [0, 10, 20, 30, 40])
    // What nobody asks for is waited for all the same.
    _ = WorkAhead(count: 3, onThreads: onThreads) { $0 }
  }
}
