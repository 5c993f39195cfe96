import TypeDiscovery
import UniformTypes

/// An action that checks whether files with type declarations are valid.
///
/// The files are checked together, because they may refer to each other, and with the user's other
/// declarations. An installed version of a checked file is ignored. The action does not write files.
public struct TypeDeclarationCheck: Action {
  /// The result of the check.
  public struct Outcome: Sendable {
    /// The identifiers of the declared types, as spelled in the files.
    public let declarations: [String]
    /// The mistakes in the files.
    ///
    /// Each error includes the position of the mistake.
    public let mistakes: [ActionError]
    /// Remarks that are not mistakes.
    ///
    /// Each element is a sentence.
    public let remarks: [String]
  }

  /// The files or streams.
  public var files: [ActionInput]

  /// Creates an action that checks files.
  ///
  /// - Parameter files: the files or streams.
  public init(of files: [ActionInput]) { self.files = files }

  /// Reads and checks the files.
  ///
  /// - Parameter context: the types, folders and callbacks that the action uses.
  /// - Returns: the result of the check. Mistakes in the files do not cause an error.
  /// - Throws: the error of a file that cannot be read.
  public func run(in context: ActionContext) throws -> Outcome {
    let checks = try files.map { file in
      guard case .path(let path) = try file.readable.origin else {
        return DeclarationCheck(try file.readAll(in: context), named: file.description)
      }
      return try DeclarationCheck(contentsOf: path)
    }
    let checked = zip(checks, files).map { (file: $0.file, path: $1.path) }
    var mistakes = checks.flatMap(\.mistakes)
    if mistakes.isEmpty {
      do {
        _ = try DeclarationFile.adding(checks.map(\.file), to: context.types.registry(without: checked))
      } catch let error as DiscoveryError {
        mistakes.append(error)
      }
    }
    return Outcome(
      declarations: checks.flatMap(\.file.declarations).map(\.spelling),
      mistakes: mistakes.compactMap { ActionError.described($0) },
      remarks: checks.flatMap(\.file.remarks))
  }
}
