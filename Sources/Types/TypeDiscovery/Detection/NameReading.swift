import FileSystem
import UniformTypes

/// What a file's name says about its type.
struct NameReading {
  /// The declared types that the extension belongs to, best first.
  let declaredTypes: [UTType]
  /// The dynamic type of an extension that no declared type has.
  let dynamicType: UTType?
  let evidence: [TypeDetection.Evidence]

  /// The one type that the name means.
  var type: UTType? { declaredTypes.first ?? dynamicType }
  /// Whether a declared type has the extension, so that nothing else of the name counts.
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
  /// - Parameter database: where a name is looked up that means nothing to the registry.
  init(fileNamed name: FileName?, in registry: TypeRegistry, database: SharedMimeDatabase?) {
    let reading = NameReading(name, conformingTo: [.data], in: registry)
    guard reading.declaredTypes.isEmpty, let name, let database,
      let mimeType = database.mimeTypes(named: name).first,
      // In place of an extension, which look-ups lead to, only a type of the file's own will do.
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
  /// - Parameter supertypes: what the types are to conform to; each that some declared type satisfies is taken, in
  ///   this order.
  init(_ name: FileName?, conformingTo supertypes: [UTType], in registry: TypeRegistry) {
    guard let name, let fileExtension = FilenameExtension.of(name) else {
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
