import Dispatch
import DragAndDrop
import DragScripts
import Foundation
import ProfferFileSystem
import UniformTypes

/// An action that plays a scripted drag, call by call.
///
/// The script is played on the main thread, because views belong to the main actor. Run the action on the
/// main thread, or ensure that the main thread is not blocked. The action does not write files.
public struct ScriptedDrag: Action {
  /// The text of the script.
  public var script: String
  /// The name that error messages use for the script.
  public var name: String

  /// Creates an action that plays a script.
  ///
  /// - Parameters:
  ///   - script: the text of the script.
  ///   - name: the name that error messages use for the script.
  public init(_ script: String, named name: String = "script") {
    self.script = script
    self.name = name
  }

  /// Plays the script.
  ///
  /// - Parameter context: the types, folders and callbacks that the action uses.
  /// - Returns: one line of text for each call, with the time in seconds, the view, the call and its
  ///   arguments.
  /// - Throws: ``ActionError`` with the number of the invalid line.
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
      // Compilers report positions in this form, which editors recognize.
      throw ActionError.failure("\(name):\(error.line): \(error.reason)", cause: error)
    }
  }
}
