public import FileSystem
public import UniformTypes

/// The name of a file that stands for a representation: the only place where one is made.
///
/// A suggested name keeps its extension when that means the served type or one that conforms to it; otherwise
/// the type's own extension is appended, never put in another's place, because what looks like an extension
/// may be part of the name (`Screenshot at 14.49.40`). Without a suggestion the source file's own name is
/// taken as it is, and without a file a general word for the type with its extension. A type without an
/// extension of its own has that of the nearest type that it conforms to; where there is none, names stay as
/// they are. So do names of folders, unless their type is a package with an extension.
public enum FileNaming {
  /// What file systems allow a name to have.
  static let longestNameByteCount = 255

  /// Makes a name.
  ///
  /// - Parameters:
  ///   - suggested: what the source suggests. It is not trusted: slashes become hyphens, NULs go, and a name
  ///     that no folder can hold counts as none.
  ///   - sourceName: the name of the source's file, where it is one.
  ///   - typeIdentifier: the registered type that is served, not a more general one that was asked for.
  ///   - isFolder: whether a folder is named.
  /// - Returns: a name of at most 255 bytes. Names that only Windows forbids are left; see `portable(_:)`.
  public static func name(
    suggested: String?, sourceName: FileName?, typeIdentifier: String, isFolder: Bool = false,
    registry: TypeRegistry = .current
  ) -> FileName {
    let type = UTType(typeIdentifier, in: registry)
    guard let stem = suggested.flatMap({ sanitised($0) }) else {
      return sourceName.flatMap { shortened($0.bytes, extension: []) }
        ?? generic(for: typeIdentifier, type, isFolder: isFolder, in: registry)
    }
    // A name that is the file's own and has no extension is one that needs none: README, Makefile.
    let isOwnName = sourceName?.bytes == stem && fileExtension(of: stem) == nil
    guard let type, !isOwnName, let named = namedType(of: type, in: registry),
      !isFolder || registry.conforms(named.type, to: .directory)
    else {
      return shortened(stem, extension: [])
        ?? generic(for: typeIdentifier, nil, isFolder: isFolder, in: registry)
    }
    let isFitting = fileExtension(of: stem).map { fits($0, named.type, in: registry) } ?? false
    let added = isFitting ? [] : [0x2E] + Array(named.fileExtension.utf8)
    return shortened(stem, extension: added)
      ?? generic(for: typeIdentifier, type, isFolder: isFolder, in: registry)
  }

  /// What stands after the last dot of a name, unless the dot is the first or the last byte or the rest is
  /// not UTF-8.
  static func fileExtension(of name: [UInt8]) -> String? {
    guard let dot = name.lastIndex(of: 0x2E), dot > 0, dot + 1 < name.count else { return nil }
    return String(validating: name[(dot + 1)...], as: UTF8.self)
  }

  /// Whether a suggested name is that of a file of the type: its extension means the type or one that
  /// conforms to it.
  static func isFileName(_ name: String, ofType typeIdentifier: String, in registry: TypeRegistry = .current)
    -> Bool
  {
    guard let type = UTType(typeIdentifier, in: registry), let named = namedType(of: type, in: registry),
      let fileExtension = fileExtension(of: Array(name.utf8))
    else { return false }
    return fits(fileExtension, named.type, in: registry)
  }

  /// The type itself or the nearest that it conforms to, whichever has an extension first.
  private static func namedType(of type: UTType, in registry: TypeRegistry)
    -> (type: UTType, fileExtension: String)?
  {
    for candidate in [type] + registry.orderedSupertypes(of: type) {
      if let preferred = registry.preferredTag(of: candidate, .filenameExtension) {
        return (candidate, preferred)
      }
    }
    return nil
  }

  /// Whether an extension means the type or one that conforms to it.
  ///
  /// What is known only as a dynamic type means nothing.
  private static func fits(_ fileExtension: String, _ type: UTType, in registry: TypeRegistry) -> Bool {
    registry.types(tag: fileExtension, tagClass: .filenameExtension, conformingTo: nil).contains {
      registry.conforms($0, to: type) && (!$0.isDynamic || $0 == type)
    }
  }

  private static func sanitised(_ suggested: String) -> [UInt8]? {
    let bytes = suggested.utf8.filter { $0 != 0 }.map { $0 == 0x2F ? UInt8(ascii: "-") : $0 }
    return FileName(bytes: bytes) == nil || bytes.allSatisfy { $0 == 0x20 } ? nil : bytes
  }

  private static func generic(
    for typeIdentifier: String, _ type: UTType?, isFolder: Bool, in registry: TypeRegistry
  ) -> FileName {
    let words = [
      ("public.image", "image"), ("public.movie", "movie"), ("public.audio", "audio"),
      ("public.text", "text"),
      ("public.archive", "archive"), ("public.url", "link"), ("public.directory", "folder"),
    ]
    let word = words.first { registry.conforms(identifier: typeIdentifier, to: $0.0) }?.1
    let stem = word ?? (isFolder ? "folder" : "item")
    let added = type.flatMap { namedType(of: $0, in: registry) }.map { "." + $0.fileExtension } ?? ""
    // An extension comes from a declaration, which may be anybody's.
    guard let name = sanitised(stem + added).flatMap({ shortened($0, extension: []) }) else {
      preconditionFailure("a word begins the name")
    }
    return name
  }

  /// A name cut to the longest that file systems take, its extension kept and no character cut in two.
  private static func shortened(_ stem: [UInt8], extension added: [UInt8]) -> FileName? {
    let added = added.map { $0 == 0x2F || $0 == 0 ? UInt8(ascii: "-") : $0 }
    if stem.count + added.count <= longestNameByteCount { return FileName(bytes: stem + added) }
    var kept = added
    var body = stem[...]
    if added.isEmpty, let own = fileExtension(of: stem), own.utf8.count < 32 {
      kept = [0x2E] + own.utf8
      body = stem.dropLast(kept.count)
    }
    var end = max(0, longestNameByteCount - kept.count)
    // Bytes 10xxxxxx continue a character; a cut before one would leave half of it.
    while end > 0, end < body.count, body[end] & 0xC0 == 0x80 { end -= 1 }
    return FileName(bytes: Array(body.prefix(end) + kept).prefix(longestNameByteCount))
  }
}
