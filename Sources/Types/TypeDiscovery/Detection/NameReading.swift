import ByteTools
import ProfferFileSystem
import UniformTypes

/// The types that a file name indicates.
struct NameReading {
  /// The declared types that have the extension, best first.
  let declaredTypes: [UTType]
  /// The dynamic type of the extension; nil if a declared type has the extension.
  let dynamicType: UTType?
  let evidence: [TypeDetection.Evidence]

  /// Whether the name contains more than one period, as in `notes.tar.gz`.
  var hasFurtherParts = false
  /// Whether the first type depends on more of the name than its extension.
  var isOfMoreThanExtension = false
  /// The type that the name alone indicates; nil if there is none.
  var type: UTType? { declaredTypes.first ?? dynamicType }
  /// Whether a declared type has the extension, so that the rest of the name is irrelevant.
  var isOfExtension: Bool { !declaredTypes.isEmpty }

  private init(
    declaredTypes: [UTType], dynamicType: UTType?, evidence: [TypeDetection.Evidence]
  ) {
    self.declaredTypes = declaredTypes
    self.dynamicType = dynamicType
    self.evidence = evidence
  }

  /// Recognizes a whole name, such as `Dockerfile`; nil for all other names.
  init?(whole name: FileName, in registry: TypeRegistry) {
    guard let identifier = WholeNames.typeIdentifier(of: name), let type = UTType(identifier, in: registry)
    else { return nil }
    self.init(
      declaredTypes: [type], dynamicType: nil, evidence: [.name("the name \(name) indicates \(identifier)")])
    isOfMoreThanExtension = true
  }

  /// Returns this reading extended by the types of the name in the desktop's database.
  ///
  /// If a pattern in the database covers more of the name than its extension, the types of the pattern
  /// precede the types of the extension. Otherwise they follow the types of the extension.
  ///
  /// - Parameter namesOwnTypes: whether a new type is created for a MIME type that the registry does not
  ///   declare. If false, a more general type of the registry is used, but only if the name has neither a
  ///   declared nor a dynamic type.
  func asking(
    _ database: SharedMimeDatabase, about name: FileName?, in registry: TypeRegistry, namesOwnTypes: Bool
  ) -> NameReading {
    guard let name else { return self }
    let meaning = database.globs.meaning(of: name.bytes)
    let types = meaning.mimeTypes.compactMap { mimeType in
      if namesOwnTypes { return database.ownType(mimeType: mimeType, in: registry) }
      return declaredTypes.isEmpty && dynamicType == nil
        ? database.closestType(mimeType: mimeType, in: registry)
        : database.type(mimeType: mimeType, in: registry)
    }
    let further = types.enumerated().filter { place, type in
      !declaredTypes.contains(type) && types.firstIndex(of: type) == place
    }.map(\.element)
    guard let first = meaning.mimeTypes.first, !further.isEmpty else { return self }
    let isFirst = meaning.isOfMoreThanExtension || declaredTypes.isEmpty
    let evidence = TypeDetection.Evidence.name(
      "the shared MIME database classifies its name as \(first)")
    var reading = NameReading(
      declaredTypes: isFirst ? further + declaredTypes : declaredTypes + further, dynamicType: dynamicType,
      evidence: self.evidence + [evidence])
    reading.isOfMoreThanExtension = meaning.isOfMoreThanExtension
    return reading
  }

  /// Reads a name.
  ///
  /// - Parameter supertypes: the possible supertypes of the result. Types that conform to an earlier
  ///   supertype precede types that conform to a later supertype.
  init(_ name: FileName?, conformingTo supertypes: [UTType], in registry: TypeRegistry) {
    guard let name, let fileExtension = FilenameExtension.of(name.bytes) else {
      declaredTypes = []
      dynamicType = nil
      evidence = name.map { [.name("\($0) has no extension")] } ?? []
      return
    }
    let shown = "“\(PrintableText.escaped(fileExtension.utf8))”"
    var declared: [UTType] = []
    var dynamic: UTType?
    for supertype in supertypes {
      let types = registry.types(
        tag: fileExtension, tagClass: .filenameExtension, conformingTo: supertype)
      declared += types.filter { !$0.isDynamic && !declared.contains($0) }
      // If no declared type has the extension, the dynamic type for the first supertype is used.
      dynamic = dynamic ?? types.first(where: \.isDynamic)
    }
    if declared.count > 1 {
      let secondary = declared.filter { ContentCompatibility.secondary.contains($0) }
      declared = declared.filter { !secondary.contains($0) } + secondary
    }
    declaredTypes = declared
    if declared.isEmpty {
      dynamicType = dynamic
      evidence = [.name("no declared type of this kind has the extension \(shown)")]
    } else {
      dynamicType = nil
      let names = declared.map(\.identifier).joined(separator: ", ")
      evidence = [.name("the extension \(shown) indicates \(names)")]
    }
  }
}

/// A cache of readings by extension.
///
/// The cache is small, because even a thousand files usually have only a few extensions.
struct NameReadings: Sendable {
  private let known = Locked<[String: NameReading]>([:])

  /// The maximum number of cached extensions.
  ///
  /// If files have more extensions than this, few of the extensions are likely to occur again.
  private static let limit = 1024

  /// Returns the types that the name of a regular file indicates.
  ///
  /// If a declared type has the extension, the types are the same for every name with that extension, so they
  /// are cached.
  func reading(of name: FileName?, in registry: TypeRegistry) -> NameReading {
    if let name, let reading = NameReading(whole: name, in: registry) { return reading }
    guard let name, let fileExtension = FilenameExtension.of(name.bytes) else {
      return NameReading(name, conformingTo: [.data], in: registry)
    }
    var reading =
      known.withLock { $0[fileExtension] } ?? NameReading(name, conformingTo: [.data], in: registry)
    if reading.isOfExtension {
      known.withLock { known in
        if known.count < Self.limit { known[fileExtension] = reading }
      }
    }
    reading.hasFurtherParts = name.bytes.count { $0 == UInt8(ascii: ".") } > 1
    return reading
  }
}
