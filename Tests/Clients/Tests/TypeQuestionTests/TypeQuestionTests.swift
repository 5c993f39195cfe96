import Foundation
import Testing

/// A program that imports only the modules of types.
@Suite struct TypeQuestionTests {
  /// The program, which is built in the folder of this test's bundle.
  private static let program = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    .deletingLastPathComponent().appending(path: "TypeQuestions").path

  private func run(_ program: String, _ arguments: [String]) throws -> String {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    return String(decoding: data, as: UTF8.self)
  }

  @Test func itFindsTheTypeOfAFile() throws {
    let fixture = URL(fileURLWithPath: #filePath).appending(path: "../../../../../fixtures/notes.html")
      .standardized.path
    #expect(try run(Self.program, [fixture]) == "\(fixture) public.html true\n")
  }

  #if os(Linux)
    @Test func itNeedsNeitherAllOfFoundationNorICU() throws {
      let libraries = try run("/usr/bin/ldd", [Self.program])
      #expect(libraries.contains("libFoundationEssentials.so"))
      for library in ["libFoundation.so", "libFoundationInternationalization.so", "lib_FoundationICU.so"] {
        #expect(!libraries.contains(library), "\(libraries)")
      }
    }
  #endif
}
