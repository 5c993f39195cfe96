import ProfferFileSystem
import TestSupport
import Testing

@Suite struct CopyingTests {
  /// The kernel copies, or refuses with an error that file systems use.
  static let kernels: [ErrorNumber?] = [nil, .crossDevice, .invalid, .notImplemented, .notSupported]

  /// More bytes than the buffer that replaces the kernel's copy.
  static let bytes = (0..<1_200_000).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 >> 8) }

  @Test(arguments: kernels)
  func anyRangeIsCopiedWhetherTheKernelHelpsOrNot(refusal: ErrorNumber?) throws {
    let folder = try TemporaryFolder()
    let source = try folder.openFile("source", Self.bytes)
    let plan = FaultPlan(
      failing: [.copyRange], call: refusal == nil ? 0 : 1, with: refusal ?? .invalid, staysBroken: true)
    try plan.whileInForce {
      let target = try folder.openFile("target", [9, 9, 9])
      try target.copy(from: source, at: 5, to: 2, byteCount: 1_199_990)
      try expectEqual(target.bytes(at: 0, count: 2), [9, 9])
      #expect(try target.bytes(at: 2, count: 1_199_990).elementsEqual(Self.bytes[5..<1_199_995]))
    }
  }

  @Test(arguments: kernels)
  func aSparseFileIsCopiedQuicklyAndStaysSparse(refusal: ErrorNumber?) async throws {
    let folder = try TemporaryFolder()
    let gigabyte: UInt64 = 1 << 30
    let source = try folder.openFile("source", [1, 2, 3])
    try [UInt8](repeating: 7, count: 10).withUnsafeBytes { try source.write($0, at: 3 * gigabyte) }
    try source.setByteCount(5 * gigabyte)
    let target = try folder.openFile("target", [])
    let plan = FaultPlan(
      failing: [.copyRange], call: refusal == nil ? 0 : 1, with: refusal ?? .invalid, staysBroken: true)
    try plan.whileInForce { try target.copy(from: source, at: 0, to: 100, byteCount: 5 * gigabyte) }
    try expectEqual(target.status().byteCount, 5 * gigabyte + 100)
    try expectEqual(target.bytes(at: 98, count: 6), [0, 0, 1, 2, 3, 0])
    try expectEqual(
      target.bytes(at: 3 * gigabyte + 99, count: 12), [0] + Array(repeating: 7, count: 10) + [0])
    let stored = try await ProgramRun.run("/usr/bin/du", ["-k", folder.path("target")])
    let kilobytes = try require(stored.text.split(separator: "\t").first.flatMap { Int($0) })
    expectLess(kilobytes, 1000)
  }

  @Test func aStretchWithoutAHoleIsAskedForOnce() throws {
    let folder = try TemporaryFolder()
    let source = try folder.openFile("source", [UInt8](repeating: 1, count: 100_000))
    try [UInt8](repeating: 2, count: 100_000).withUnsafeBytes { try source.write($0, at: 300_000) }
    let target = try folder.openFile("target", [])
    let plan = FaultPlan(failing: [.seek], call: 0, with: .invalid)
    try plan.whileInForce {
      for offset in stride(from: UInt64(0), to: 400_000, by: 1000) {
        try target.copy(from: source, at: offset, to: offset, byteCount: 1000)
      }
    }
    try expectEqual(target.bytes(at: 0, count: 400_000), source.bytes(at: 0, count: 400_000))
    // Each of the 200 copies in the hole asks once; a range of data is asked for only once, including its
    // end.
    expectLess(plan.callCount, 220, "\(plan.callCount) calls")
  }

  @Test func aHoleErasesWhatTheTargetHeld() throws {
    let folder = try TemporaryFolder()
    let source = try folder.openFile("source", [1])
    try source.setByteCount(200_000)
    let target = try folder.openFile("target", [UInt8](repeating: 9, count: 150_000))
    try target.copy(from: source, at: 0, to: 10, byteCount: 200_000)
    let expected = [UInt8](repeating: 9, count: 10) + [1] + [UInt8](repeating: 0, count: 199_999)
    try expectEqual(target.bytes(at: 0, count: 200_010), expected)
  }

  @Test(arguments: kernels)
  func aSourceThatEndsEarlyIsNamed(refusal: ErrorNumber?) throws {
    let folder = try TemporaryFolder()
    let source = try folder.openFile("source", [1, 2, 3])
    let target = try folder.openFile("target", [])
    let plan = FaultPlan(
      failing: [.copyRange], call: refusal == nil ? 0 : 1, with: refusal ?? .invalid, staysBroken: true)
    plan.whileInForce {
      let error = expectThrows(FileSystemError.self) {
        try target.copy(from: source, at: 0, to: 0, byteCount: 4)
      }
      expectEqual(error?.code, .changedWhileReading)
      expectEqual(error?.path, source.path)
    }
  }

  @Test func aFullDeviceIsNamedAsTheTargets() throws {
    let folder = try TemporaryFolder()
    let source = try folder.openFile("source", [1, 2, 3])
    let target = try folder.openFile("target", [])
    let plan = FaultPlan(failing: [.copyRange, .write], call: 1, with: .noSpace, staysBroken: true)
    plan.whileInForce {
      let error = expectThrows(FileSystemError.self) {
        try target.copy(from: source, at: 0, to: 0, byteCount: 3)
      }
      expectEqual(error?.code, .noSpace)
      expectEqual(error?.path, target.path)
    }
  }
}
