import UniformTypes

/// Identifiers `dyn.…` and the text encoded in them.
struct DynamicIdentifierFuzzer: Fuzzer {
  let material: Material

  init() {
    let described = [
      DynamicIdentifier(supertype: nil, tag: .init("webvtt", .filenameExtension)),
      DynamicIdentifier(supertype: "public.data", tag: .init("foo", .filenameExtension)),
      DynamicIdentifier(supertype: "com.example.thing", tag: .init("text/x=y:z\\", .mimeType)),
      DynamicIdentifier(
        supertype: "public.directory", tag: .init("été 😀", .filenameExtension),
        furtherTags: [
          .init("a/b", .mimeType), .init("TEXT", .osType), .init("x", .init(rawValue: "com.a.b")),
        ]),
    ]
    material = Material(
      seeds: described.flatMap { [Array($0.identifier.utf8), Array($0.payload.utf8)] },
      words: [
        "dyn.a", "dyn.", "DYN.A", "?0=", ":", "=", "\\:", "\\", "\\\\", "\\\0", "?", "1=", "13=", "F", "0=",
        "00=", "14=",
        "public.data", "com.apple.ostype", "ge8", "u", "9", "l", "A",
      ],
      shapes: [
        GrowingShape("dyn.a", repeating: "ge80"), GrowingShape("dyn.age8", repeating: "u"),
        GrowingShape("?0=6:1=", repeating: "\\:"), GrowingShape("1=x", repeating: ":1=x"),
        GrowingShape("?0=6:1=", repeating: "=:"), GrowingShape("1=", repeating: "e\u{301}"),
        GrowingShape("", repeating: "F", "=x"), GrowingShape("com.", repeating: "a.", "b=x"),
      ])
  }

  func check(_ input: [UInt8]) throws(Finding) {
    let text = String(decoding: input, as: UTF8.self)
    try check(identifier: text)
    if let described = DynamicIdentifier(payload: text) {
      try checkRoundTrip(described)
      try check(identifier: described.identifier)
    }
    if let type = UTType(tag: text, tagClass: .filenameExtension, conformingTo: nil) {
      try check(identifier: type.identifier)
    }
  }

  private func check(identifier: String) throws(Finding) {
    let described = DynamicIdentifier(identifier)
    let type = UTType(identifier)
    guard let described else {
      return try Finding.unless(
        type?.isDynamic != true, "\(identifier) is a dynamic type and cannot be decoded")
    }
    try checkRoundTrip(described)
    guard let type else { throw Finding("\(identifier) can be decoded but is not a type") }
    try Finding.unless(type.isDynamic, "\(type) is not dynamic")
    try Finding.unless(UTType(type.identifier) == type, "\(type) is another type by its own identifier")
    try Finding.unless(type.tags == described.tagsByClass, "the tags of \(type) are not those it was made of")
    try Finding.unless(type.conforms(to: type), "\(type) does not conform to itself")
    for supertype in type.supertypes {
      try Finding.unless(
        type.conforms(to: supertype), "\(type) does not conform to its supertype \(supertype)")
      try Finding.unless(!supertype.conforms(to: type), "\(supertype) conforms to \(type), its own subtype")
    }
    _ = (type.preferredFilenameExtension, type.preferredMIMEType, type.localizedDescription, type.isDeclared)
  }

  /// Checks that encoding a decoded identifier keeps its meaning, and returns a canonical identifier
  /// unchanged.
  private func checkRoundTrip(_ described: DynamicIdentifier) throws(Finding) {
    let text = described.identifier
    guard let again = DynamicIdentifier(text) else {
      throw Finding("\(text) was encoded and cannot be decoded")
    }
    try Finding.unless(again == described, "\(text) decodes to something else")
    try Finding.unless(again.identifier == text, "\(text) becomes \(again.identifier)")
    try Finding.unless(
      DynamicIdentifier(payload: described.payload)?.payload.utf8.elementsEqual(described.payload.utf8)
        == true,
      "the payload \(described.payload) is not preserved")
  }
}
