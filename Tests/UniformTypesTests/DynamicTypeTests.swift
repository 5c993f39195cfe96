import Foundation
import TestSupport
import Testing

@testable import UniformTypes

/// `dynamic-identifiers.tsv` holds identifiers seen in public, each with the text inside it, NUL written as `\x00`.
@Suite struct DynamicTypeTests {
  @Test func everyKnownIdentifierIsReadAndWrittenTheSame() throws {
    let known = try Self.known()
    try #require(known.count == 284)
    for (identifier, payload) in known {
      let contents = try #require(DynamicIdentifier(identifier), "\(identifier) (\(payload))")
      #expect(contents.payload == payload)
      #expect(contents.identifier == identifier)
      #expect(UTType(identifier)?.isDynamic == true)
      #expect(UTType(identifier.uppercased())?.identifier == identifier)
    }
  }

  @Test func lookingUpTheTagsOfAKnownIdentifierGivesItAgain() throws {
    // The identifiers of types that are declared by now, or that were made of an empty tag or before tags were
    // folded, are not made any more; most are.
    var sameCount = 0
    for (identifier, payload) in try Self.known() {
      let contents = try #require(DynamicIdentifier(payload: payload))
      guard contents.tags.count == 1, let tag = contents.tags.first else { continue }
      let supertype = contents.supertype.flatMap { UTType($0) }
      let type = UTType(tag: tag.text, tagClass: tag.tagClass, conformingTo: supertype)
      if type?.identifier == identifier {
        sameCount += 1
      } else {
        #expect(type == nil || type?.isDeclared == true, "\(payload)")
      }
    }
    #expect(sameCount > 200, "only \(sameCount)")
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
    // Straight from the tag: some of these are declared by now, and a look-up finds the declaration.
    let known = try #require(StandardTagClass(tagClass))
    let contents = try #require(TypeTag(tag, known))
    #expect(UTType(dynamicFor: contents, conformingTo: supertype).identifier == identifier)
  }

  @Test func aDynamicTypeAnswersWhatItsIdentifierSays() throws {
    let type = try #require(UTType(filenameExtension: "Frob", conformingTo: .text))
    #expect(type.isDynamic && !type.isDeclared && !type.isPublic)
    #expect(type.tags == [.filenameExtension: ["frob"]])
    #expect(type.preferredFilenameExtension == "frob" && type.preferredMIMEType == nil)
    #expect(type.localizedDescription == nil && type.version == nil && type.referenceAddress == nil)
    #expect(type.supertypes == [.text, .data, .content, .item])
    #expect(type.conforms(to: .text) && type.conforms(to: .item) && !type.conforms(to: .image))
    #expect(type == UTType(filenameExtension: "FROB", conformingTo: .text))
    #expect(type != UTType(filenameExtension: "frob"))
    let name = try #require(UTType("dyn.ah62d4rv4gu80k3p0f3z0c8pbf71g87df"))
    #expect(name.tags == [.pasteboardType: ["dev.kaya/note"]])
  }

  @Test func aDynamicTypeCanBeTheSupertypeOfAnother() throws {
    let outer = try #require(UTType(filenameExtension: "outer", conformingTo: .json))
    let inner = try #require(UTType(filenameExtension: "inner", conformingTo: outer))
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
    ("a class that is no identifier", dynamic("exten sion=go")),
    ("a type that is none", dynamic("?0=6,7:1=go")),
  ])
  func malformedIdentifiersGiveNoType(_ reason: String, _ identifier: String) {
    #expect(UTType(identifier) == nil, "\(reason)")
    #expect(UTType(identifier: identifier, allowUndeclared: true) == nil, "\(reason)")
  }

  @Test func aCodeNobodyKnowsStaysAsItStands() throws {
    let contents = try #require(DynamicIdentifier(payload: "?0=1F:2A=x:1=8"))
    #expect(contents.supertype == "1F")
    #expect(contents.tags.map(\.tagClass.rawValue) == ["2A", "public.filename-extension"])
    #expect(contents.tags.map(\.text) == ["x", "8"])
    #expect(contents.payload == "?0=1F:2A=x:1=8")
  }

  @Test func anyTagsAreTheSameAfterWritingAndReading() {
    let seed = SeededGenerator.freshSeed()
    var generator = SeededGenerator(seed: seed)
    let classes: [UTTagClass] = [
      .filenameExtension, .mimeType, .osType, .pasteboardType, .urlScheme, .deviceModelCode,
    ]
    let characters = Array("az09:=\\\0?/. éƒ🙂\u{301}")
    let supertypes: [String?] = [
      nil, "public.data", "public.content", "com.apple.package", "com.example.größe",
    ]
    for _ in 0..<2000 {
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
      #expect(DynamicIdentifier(contents.identifier) == contents, "seed \(seed): \(contents.payload)")
    }
  }

  @Test func anyBytesAreTheSameInBase32AndNoTextTraps() {
    let seed = SeededGenerator.freshSeed()
    var generator = SeededGenerator(seed: seed)
    let alphabet = Array("abcdefghkmnpqrstuvwxyz0123456789ijlo.-ABCé")
    for count in 0..<200 {
      let bytes = generator.bytes(count: count)
      #expect(DynamicBase32.decode(Substring(DynamicBase32.encode(bytes)).utf8) == bytes, "seed \(seed)")
      let text = String((0..<count).compactMap { _ in alphabet.randomElement(using: &generator) })
      if let contents = DynamicIdentifier("dyn.a" + text) {
        #expect(DynamicIdentifier(contents.identifier) == contents, "seed \(seed)")
      }
      let payload = String(decoding: bytes, as: UTF8.self)
      if let contents = DynamicIdentifier(payload: payload) {
        #expect(DynamicIdentifier(payload: contents.payload) == contents, "seed \(seed)")
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
