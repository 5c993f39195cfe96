public import UniformTypes

/// An action that finds types by a part of their identifier, description or tags.
///
/// A word that begins with a dot, such as `.jpg`, finds the types that have this filename extension. Case is
/// ignored. The action does not write files.
public struct TypeSearch: Action {
  /// The word to search for.
  public var word: String

  /// Creates an action that searches for types.
  ///
  /// - Parameter word: a part of an identifier, a description or a tag; or an extension that begins with a dot.
  public init(for word: String) { self.word = word }

  /// Searches all types that are known without the desktop's database.
  ///
  /// - Parameter context: the types, folders and callbacks that the action uses.
  /// - Returns: the found types, in the order of the registry.
  public func run(in context: ActionContext) -> [UTType] {
    let registry = context.types.registry
    let wanted = word.lowercased()
    if wanted.hasPrefix(".") {
      return registry.allTypes.filter { type in
        registry.tags(of: type)[.filenameExtension]?.contains { ".\($0.lowercased())" == wanted } ?? false
      }
    }
    return registry.allTypes.filter { type in
      let texts =
        [type.identifier, registry.declaration(of: type)?.description ?? ""]
        + registry.tags(of: type).values.flatMap(\.self)
      return texts.contains { $0.lowercased().contains(wanted) }
    }
  }
}
