import DragAndDrop
import Foundation
public import ProfferActions
import ProfferFileSystem

/// Lists the calls of a scripted drag or of a recorded transfer.
///
/// The action does not write files.
public struct TransferTrace: Action {
  /// The script or the record.
  public var input: ActionInput

  /// Traces a script or a record.
  ///
  /// - Parameter input: the script or the record.
  public init(of input: ActionInput) { self.input = input }

  /// Plays the script, or reads the record.
  ///
  /// - Parameter context: the types, folders and callbacks that the action uses.
  /// - Returns: one line of text for each call.
  /// - Throws: an ``ActionError`` that names the invalid line of the script or record.
  public func run(in context: ActionContext) throws -> [String] {
    let text = try text(in: context)
    if TransferRecordFile.isRecord(text) {
      return try TransferRecordFile.trace(of: text, named: input.description).lines
    }
    return try ScriptedDrag(text, named: input.description).run(in: context)
  }

  /// Returns the complete text of the input, which must be UTF-8.
  private func text(in context: ActionContext) throws -> String {
    guard let text = String(validating: try input.readAll(in: context), as: UTF8.self) else {
      throw ActionError.failure("\(input) is not a script: it is not UTF-8")
    }
    return text
  }
}
