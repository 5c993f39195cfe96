import FileSystem
import TestSupport
import Testing

@Suite struct MessageTests {
  @Test(
    arguments: [
      (.accessDenied, .permissionDenied, "permission denied"),
      (.notPermitted, .permissionDenied, "permission denied"),
      (.noSpace, .noSpace, "no space is left on the device; free some or choose another place"),
      (.overQuota, .noSpace, "your share of the device is used up; free some or choose another place"),
      (.readOnly, .readOnly, "the file system is read-only; choose another place"),
      (.processFilesFull, .tooManyOpenFiles, "the process has too many files open (see ulimit -n)"),
      (.inputOutput, .inputOutput, "the device failed (input/output error)"),
      (ErrorNumber(rawValue: 9999), .unknown, "the system gave error 9999"),
    ] as [(ErrorNumber, FileSystemError.Code, String)])
  func errorsSayWhatWasDoneToWhichFileAndWhy(
    number: ErrorNumber, code: FileSystemError.Code, reason: String
  ) throws {
    let path = try #require(FilePath("my\nfile"))
    FaultPlan(failing: [.open], call: 1, with: number).whileInForce {
      let error = #expect(throws: FileSystemError.self) { try OpenFile.reading(path) }
      #expect(error?.message == "cannot open my\\nfile: \(reason)")
      #expect(error?.code == code)
      #expect(error?.systemError == number.rawValue)
      #expect(error?.path == path)
    }
  }

  @Test func standardStreamsAreCalledByTheirNames() {
    FaultPlan(failing: [.write], call: 1, with: .brokenPipe).whileInForce {
      let error = #expect(throws: FileSystemError.self) {
        try [UInt8(1)].withUnsafeBytes { try OpenFile.standardOutput.writeNext($0) }
      }
      #expect(error?.code == .brokenPipe)
      #expect(error?.message == "cannot write standard output: nobody reads the pipe any more")
    }
  }
}
