import ProfferFileSystem

/// A file or stream that names input files, one name on each line.
///
/// Empty names are ignored. A name is used as it is: spaces, quotes and `-` have no special meaning. Relative
/// names refer to the working folder.
public struct InputList: Sendable {
  /// The list.
  public var list: ActionInput
  /// Whether a NUL, rather than a line break, ends each name, so that names can contain line breaks.
  public var isSeparatedByNull = false

  /// Creates a list.
  ///
  /// - Parameters:
  ///   - list: the file or stream that contains the names.
  ///   - isSeparatedByNull: whether a NUL, rather than a line break, ends each name.
  public init(_ list: ActionInput, isSeparatedByNull: Bool = false) {
    self.list = list
    self.isSeparatedByNull = isSeparatedByNull
  }

  /// A name in the list.
  enum Entry {
    case path(FilePath)
    /// A name that no file can have, in printable form.
    case invalid(String)
  }

  /// Returns the names in the list, in order.
  ///
  /// - Throws: the error of reading the list.
  func entries(in context: ActionContext) throws -> [Entry] {
    let separator: UInt8 = isSeparatedByNull ? 0 : UInt8(ascii: "\n")
    return try list.readAll(in: context).split(separator: separator).map { name in
      FilePath(bytes: name).map { .path($0) } ?? .invalid(PrintableText.escaped(name))
    }
  }
}
