public import ProfferFileSystem
import TypeDiscovery
import UniformTypes

/// Whether files of type declarations are valid.
///
/// The files are checked together, because they may refer to each other. Nothing is written.
public struct TypeDeclarationCheck: Action {
  /// What was found.
  public struct Outcome: Sendable {
    /// The identifiers of the declared types, as they are spelled.
    public let declarations: [String]
    /// The mistakes, with their places.
    public let mistakes: [ActionError]
    /// Remarks that are not mistakes, a sentence each.
    public let remarks: [String]
  }

  /// The files.
  public var files: [FilePath]

  /// Checks files.
  ///
  /// - Parameter files: the paths of the files.
  public init(of files: [FilePath]) { self.files = files }

  /// Reads the files.
  ///
  /// - Parameter context: what the action needs besides its inputs.
  /// - Returns: what was found; a mistake is not an error.
  /// - Throws: the error of a file that cannot be read.
  public func run(in context: ActionContext) throws -> Outcome {
    let checks = try files.map { path throws(DiscoveryError) in try DeclarationCheck(contentsOf: path) }
    var mistakes = checks.flatMap(\.mistakes)
    if mistakes.isEmpty {
      do throws(DiscoveryError) {
        _ = try DeclarationFile.adding(checks.map(\.file), to: context.types.registry)
      } catch {
        mistakes.append(error)
      }
    }
    return Outcome(
      declarations: checks.flatMap(\.file.declarations).map(\.spelling),
      mistakes: mistakes.compactMap { ActionError.described($0) },
      remarks: checks.flatMap(\.file.remarks))
  }
}
