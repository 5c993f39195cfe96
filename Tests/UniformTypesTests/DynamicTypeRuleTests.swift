import Testing

@testable import UniformTypes

/// The rules of dynamic identifiers one by one; `DynamicTypeTests` holds them against identifiers seen in public.
@Suite struct DynamicTypeRuleTests {
  @Test(arguments: [
    ("1=", "dyn.age8"), ("2=", "dyn.agk8"), ("3=", "dyn.agq8"), ("4=", "dyn.agu8"), ("?0=", "dyn.ah62d4"),
    ("?0=6:1=", "dyn.ah62d4rv4ge8"), ("?0=6:2=", "dyn.ah62d4rv4gk8"), ("?0=6:3=", "dyn.ah62d4rv4gq8"),
    ("?0=6:4=", "dyn.ah62d4rv4gu8"),
  ])
  func payloadsThatBeginAlikeGiveIdentifiersThatDo(_ beginning: String, _ expected: String) throws {
    let payload = beginning.hasSuffix("?0=") ? beginning + "6:1=go" : beginning + "go"
    #expect(try #require(DynamicIdentifier(payload: payload)).identifier.hasPrefix(expected))
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
    let contents = try #require(DynamicIdentifier(payload: payload))
    #expect(contents.supertype == name && contents.tags.map(\.tagClass.rawValue) == [name])
    #expect(contents.payload == payload)
  }

  @Test(arguments: codes)
  func aTagIsNeverACode(_ code: String, _ name: String) throws {
    let contents = try #require(DynamicIdentifier(payload: "1=\(code)"))
    #expect(contents.tags.map(\.text) == [code])
    #expect(DynamicIdentifier(supertype: nil, tag: .init(name, .mimeType)).payload == "3=\(name)")
  }

  @Test(arguments: ["public.item", "public.unix-executable", "public.playlist", "public.audiovisual-content"])
  func aTypeWithoutACodeIsWrittenInFull(_ identifier: String) throws {
    let supertype = try #require(UTType(identifier))
    let type = try #require(
      UTType(tag: "frob", tagClass: .filenameExtension, conformingTo: supertype))
    #expect(DynamicIdentifier(type.identifier)?.payload == "?0=\(identifier):1=frob")
    #expect(type.conforms(to: supertype) && type.supertypes == supertype.supertypes.union([supertype]))
  }

  @Test(arguments: [
    // What is syntax is escaped, and nothing else.
    ("z:z=q?", UTTagClass.filenameExtension, #"1=z\:z\=q?"#), (#"a\b"#, .pasteboardType, #"4=a\\b"#),
    ("a/b.c-d_e*f 1", .pasteboardType, "4=a/b.c-d_e*f 1"), ("image/*", .mimeType, "3=image/*"),
    // Extensions, MIME types and schemes are written in lower case; the others keep theirs.
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
    let type = try #require(UTType(tag: tag, tagClass: tagClass, conformingTo: nil))
    #expect(DynamicIdentifier(type.identifier)?.payload == payload)
    #expect(type.isDynamic && type.supertypes.isEmpty)
    #expect(UTType(type.identifier) == type)
  }

  @Test func severalTagsAreReadInTheirOrder() throws {
    let type = try #require(UTType("dyn.ah62d4r34gq81k3p2su1zuppgsm10esvvhzxhe55c"))
    // Only what is made here is put into lower case; what others made is reported as it stands.
    #expect(type.tags == [.mimeType: ["text/X-frob"], .filenameExtension: ["frob"]])
    #expect(type.preferredFilenameExtension == "frob" && type.preferredMIMEType == "text/X-frob")
    let contents = try #require(DynamicIdentifier(payload: "1=a:3=x/y:1=b"))
    #expect(contents.tagsByClass == [.filenameExtension: ["a", "b"], .mimeType: ["x/y"]])
    #expect(contents.payload == "1=a:3=x/y:1=b")
  }

  @Test func nothingIsInferredBeyondTheRecordedConformance() throws {
    let type = try #require(UTType(filenameExtension: "zzyzxsource"))
    #expect(type.supertypes == [.data, .item])
    #expect(!type.conforms(to: .text) && !type.conforms(to: .content))
  }

  @Test func typesWithMoreTagsAreOtherTypes() throws {
    let few = try #require(UTType("dyn.a" + DynamicBase32.encode("1=frob".utf8)))
    let many = try #require(UTType("dyn.a" + DynamicBase32.encode("1=frob:3=text/x-frob".utf8)))
    #expect(few != many && !few.conforms(to: many) && !many.conforms(to: few))
  }

  @Test(arguments: ["dyn.age8u", "dyn.agk8u", "dyn.agq8u"])
  func identifiersOfEmptyTagsAreReadAndNotMade(_ identifier: String) throws {
    let type = try #require(UTType(identifier))
    #expect(type.isDynamic && type.tags.values.map { $0 } == [[""]])
    let tagClass = try #require(type.tags.keys.first)
    #expect(UTType(tag: "", tagClass: tagClass, conformingTo: nil) == nil)
  }
}
