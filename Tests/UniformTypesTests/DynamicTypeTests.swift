import Foundation
import TestSupport
import Testing

@testable import UniformTypes

/// Tests with `dynamic-identifiers.tsv`: identifiers found in public and the text in each, with NUL as
/// `\x00`.
@Suite struct DynamicTypeTests {
  @Test func everyKnownIdentifierIsReadAndWrittenTheSame() throws {
    let known = try Self.known()
    try requireEqual(known.count, 284)
    for (identifier, payload) in known {
      let contents = try require(DynamicIdentifier(identifier), "\(identifier) (\(payload))")
      expectEqual(contents.payload, payload)
      expectEqual(contents.identifier, identifier)
      expectEqual(UTType(identifier)?.isDynamic, true)
      expectEqual(UTType(identifier.uppercased())?.identifier, identifier)
    }
  }

  @Test func lookingUpTheTagsOfAKnownIdentifierGivesItAgain() throws {
    // Most identifiers are generated again. Exceptions: the type is declared by now, the tag was empty, or
    // the identifier is from before tags were folded.
    var sameCount = 0
    for (identifier, payload) in try Self.known() {
      let contents = try require(DynamicIdentifier(payload: payload))
      guard contents.tags.count == 1, let tag = contents.tags.first else { continue }
      let supertype = contents.supertype.flatMap { UTType($0) }
      let type = UTType(tag: tag.text, tagClass: tag.tagClass, conformingTo: supertype)
      if type?.identifier == identifier {
        sameCount += 1
      } else {
        expect(type == nil || type?.isDeclared == true, "\(payload)")
      }
    }
    expectGreater(sameCount, 150, "only \(sameCount)")
  }

  @Test(arguments: [
    ("go", UTTagClass.filenameExtension, UTType.data as UTType?, "dyn.ah62d4rv4ge80s52"),
    ("GO", .filenameExtension, .data, "dyn.ah62d4rv4ge80s52"),
    ("dev.kaya/note", .mimeType, .data, "dyn.ah62d4rv4gq80k3p0f3z0c8pbf71g87df"),
    ("dev.kaya/note", .mimeType, nil, "dyn.agq80k3p0f3z0c8pbf71g87df"),
    ("dev.kaya/note", .pasteboardType, .data, "dyn.ah62d4rv4gu80k3p0f3z0c8pbf71g87df"),
    ("rs", .filenameExtension, .plainText, "dyn.ah62d4sb4ge81e62"),
    ("skp", .osType, .data, "dyn.ah62d4rv4gk81g45upuaa"),
  ])
  func anUnknownTagGivesTheMeasuredIdentifier(
    _ tag: String, _ tagClass: UTTagClass, _ supertype: UTType?, _ identifier: String
  ) throws {
    // The identifier is made directly from the tag: some of these types are declared by now, and a look-up
    // finds those.
    let contents = try require(TypeTag(tag, tagClass))
    expectEqual(UTType(dynamicFor: contents, conformingTo: supertype).identifier, identifier)
  }

  @Test func aDynamicTypeAnswersWhatItsIdentifierSays() throws {
    let type = try require(UTType(filenameExtension: "Frob", conformingTo: .text))
    #expect(type.isDynamic && !type.isDeclared && !type.isPublic)
    expectEqual(type.tags, [.filenameExtension: ["frob"]])
    #expect(type.preferredFilenameExtension == "frob" && type.preferredMIMEType == nil)
    #expect(type.localizedDescription == nil && type.version == nil && type.referenceURLString == nil)
    expectEqual(type.supertypes, [.text, .data, .content, .item])
    #expect(type.conforms(to: .text) && type.conforms(to: .item) && !type.conforms(to: .image))
    expectEqual(type, UTType(filenameExtension: "FROB", conformingTo: .text))
    expectNotEqual(type, UTType(filenameExtension: "frob"))
    let name = try require(UTType("dyn.ah62d4rv4gu80k3p0f3z0c8pbf71g87df"))
    expectEqual(name.tags, [.pasteboardType: ["dev.kaya/note"]])
  }

  @Test func aDynamicTypeCanBeTheSupertypeOfAnother() throws {
    let outer = try require(UTType(filenameExtension: "outer", conformingTo: .json))
    let inner = try require(UTType(filenameExtension: "inner", conformingTo: outer))
    #expect(inner.conforms(to: outer) && inner.conforms(to: .json) && inner.conforms(to: .data))
    #expect(inner.supertypes.contains(outer) && !outer.conforms(to: inner))
  }

  @Test(arguments: [
    ("not the marker", "dyn.bge80s52"), ("nothing", "dyn."), ("no payload", "dyn.a"),
    ("a foreign letter", "dyn.age8i"),
    ("a stray character", "dyn.age81g7dtsm60e55bsmwaz"),
    ("a cut identifier", "dyn.ah62d4qmxhk4d425try1g44pdsm11g55gsu1e82xnqzv"),
    ("white space", "dyn.age80s52 "),
    ("not UTF-8", "dyn.a" + DynamicBase32.encode([0x31, 0x3D, 0xFF])),
    ("no pair", dynamic("abc")), ("an empty pair", dynamic("1=go:")), ("an open escape", dynamic("1=go\\")),
    ("a question without conformance", dynamic("?1=go")),
    ("a conformance without question", dynamic("0=6:1=go")),
    ("no tag", dynamic("?0=6")), ("two conformances", dynamic("?0=6:0=7:1=go")), ("no class", dynamic("=go")),
    ("a class that is not an identifier", dynamic("exten sion=go")),
    ("a type that is not an identifier", dynamic("?0=6,7:1=go")),
  ])
  func malformedIdentifiersGiveNoType(_ reason: String, _ identifier: String) {
    expectNil(UTType(identifier), "\(reason)")
    expectNil(UTType(identifier: identifier, allowUndeclared: true), "\(reason)")
  }

  @Test func anUnknownCodeIsKept() throws {
    let contents = try require(DynamicIdentifier(payload: "?0=1F:2A=x:1=8"))
    expectEqual(contents.supertype, "1F")
    expectEqual(contents.tags.map(\.tagClass.rawValue), ["2A", "public.filename-extension"])
    expectEqual(contents.tags.map(\.text), ["x", "8"])
    expectEqual(contents.payload, "?0=1F:2A=x:1=8")
  }

  @Test func anyTagsAreTheSameAfterWritingAndReading() {
    let seed = SeededGenerator.testSeed()
    var generator = SeededGenerator(seed: seed)
    let classes: [UTTagClass] = [
      .filenameExtension, .mimeType, .osType, .pasteboardType, .urlScheme, .deviceModelCode,
    ]
    let characters = Array("az09:=\\\0?/. éƒ🙂\u{301}")
    let supertypes: [String?] = [
      nil, "public.data", "public.content", "com.apple.package", "com.example.größe",
    ]
    for _ in 0..<Repetitions.count(500, long: 2000) {
      let tags = (0...Int.random(in: 0...3, using: &generator)).map { _ in
        DynamicIdentifier.Tag(
          String(
            (0..<Int.random(in: 0...9, using: &generator)).compactMap { _ in
              characters.randomElement(using: &generator)
            }),
          classes.randomElement(using: &generator) ?? .mimeType)
      }
      let contents = DynamicIdentifier(
        supertype: supertypes.randomElement(using: &generator) ?? nil, tag: tags[0],
        furtherTags: Array(tags.dropFirst()))
      expectEqual(DynamicIdentifier(contents.identifier), contents, "seed \(seed): \(contents.payload)")
    }
  }

  @Test func base32RestoresAnyBytesAndReadsAnyText() {
    let seed = SeededGenerator.testSeed()
    var generator = SeededGenerator(seed: seed)
    let alphabet = Array("abcdefghkmnpqrstuvwxyz0123456789ijlo.-ABCé")
    for count in 0..<200 {
      let bytes = generator.bytes(count: count)
      expectEqual(DynamicBase32.decode(Substring(DynamicBase32.encode(bytes)).utf8), bytes, "seed \(seed)")
      let text = String((0..<count).compactMap { _ in alphabet.randomElement(using: &generator) })
      if let contents = DynamicIdentifier("dyn.a" + text) {
        expectEqual(DynamicIdentifier(contents.identifier), contents, "seed \(seed)")
      }
      let payload = String(decoding: bytes, as: UTF8.self)
      if let contents = DynamicIdentifier(payload: payload) {
        expectEqual(DynamicIdentifier(payload: contents.payload), contents, "seed \(seed)")
      }
    }
  }

  @Test func aKnownIdentifierCutAnywhereIsReadOrRefused() throws {
    for (identifier, _) in try Self.known() {
      for count in 0..<identifier.count {
        let cut = String(identifier.prefix(count))
        if let type = UTType(cut) { #expect(type.isDynamic && type.identifier == cut) }
      }
    }
  }

  private static func known() throws -> [(identifier: String, payload: String)] {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
      "dynamic-identifiers.tsv")
    return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map { line in
      let columns = line.split(separator: "\t", omittingEmptySubsequences: false)
      return (String(columns[0]), String(columns[1].replacing("\\x00", with: "\0")))
    }
  }
}

private func dynamic(_ payload: String) -> String { "dyn.a" + DynamicBase32.encode(Array(payload.utf8)) }

/// The individual rules of dynamic identifiers; `DynamicTypeTests` compares them with public identifiers.
@Suite struct DynamicTypeRuleTests {
  @Test(arguments: [
    ("1=", "dyn.age8"), ("2=", "dyn.agk8"), ("3=", "dyn.agq8"), ("4=", "dyn.agu8"), ("?0=", "dyn.ah62d4"),
    ("?0=6:1=", "dyn.ah62d4rv4ge8"), ("?0=6:2=", "dyn.ah62d4rv4gk8"), ("?0=6:3=", "dyn.ah62d4rv4gq8"),
    ("?0=6:4=", "dyn.ah62d4rv4gu8"),
  ])
  func payloadsWithEqualBeginningsGiveIdentifiersWithEqualBeginnings(_ beginning: String, _ expected: String)
    throws
  {
    let payload = beginning.hasSuffix("?0=") ? beginning + "6:1=go" : beginning + "go"
    #expect(try require(DynamicIdentifier(payload: payload)).identifier.hasPrefix(expected))
  }

  static let codes: [(String, String)] = [
    ("1", "public.filename-extension"), ("2", "com.apple.ostype"), ("3", "public.mime-type"),
    ("4", "com.apple.nspboard-type"), ("5", "public.url-scheme"), ("6", "public.data"), ("7", "public.text"),
    ("8", "public.plain-text"), ("9", "public.utf16-plain-text"),
    ("A", "com.apple.traditional-mac-plain-text"),
    ("B", "public.image"), ("C", "public.video"), ("D", "public.audio"), ("E", "public.directory"),
    ("F", "public.folder"), ("10", "com.apple.package"), ("11", "public.url"),
    ("12", "public.utf16-external-plain-text"), ("13", "public.content"),
  ]

  @Test(arguments: codes)
  func aCodeStandsForItsNameOnBothSides(_ code: String, _ name: String) throws {
    let payload = "?0=\(code):\(code)=x"
    let contents = try require(DynamicIdentifier(payload: payload))
    #expect(contents.supertype == name && contents.tags.map(\.tagClass.rawValue) == [name])
    expectEqual(contents.payload, payload)
  }

  @Test(arguments: codes)
  func aTagIsNeverACode(_ code: String, _ name: String) throws {
    let contents = try require(DynamicIdentifier(payload: "1=\(code)"))
    expectEqual(contents.tags.map(\.text), [code])
    expectEqual(DynamicIdentifier(supertype: nil, tag: .init(name, .mimeType)).payload, "3=\(name)")
  }

  @Test(arguments: ["public.item", "public.unix-executable", "public.playlist", "public.audiovisual-content"])
  func aTypeWithoutACodeIsWrittenInFull(_ identifier: String) throws {
    let supertype = try require(UTType(identifier))
    let type = try require(
      UTType(tag: "frob", tagClass: .filenameExtension, conformingTo: supertype))
    expectEqual(DynamicIdentifier(type.identifier)?.payload, "?0=\(identifier):1=frob")
    #expect(type.conforms(to: supertype) && type.supertypes == supertype.supertypes.union([supertype]))
  }

  @Test(arguments: [
    // Only syntax characters are escaped.
    ("z:z=q?", UTTagClass.filenameExtension, #"1=z\:z\=q?"#), (#"a\b"#, .pasteboardType, #"4=a\\b"#),
    ("a/b.c-d_e*f 1", .pasteboardType, "4=a/b.c-d_e*f 1"), ("image/*", .mimeType, "3=image/*"),
    // Extensions, MIME types and schemes are lowercased; the other tags keep their case.
    ("NXTypedFileContentsPboardType:jpg", .filenameExtension, #"1=nxtypedfilecontentspboardtype\:jpg"#),
    ("pluginPayloadAttachment", .filenameExtension, "1=pluginpayloadattachment"),
    ("text/X-frob", .mimeType, "3=text/x-frob"), ("X-Frob", .urlScheme, "5=x-frob"),
    ("NSPromiseContentsPboardType", .pasteboardType, "4=NSPromiseContentsPboardType"),
    ("SVG ", .osType, "2=SVG "), ("ƒpd1", .osType, "2=ƒpd1"),
    ("Mac0,1", .deviceModelCode, "com.apple.device-model-code=Mac0,1"),
    // Four-character codes have four characters.
    ("AISVG", .osType, "2=AISV"), ("PD", .osType, "2=PD\\\0\\\0"),
  ])
  func anUnknownTagIsWrittenByTheRulesOfItsClass(
    _ tag: String, _ tagClass: UTTagClass, _ payload: String
  ) throws {
    let type = try require(UTType(tag: tag, tagClass: tagClass, conformingTo: nil))
    expectEqual(DynamicIdentifier(type.identifier)?.payload, payload)
    #expect(type.isDynamic && type.supertypes.isEmpty)
    expectEqual(UTType(type.identifier), type)
  }

  @Test func severalTagsAreReadInTheirOrder() throws {
    let type = try require(UTType("dyn.ah62d4r34gq81k3p2su1zuppgsm10esvvhzxhe55c"))
    // Only our own identifiers are lowercased; identifiers made by others are reported unchanged.
    expectEqual(type.tags, [.mimeType: ["text/X-frob"], .filenameExtension: ["frob"]])
    #expect(type.preferredFilenameExtension == "frob" && type.preferredMIMEType == "text/X-frob")
    let contents = try require(DynamicIdentifier(payload: "1=a:3=x/y:1=b"))
    expectEqual(contents.tagsByClass, [.filenameExtension: ["a", "b"], .mimeType: ["x/y"]])
    expectEqual(contents.payload, "1=a:3=x/y:1=b")
  }

  @Test func nothingIsInferredBeyondTheRecordedConformance() throws {
    let type = try require(UTType(filenameExtension: "zzyzxsource"))
    expectEqual(type.supertypes, [.data, .item])
    #expect(!type.conforms(to: .text) && !type.conforms(to: .content))
  }

  @Test func typesWithMoreTagsAreOtherTypes() throws {
    let few = try require(UTType("dyn.a" + DynamicBase32.encode("1=frob".utf8)))
    let many = try require(UTType("dyn.a" + DynamicBase32.encode("1=frob:3=text/x-frob".utf8)))
    #expect(few != many && !few.conforms(to: many) && !many.conforms(to: few))
  }

  @Test(arguments: ["dyn.age8u", "dyn.agk8u", "dyn.agq8u"])
  func identifiersOfEmptyTagsAreReadAndNotMade(_ identifier: String) throws {
    let type = try require(UTType(identifier))
    #expect(type.isDynamic && type.tags.values.map { $0 } == [[""]])
    let tagClass = try require(type.tags.keys.first)
    expectNil(UTType(tag: "", tagClass: tagClass, conformingTo: nil))
  }
}
