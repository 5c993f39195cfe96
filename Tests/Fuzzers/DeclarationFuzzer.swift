import Foundation
import TypeDiscovery
import UniformTypes

/// Declaration files in all three formats, and the registries that accept or reject the declarations.
struct DeclarationFuzzer: Fuzzer {
  let material: Material

  private static let json = """
    {"UTExportedTypeDeclarations": [
      {"UTTypeIdentifier": "com.example.Note", "UTTypeConformsTo": ["public.data", "public.content"],
       "UTTypeDescription": "Note", "UTTypeReferenceURL": "https://example.com", "UTTypeVersion": "3",
       "UTTypeTagSpecification": {"public.filename-extension": ["note", "memo"], "public.mime-type": "text/x-note"}},
      {"UTTypeIdentifier": "com.example.part", "UTTypeConformsTo": "com.example.note", "UTTypeIsWildcard": true}],
     "UTImportedTypeDeclarations": [
      {"UTTypeIdentifier": "org.example.sketch", "UTTypeConformsTo": "public.image"}]}
    """

  init() throws {
    let json = Data(Self.json.utf8)
    let object = try JSONSerialization.jsonObject(with: json)
    let xml = try PropertyListSerialization.data(fromPropertyList: object, format: .xml, options: 0)
    let binary = try PropertyListSerialization.data(fromPropertyList: object, format: .binary, options: 0)
    let utf16 = String(decoding: xml, as: UTF8.self)
      .replacingOccurrences(of: "UTF-8", with: "UTF-16").data(using: .utf16)
    let declaration = "{\"UTTypeIdentifier\": \"com.example.a\", \"UTTypeConformsTo\": \"com.example.a\"}"
    material = Material(
      seeds: [json, xml, binary, utf16 ?? xml].map { [UInt8]($0) },
      words: [
        "UTTypeIdentifier", "com.example.note", "com.example.part", "dyn.age8u", "public.data",
        "UTTypeConformsTo",
        "UTTypeTagSpecification", "com.apple.ostype", "public.url-scheme", "UTTypeVersion", "<dict>",
        "</dict>",
        "<array>", "</array>", "<array/>", "<string>", "</string>", "<integer>9</integer>", "<real>1</real>",
        "<true/>",
        "<date>", "<data>", "<!--", "-->", "<![CDATA[", "]]>", "&amp;", "&#x0;", "&#55296;", "&a;",
        "<!DOCTYPE a [<!ENTITY a \"&a;&a;\">]>", "<?", "?>", "bplist00", "\u{08}", "\u{10}", "\u{13}", "[",
        "]",
        "{", "}", "null", declaration + ",",
      ],
      pairs: [
        ("[", "]"), ("{\"a\":", "}"), ("<array>", "</array>"), ("<dict><key>a</key>", "</dict>"),
        ("<!--", "-->"),
      ],
      shapes: [
        GrowingShape(repeating: "<array>"), GrowingShape("<plist>", repeating: "<!-- -->", "</plist>"),
        GrowingShape("<plist><array>", repeating: "<string>a</string>", "</array></plist>"),
        GrowingShape("<plist><dict>", repeating: "<key>a</key><true/>", "</dict></plist>"),
        GrowingShape("<plist><string>", repeating: "&lt;", "</string></plist>"),
        GrowingShape("<plist><string>", repeating: "é", "</string></plist>"),
        GrowingShape("<plist><string>", repeating: "<![CDATA[a]]>", "</string></plist>"),
        GrowingShape("<!DOCTYPE plist [", repeating: "<!ENTITY a \"b\">", "]><plist/>"),
        GrowingShape("<plist><data>", repeating: "QUJD\n", "</data></plist>"), GrowingShape(repeating: "<"),
        GrowingShape("<plist><integer>", repeating: "9", "</integer></plist>"),
        GrowingShape("{\"UTExportedTypeDeclarations\":[", repeating: declaration + ",", declaration + "]}"),
        GrowingShape("{\"UTExportedTypeDeclarations\":[", repeating: "0,", "0]}"),
        GrowingShape(repeating: "["),
        GrowingShape(
          "{\"UTImportedTypeDeclarations\":[{\"UTTypeIdentifier\":\"a.b\",\"UTTypeConformsTo\":[",
          repeating: "\"public.data\",", "\"public.text\"]}]}"),
        GrowingShape(
          "{\"UTImportedTypeDeclarations\":[{\"UTTypeIdentifier\":\"a.b\",\"UTTypeTagSpecification\":"
            + "{\"public.filename-extension\":[", repeating: "\"x\",", "\"y\"]}}]}"),
      ])
  }

  func check(_ input: [UInt8]) throws(Finding) {
    let check = DeclarationCheck(input, named: "input")
    for mistake in check.mistakes {
      try Finding.unless(mistake.message.hasPrefix("input"), "no name in “\(mistake.message)”")
    }
    let (file, refusal) = Self.read(input)
    try Finding.unless(
      refusal?.message == check.mistakes.first?.message,
      "the first mistake is \(String(describing: check.mistakes.first)), the error \(String(describing: refusal))"
    )
    try Finding.unless(
      file == nil || file?.declarations == check.file.declarations, "two readings of one file differ")
    try checkRegistry(of: check.file)
  }

  private static func read(_ input: [UInt8]) -> (file: DeclarationFile?, refusal: DiscoveryError?) {
    do {
      return (try DeclarationFile(input, named: "input"), nil)
    } catch {
      return (nil, error)
    }
  }

  /// Checks that a registry accepts and answers for all declarations, or rejects them with a cause.
  private func checkRegistry(of file: DeclarationFile) throws(Finding) {
    let registry: TypeRegistry
    do throws(DiscoveryError) {
      registry = try file.adding(to: .standard)
    } catch {
      return try Finding.unless(error.cause is TypeError, "the registry rejects without a cause: \(error)")
    }
    for declaration in file.declarations {
      guard let type = UTType(declaration.identifier, in: registry) else {
        throw Finding("\(declaration.identifier) was accepted but is not declared")
      }
      for parent in declaration.parents where registry.declaration(of: type)?.parents == declaration.parents {
        try Finding.unless(
          UTType(parent, in: registry).map { type.conforms(to: $0, in: registry) } == true,
          "\(type) does not conform to \(parent), as it is declared to")
      }
      _ = (type.supertypes(in: registry), type.tags(in: registry), type.localizedDescription(in: registry))
    }
  }
}
