import Dispatch
import DragAndDrop
import DragScripts
import Foundation
import ProfferFileSystem
import UniformTypes

/// A drag that a script describes, played call by call.
///
/// The script is played on the main thread, because views belong to the main actor. The main thread must be the
/// caller's, or not be blocked. Nothing is written.
public struct ScriptedDrag: Action {
  /// The script.
  public var script: String
  /// What errors call the script.
  public var name: String

  /// Plays a script.
  ///
  /// - Parameters:
  ///   - script: the lines of the script.
  ///   - name: what errors call it.
  public init(_ script: String, named name: String = "script") {
    self.script = script
    self.name = name
  }

  /// Plays the script.
  ///
  /// - Parameter context: what the action needs besides its inputs.
  /// - Returns: a line for each call: the time in seconds, the view, the call, and its arguments.
  /// - Throws: a failure that names the line of the script that is not valid.
  public func run(in context: ActionContext) throws -> [String] {
    try ProcessLimits.requireQueues(to: "play the script")
    let registry = context.types.registry
    func play() throws -> [String] {
      try MainActor.assumeIsolated {
        try TypeRegistry.withCurrent(registry) { try DragScript(parsing: script).play().lines }
      }
    }
    do {
      return try Thread.isMainThread ? play() : DispatchQueue.main.sync { try play() }
    } catch let error as DragScriptError {
      // The form in which compilers name a line, which editors know.
      throw ActionError.failure("\(name):\(error.line): \(error.reason)", cause: error)
    }
  }
}
