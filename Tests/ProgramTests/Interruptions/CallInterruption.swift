import Foundation
import TestSupport

/// A system call at which a program under test is killed or gets an error.
///
/// The program is the one that users run: `interrupted-calls.c` is loaded before the C library and counts the
/// calls about files in the test's folder. Calls that change files and calls that read are counted
/// separately.
struct CallInterruption: CustomStringConvertible {
  enum Kind: String, CaseIterable {
    /// The process is killed at the call; if the call transfers data, half of the bytes are transferred.
    case kill
    /// The call fails as on a failing device; the calls after it succeed.
    case fails = "once:EIO"
    /// The call fails for lack of disk space; the calls after it succeed.
    case findsNoRoom = "once:ENOSPC"
    /// The call and every later call that changes files fail.
    case staysBroken = "broken"
    /// The call and every later call that needs disk space fail.
    case staysFull = "full"
    /// A reading call fails.
    case cannotRead = "read"

    /// Whether reading calls are counted instead of calls that change files.
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

  /// The environment variables that activate the interruption for one program.
  func environment(in folder: TemporaryFolder) async throws -> [String: String] {
    try await CallInterruption.environment(plan: kind.plan(at: call), in: folder)
  }

  /// The environment variables that count a program's calls of one kind.
  static func countingEnvironment(ofReading: Bool, in folder: TemporaryFolder) async throws -> [String:
    String]
  {
    // No program makes this many calls.
    try await environment(plan: ofReading ? "read:\(Int32.max):0" : "count:0", in: folder)
  }

  /// The environment variables that activate a plan for one program.
  ///
  /// - Parameters:
  ///   - plan: as `interrupted-calls.c` documents it.
  ///   - names: prefixes of the names of the functions that count; nil counts all.
  ///   - report: the file in which the number of calls is stored.
  ///   - command: the shell command that is run at the call of the plan `run`.
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

  /// The folder's path as the system reports it for open files.
  static func realPath(of folder: TemporaryFolder) throws -> String {
    guard let path = realpath(folder.path, nil) else { throw CocoaError(.fileReadNoSuchFile) }
    defer { free(path) }
    return String(cString: path)
  }

  /// The number of calls made by a program that was run with counting.
  static func reportedCount(in folder: TemporaryFolder) throws -> Int {
    guard let count = Int(String(decoding: try folder.read(reportName), as: UTF8.self)) else {
      throw CocoaError(.fileReadCorruptFile)
    }
    return count
  }

  /// The file in the test's folder that contains the number of calls.
  static let reportName = "calls.count"

  private struct NoCompiler: Error { let message: String }

  private static let libraryFolder = Result { try TemporaryFolder() }

  /// The compiled counter; every Swift toolchain has a C compiler.
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
