package import ProfferFileSystem
package import UniformTypes

/// Creates the names of files that contain representations.
///
/// No other code creates these names.
///
/// A suggested name is used unchanged if its extension belongs to the type of the representation, or to a
/// type that conforms to that type. Otherwise the type's extension is appended. An existing extension is
/// never replaced, because it may be part of the name, such as `.40` in `Screenshot at 14.49.40`.
///
/// Without a suggested name, the name of the source's file is used. Without a file, the name is a general
/// word for the type, such as `image`, with the type's extension. If the type has no extension, the
/// extension of its nearest supertype is used. If no supertype has an extension either, no extension is
/// appended. The name of a folder gets an extension only if its type is a kind of directory with an
/// extension, such as a package.
package enum FileNaming {
  /// The maximum length of a file name, in bytes, in most file systems.
  package static let longestNameByteCount = 255

  /// Creates a name.
  ///
  /// - Parameters:
  ///   - suggested: the name that the source suggests. The name is untrusted: slashes are replaced with
  ///     hyphens, NULs are removed, and an invalid name is ignored.
  ///   - sourceName: the name of the source's file; nil if the contents are not a file.
  ///   - typeIdentifier: the registered type of the representation, even if the receiver requested a more
  ///     general type.
  ///   - isFolder: whether the name is for a folder.
  ///   - wanted: the extension to append, without a dot; nil for the preferred extension of the type.
  /// - Returns: a name of at most 255 bytes. The name may contain characters that only Windows forbids; see
  ///   `portable(_:)`.
  package static func name(
    suggested: String?, sourceName: FileName?, typeIdentifier: String, isFolder: Bool = false,
    fileExtension wanted: String? = nil, registry: TypeRegistry = .current
  ) -> FileName {
    let type = UTType(typeIdentifier, in: registry)
    guard let stem = suggested.flatMap({ sanitised($0) }) else {
      return sourceName.flatMap { shortened($0.bytes, extension: []) }
        ?? generic(for: typeIdentifier, type, isFolder: isFolder, fileExtension: wanted, in: registry)
    }
    // The name of the source's file is complete if it has no extension, such as README or Makefile.
    let isOwnName = sourceName?.bytes == stem && fileExtension(of: stem) == nil
    guard let type, !isOwnName, let named = namedType(of: type, in: registry),
      !isFolder || registry.conforms(named.type, to: .directory)
    else {
      return shortened(stem, extension: [])
        ?? generic(for: typeIdentifier, nil, isFolder: isFolder, in: registry)
    }
    let isFitting = fileExtension(of: stem).map { fits($0, named.type, in: registry) } ?? false
    let added = isFitting ? [] : [0x2E] + Array((wanted ?? named.fileExtension).utf8)
    return shortened(stem, extension: added)
      ?? generic(for: typeIdentifier, type, isFolder: isFolder, fileExtension: wanted, in: registry)
  }

  /// Returns the text after the last dot of a name.
  ///
  /// The result is nil if there is no dot, if the last dot is the first or last byte, or if the text is not
  /// UTF-8.
  static func fileExtension(of name: [UInt8]) -> String? {
    guard let dot = name.lastIndex(of: 0x2E), dot > 0, dot + 1 < name.count else { return nil }
    return String(validating: name[(dot + 1)...], as: UTF8.self)
  }

  /// Returns whether the extension of a name belongs to a type, or to another type that conforms to that
  /// type.
  package static func isFileName(
    _ name: String, ofType typeIdentifier: String, in registry: TypeRegistry = .current
  ) -> Bool {
    guard let type = UTType(typeIdentifier, in: registry), let named = namedType(of: type, in: registry),
      let fileExtension = fileExtension(of: Array(name.utf8))
    else { return false }
    return fits(fileExtension, named.type, in: registry)
  }

  /// Returns the type if it has a filename extension, otherwise its nearest supertype that has one; nil if
  /// there is none.
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

  /// Returns whether an extension belongs to a type, or to another type that conforms to that type.
  ///
  /// If the extension belongs only to a dynamic type, the result is true only for that dynamic type itself.
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
    for typeIdentifier: String, _ type: UTType?, isFolder: Bool, fileExtension wanted: String? = nil,
    in registry: TypeRegistry
  ) -> FileName {
    let words = [
      ("public.image", "image"), ("public.movie", "movie"), ("public.audio", "audio"),
      ("public.text", "text"),
      ("public.archive", "archive"), ("public.url", "link"), ("public.directory", "folder"),
    ]
    let word = words.first { registry.conforms(identifier: typeIdentifier, to: $0.0) }?.1
    let stem = word ?? (isFolder ? "folder" : "item")
    let preferred = type.flatMap { namedType(of: $0, in: registry) }?.fileExtension
    let added = (wanted ?? preferred).map { "." + $0 } ?? ""
    // The extension is not trusted, because any program can declare a type.
    guard let name = sanitised(stem + added).flatMap({ shortened($0, extension: []) }) else {
      preconditionFailure("a word begins the name")
    }
    return name
  }

  /// Returns a name shortened to the maximum length.
  ///
  /// Characters are removed before the extension, and no character is split.
  package static func shortened(_ name: FileName) -> FileName { shortened(name.bytes, extension: []) ?? name }

  /// Returns a name shortened to the maximum length.
  ///
  /// Characters are removed before the extension, and no character is split.
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
    // Bytes of the form 10xxxxxx continue a character, so the cut is moved back to the start of a
    // character.
    while end > 0, end < body.count, body[end] & 0xC0 == 0x80 { end -= 1 }
    return FileName(bytes: Array(body.prefix(end) + kept).prefix(longestNameByteCount))
  }
}

// MARK: - Collisions

extension FileNaming {
  /// Returns a numbered form of a name, to use if the name itself exists.
  ///
  /// The number is inserted before the extension, as in `photo 2.png`. If the result is too long, the part
  /// before the number is shortened.
  package static func numbered(_ name: FileName, _ number: Int) -> FileName {
    let bytes = name.bytes
    let dot = bytes.lastIndex(of: UInt8(ascii: ".")).flatMap { $0 == 0 ? nil : $0 } ?? bytes.count
    let tail = Array(" \(number)".utf8) + bytes[dot...]
    var end = min(dot, max(0, longestNameByteCount - tail.count))
    // Bytes of the form 10xxxxxx continue a character, so the cut is moved back to the start of a
    // character.
    while end > 0, end < dot, bytes[end] & 0xC0 == 0x80 { end -= 1 }
    guard let numbered = FileName(bytes: bytes[..<end] + tail) else {
      preconditionFailure("a name stays valid with a number")
    }
    return numbered
  }
}

// MARK: - Portable names

extension FileNaming {
  /// The names that Windows reserves for devices, alone and with any extension.
  ///
  /// The superscript digits 1 to 3 count as digits.
  ///
  /// Source: Microsoft, "Naming Files, Paths, and Namespaces".
  private static let deviceNames: Set<String> = {
    let digits = (1...9).map { "\($0)" } + ["\u{B9}", "\u{B2}", "\u{B3}"]
    let numbered = digits.flatMap { ["COM\($0)", "LPT\($0)"] }
    return Set(["CON", "PRN", "AUX", "NUL"] + numbered)
  }()

  /// Returns the name in a form that every common file system allows.
  ///
  /// The result is UTF-8, contains no character that Windows forbids, does not end in a space or dot, and
  /// is not a device name. A name that is already portable is not changed.
  ///
  /// - Parameter name: any name.
  /// - Returns: a portable name.
  package static func portable(_ name: FileName) -> FileName {
    if isPlain(name.bytes) { return name }
    var characters = Array(String(decoding: name.bytes, as: UTF8.self).unicodeScalars)
    for index in characters.indices where isForbidden(characters[index]) { characters[index] = "_" }
    while let last = characters.last, last == "." || last == " " { characters.removeLast() }
    var text = String(String.UnicodeScalarView(characters))
    let stem = text.prefix { $0 != "." }
    if deviceNames.contains(stem.uppercased()) { text.insert("_", at: stem.endIndex) }
    // The text is empty if the name consisted only of dots and spaces.
    if text.isEmpty { text = "_" }
    // The replacement character U+FFFD is longer than the invalid byte that it replaces.
    while text.utf8.count > longestNameByteCount { text.removeLast() }
    return FileName(text) ?? name
  }

  private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || scalar.value == 0x7F || "<>:\"/\\|?*".unicodeScalars.contains(scalar)
  }

  /// Returns true if a fast test shows that a name is portable, as nearly all names are.
  ///
  /// If the result is false, the name may still be portable.
  private static func isPlain(_ name: [UInt8]) -> Bool {
    var stemByteCount: Int?
    for (index, byte) in name.enumerated() {
      guard 0x20..<0x7F ~= byte else { return false }
      switch Unicode.Scalar(byte) {
      case "<", ">", ":", "\"", "/", "\\", "|", "?", "*": return false
      case ".": if stemByteCount == nil { stemByteCount = index }
      default: break
      }
    }
    // Device names have three or four characters.
    let isDevice = 3...4 ~= stemByteCount ?? name.count
    return !isDevice && name.last != UInt8(ascii: ".") && name.last != UInt8(ascii: " ")
  }
}
