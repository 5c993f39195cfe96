import ByteTools
import FileSystem
import UniformTypes

/// What a file name says about the type of the file.
struct NameReading {
  /// The declared types that the extension belongs to, best first.
  let declaredTypes: [UTType]
  /// The dynamic type of an extension that no declared type has.
  let dynamicType: UTType?
  let evidence: [TypeDetection.Evidence]

  /// The type that the name alone means.
  var type: UTType? { declaredTypes.first ?? dynamicType }
  /// Whether a declared type has the extension, so that the rest of the name is not considered.
  var isOfExtension: Bool { !declaredTypes.isEmpty && dynamicType == nil && evidence.count == 1 }

  private init(
    declaredTypes: [UTType], dynamicType: UTType?, evidence: [TypeDetection.Evidence]
  ) {
    self.declaredTypes = declaredTypes
    self.dynamicType = dynamicType
    self.evidence = evidence
  }

  /// Reads the name of a regular file.
  ///
  /// - Parameter database: where a name is looked up that the registry does not know.
  init(fileNamed name: FileName?, in registry: TypeRegistry, database: SharedMimeDatabase?) {
    let reading = NameReading(name, conformingTo: [.data], in: registry)
    guard reading.declaredTypes.isEmpty, let name, let database,
      let mimeType = database.mimeTypes(named: name).first,
      // Instead of the dynamic type of an extension, only the file's own type is taken, not a more general one.
      let type = reading.dynamicType == nil
        ? database.closestType(mimeType: mimeType, in: registry)
        : database.type(mimeType: mimeType, in: registry)
    else {
      self = reading
      return
    }
    let evidence = TypeDetection.Evidence.name("the shared MIME database calls such a file \(mimeType)")
    self.init(
      declaredTypes: [type], dynamicType: reading.dynamicType, evidence: reading.evidence + [evidence])
  }

  /// Reads a name.
  ///
  /// - Parameter supertypes: the types that the result conforms to; the types for each of them are taken in this order.
  init(_ name: FileName?, conformingTo supertypes: [UTType], in registry: TypeRegistry) {
    guard let name, let fileExtension = FilenameExtension.of(name.bytes) else {
      declaredTypes = []
      dynamicType = nil
      evidence = name.map { [.name("\($0) has no extension")] } ?? []
      return
    }
    let shown = "“\(PrintableText.escaped(fileExtension.utf8))”"
    var declared: [UTType] = []
    for supertype in supertypes {
      let types = registry.types(
        tag: fileExtension, tagClass: .filenameExtension, conformingTo: supertype)
      declared += types.filter { !$0.isDynamic && !declared.contains($0) }
    }
    declaredTypes = declared
    if declared.isEmpty {
      dynamicType = supertypes.first.flatMap {
        registry.type(tag: fileExtension, tagClass: .filenameExtension, conformingTo: $0)
      }
      evidence = [.name("no declared type for this kind of thing has the extension \(shown)")]
    } else {
      dynamicType = nil
      let names = declared.map(\.identifier).joined(separator: ", ")
      evidence = [.name("the extension \(shown) means \(names)")]
    }
  }
}

/// The meanings of extensions that were looked up before, as a thousand files have a few extensions.
struct NameReadings: Sendable {
  private let known = Locked<[String: NameReading]>([:])

  /// With more different extensions, one that was seen is not likely to come again.
  private static let limit = 1024

  /// What a file name says.
  ///
  /// It is the same for every name with the extension if a declared type has it.
  func reading(
    of name: FileName?, in registry: TypeRegistry, _ database: SharedMimeDatabase?
  ) -> NameReading {
    guard let name, let fileExtension = FilenameExtension.of(name.bytes) else {
      return NameReading(fileNamed: name, in: registry, database: database)
    }
    if let reading = known.withLock({ $0[fileExtension] }) { return reading }
    let reading = NameReading(fileNamed: name, in: registry, database: database)
    if reading.isOfExtension {
      known.withLock { known in
        if known.count < Self.limit { known[fileExtension] = reading }
      }
    }
    return reading
  }
}
