import Foundation
import TestSupport

/// At which system call a program under test is ended, or refused something by the system.
///
/// The program is the one that users run: `interrupted-calls.c` is loaded before the C library and counts the calls about
/// files in the test's folder. Calls that change something and calls that read are counted apart.
struct CallInterruption: CustomStringConvertible {
  enum Kind: String, CaseIterable {
    /// The process is killed at the call; of a transfer half of the bytes arrive.
    case kill
    /// The call fails as on a failing device, and the calls after it succeed.
    case fails = "once:EIO"
    /// The call finds no room, and the calls after it find some.
    case findsNoRoom = "once:ENOSPC"
    /// The call and every later one that changes something fail.
    case staysBroken = "broken"
    /// The call and every later one that needs room find none.
    case staysFull = "full"
    /// A call that reads fails.
    case cannotRead = "read"

    /// Whether the calls that read are counted, and not those that change something.
    var isOfReading: Bool { self == .cannotRead }

    fileprivate func plan(at call: Int) -> String {
      switch self {
      case .kill: "kill:\(call)"
      case .fails: "once:\(call):\(EIO)"
      case .findsNoRoom: "once:\(call):\(ENOSPC)"
      case .staysBroken: "broken:\(call):\(EROFS)"
      case .staysFull: "full:\(call)"
      case .cannotRead: "read:\(call):\(EIO)"
      }
    }
  }

  let kind: Kind
  /// The number of the call, from 1.
  let call: Int

  var description: String { "\(kind.rawValue) at call \(call)" }

  /// The variables that put the interruption in force for one program.
  func environment(in folder: TemporaryFolder) async throws -> [String: String] {
    try await CallInterruption.environment(plan: kind.plan(at: call), in: folder)
  }

  /// The variables that have a program's calls counted, of one kind or the other.
  static func countingEnvironment(ofReading: Bool, in folder: TemporaryFolder) async throws -> [String:
    String]
  {
    // No program makes this many calls.
    try await environment(plan: ofReading ? "read:\(Int32.max):0" : "count:0", in: folder)
  }

  /// The variables that put a plan in force for one program.
  ///
  /// - Parameters:
  ///   - plan: as `interrupted-calls.c` documents it.
  ///   - names: the beginnings of the names of the functions whose calls are counted; nil counts all.
  ///   - report: the file that gets the number of calls.
  ///   - command: what a shell runs at the call of the plan `run`.
  static func environment(
    plan: String, names: [String]? = nil, in folder: TemporaryFolder, report: String? = nil,
    command: String? = nil
  ) async throws -> [String: String] {
    var variables = [
      "LD_PRELOAD": try await library.value, "PROFFER_CALLS_PLAN": plan,
      "PROFFER_CALLS_ROOT": try realPath(of: folder),
      "PROFFER_CALLS_REPORT": report ?? folder.path(reportName),
    ]
    if let command { variables["PROFFER_CALLS_COMMAND"] = command }
    if let names { variables["PROFFER_CALLS_NAMES"] = names.joined(separator: ",") }
    return variables
  }

  /// The folder's path as the system gives it for open files.
  static func realPath(of folder: TemporaryFolder) throws -> String {
    guard let path = realpath(folder.path, nil) else { throw CocoaError(.fileReadNoSuchFile) }
    defer { free(path) }
    return String(cString: path)
  }

  /// The number of calls that a program made which was counted.
  static func reportedCount(in folder: TemporaryFolder) throws -> Int {
    guard let count = Int(String(decoding: try folder.read(reportName), as: UTF8.self)) else {
      throw CocoaError(.fileReadCorruptFile)
    }
    return count
  }

  /// The file in the test's folder with the number of calls.
  static let reportName = "calls.count"

  private struct NoCompiler: Error { let message: String }

  private static let libraryFolder = Result { try TemporaryFolder() }

  /// The compiled counter; a toolchain of Swift has a compiler for C.
  private static let library = Task {
    let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appending(path: "interrupted-calls.c").path
    let library = try libraryFolder.get().path("interrupted-calls.so")
    let places = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin").split(separator: ":")
    let compilers = ["clang", "cc", "gcc"].flatMap { name in places.map { "\($0)/\(name)" } }
    guard let compiler = compilers.first(where: FileManager.default.isExecutableFile) else {
      throw NoCompiler(message: "neither clang, cc nor gcc is on PATH")
    }
    let run = try await ProgramRun.run(
      compiler, ["-shared", "-fPIC", "-O1", "-Wall", "-Werror", "-o", library, source, "-ldl"])
    guard run.status == 0 else { throw NoCompiler(message: run.errorText) }
    return library
  }
}
