import Foundation
import ProfferActions
import ProfferFileSystem
import Synchronization
import TestSupport
import Testing

@testable import ProfferTool

/// Commands that run in the test process, with the arguments, output and exit status of the program.
///
/// Use `run` and `shell` for a command that needs its own process: standard input, signals, faults, the
/// background, a shell.
extension ProgramFixture {
  /// The options whose argument is a path that may not exist yet.
  private static let outputOptions: Set = ["-o", "--output", "--into", "--repair", "--record"]

  /// Runs a command in the folder.
  ///
  /// The folder is not the current one. Therefore a word that names something in it, or follows an output
  /// option, is made absolute; in the output, paths below the folder are made relative again.
  func command(_ words: String..., environment: [String: String] = [:]) async throws -> ProgramRun {
    try await command(words, environment: environment)
  }

  func command(_ words: [String], environment: [String: String] = [:]) async throws -> ProgramRun {
    precondition(
      !["copy", "drag"].contains(words.first), "these go to the background, in a process of their own")
    let words = absolute(words).map { Array($0.utf8) }
    let variables = ["PATH": ProgramRun.searchPath, "TMPDIR": folder.path]
      .merging(environment) { _, new in new }
    let current = try require(FilePath(folder.path))
    let prefix = "\(folder.path)/"
    return await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        let start = ContinuousClock.now
        let kept = KeptStreams()
        let status = Program.run(
          words,
          in: Program.Surroundings(
            terminal: .unknown,
            environment: ActionEnvironment(currentFolder: current) { variables[$0] },
            streams: kept.streams))
        let (output, errors) = kept.bytes
        continuation.resume(
          returning: ProgramRun(
            status: status.rawValue, output: output.removing(prefix), errorOutput: errors.removing(prefix),
            duration: start.duration(to: .now)))
      }
    }
  }

  /// Runs a command in the folder and requires that it succeeds.
  @discardableResult
  func done(_ words: String...) async throws -> ProgramRun {
    let run = try await command(words)
    try requireEqual(run.status, 0, "\(words): \(run.errorText)")
    return run
  }

  private func absolute(_ words: [String]) -> [String] {
    var previous = ""
    return words.map { word in
      defer { previous = word }
      if word.isEmpty || word == "-" || word.hasPrefix("/") { return word }
      let path = folder.path(word)
      let isOutput = Self.outputOptions.contains(previous)
      guard isOutput || !word.hasPrefix("-") && FileManager.default.fileExists(atPath: path) else {
        return word
      }
      return path
    }
  }
}

/// Streams that keep the written bytes.
private final class KeptStreams: Sendable {
  private let kept = Mutex<(output: [UInt8], errors: [UInt8])>(([], []))

  var bytes: (output: [UInt8], errors: [UInt8]) { kept.withLock { $0 } }

  var streams: ConsoleStreams {
    ConsoleStreams(
      write: { [self] bytes in
        let bytes = Array(bytes)
        kept.withLock { $0.output += bytes }
      }, writeErrors: { [self] bytes in kept.withLock { $0.errors += bytes } }, outputIsTerminal: false,
      errorsAreTerminal: false)
  }
}

extension [UInt8] {
  /// The bytes without each occurrence of a text.
  fileprivate func removing(_ text: String) -> [UInt8] {
    let text = Array(text.utf8)
    var rest = self[...]
    var result: [UInt8] = []
    while let range = rest.firstRange(of: text) {
      result += rest[..<range.lowerBound]
      rest = rest[range.upperBound...]
    }
    return result + rest
  }
}
