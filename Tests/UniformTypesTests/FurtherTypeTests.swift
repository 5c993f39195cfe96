import TestSupport
import Testing

@testable import UniformTypes

@Suite struct FurtherTypeTests {
  private let applePositions = 762
  private var further: [TypeDeclaration] {
    (applePositions..<StandardTypes.table.count).map(StandardTypes.declaration(at:))
  }

  /// Extensions that are common today.
  static let extensions = """
    xps oxps djvu mobi azw azw3 fb2 cbz cbr mhtml adoc org ipynb vsd vsdx mpp pub one msg mbox pst wpd hwp hwpx cur xcf
    kra indd sketch fig hdr dds ktx2 pbm ppm pgm pcx apng emf wmf qoi jxl avif ape wv mka dts vob divx mts m2ts ogv opus
    zst lz4 lz lzma br vhd vhdx vmdk qcow2 deb rpm apk whl msi crx xpi appimage snap flatpak torrent pyi cjs mjs jsx tsx
    vue svelte groovy gradle erl ex exs clj fs vb fish ps1 bat cmd scss sass less wasm asm zig nim proto graphql tf hcl
    cmake glsl hlsl wgsl metal cl cu ino sol rs go kt swift jsonl json5 toml cfg conf env properties sqlite db mdb accdb
    dbf parquet avro orc arrow feather h5 nc mat rdata rds sas7bdat sav dta npy npz pkl pt safetensors gguf onnx gpx kml
    kmz shp opml atom xsd xsl xslt rdf ttl srt ass ssa vtt gpg asc sig lnk desktop pcap woff woff2 eot fbx 3mf blend 3ds
    step iges dwg dxf skp ifc gcode
    """.split(whereSeparator: \.isWhitespace).map(String.init)

  @Test(arguments: extensions)
  func aCommonExtensionMeansADeclaredType(_ text: String) throws {
    let type = try require(UTType(filenameExtension: text, in: .standard))
    expect(!type.isDynamic)
  }

  @Test func noFurtherTypeIsExported() {
    expectGreater(further.count, 550)
    for declaration in further {
      expectEqual(declaration.origin, .imported, "\(declaration.identifier)")
      // An encrypted document has the names of the document, so that only its bytes identify it.
      let isKnownByBytes = declaration.identifier == "io.proffer.encrypted-openxml"
      expectEqual(declaration.tags.isEmpty, isKnownByBytes, "\(declaration.identifier)")
    }
  }

  @Test func everyFurtherFileIsData() {
    for declaration in further {
      let type = UTType(exportedAs: declaration.identifier, in: .standard)
      let isFile = type.conforms(to: .data, in: .standard)
      expect(isFile || type.conforms(to: .directory, in: .standard), "\(declaration.identifier)")
    }
  }

  @Test func noMIMETypeIsThatOfTwoFurtherTypes() {
    var owners: [String: String] = [:]
    for declaration in further {
      for mimeType in declaration.tags[.mimeType] ?? [] {
        let earlier = owners.updateValue(declaration.identifier, forKey: mimeType.lowercased())
        expectNil(earlier, "\(mimeType) is of \(earlier ?? "") and \(declaration.identifier)")
      }
    }
  }

  @Test(arguments: [
    ("application/rtf", "public.rtf"), ("application/javascript", "com.netscape.javascript-source"),
    ("application/vnd.rar", "com.rarlab.rar-archive"), ("application/yaml", "public.yaml"),
    ("video/x-matroska", "org.matroska.mkv"), ("image/x-icon", "com.microsoft.ico"),
    ("font/collection", "public.truetype-collection-font"), ("audio/x-flac", "org.xiph.flac"),
    ("text/x-python", "public.python-script"), ("text/rust", "org.rust-lang.rust-script"),
    ("application/vnd.sqlite3", "io.proffer.sqlite"), ("video/mp2t", "public.mpeg-2-transport-stream"),
    ("application/vnd.apple.pages", "com.apple.iwork.pages.sffpages"),
  ])
  func anotherNameOfAMIMETypeFindsTheType(_ mimeType: String, _ identifier: String) {
    expectEqual(UTType(mimeType: mimeType, in: .standard)?.identifier, identifier)
  }

  @Test func anotherNameIsFoundAndNotReported() {
    expectEqual(UTType.rtf.tags(in: .standard)[.mimeType], ["text/rtf"])
  }

  @Test func typeScriptComesAfterTheTransportStream() {
    let types = UTType.types(tag: "ts", tagClass: .filenameExtension, conformingTo: nil, in: .standard)
    expectEqual(
      types.prefix(2).map(\.identifier), ["public.mpeg-2-transport-stream", "com.microsoft.typescript"])
    let script = UTType(exportedAs: "com.microsoft.typescript", in: .standard)
    expect(script.conforms(to: .script, in: .standard))
  }

  @Test func aTraceOfTheKernelIsATrace() {
    let trace = UTType(exportedAs: "com.apple.trace", in: .standard)
    #expect(UTType(exportedAs: "com.apple.ktrace", in: .standard).conforms(to: trace, in: .standard))
    expectEqual(UTType(filenameExtension: "mdown", in: .standard)?.identifier, "net.daringfireball.markdown")
  }

  @Test func theRootElementsMeanDeclaredTypes() {
    for identifier in MarkupProbe.rootTypesForTesting {
      expectNotNil(TypeRegistry.standard.declaredType(identifier), "\(identifier)")
    }
  }

  @Test func aSearchForATagFindsWhatTheIndexHas() {
    let types = TypeRegistry.standard.types
    let index = TagIndex(of: types)
    var tags: Set<TypeTag> = []
    for position in 0..<types.count {
      types.forEachTag(at: position) { tags.insert(TypeTag(declared: $1, $0)) }
    }
    expectGreater(tags.count, 2500)
    let seed = SeededGenerator.testSeed()
    var generator = SeededGenerator(seed: seed)
    let unknown = ["zzyzx", "pn", "nglish", "mime", "image", "a"].flatMap {
      [TypeTag(declared: $0, .filenameExtension), TypeTag(declared: $0, .mimeType)]
    }
    let shared = ["plist", "key", "ts", "img", "dot"].map { TypeTag(declared: $0, .filenameExtension) }
    for tag in tags.shuffled(using: &generator).prefix(250) + unknown + shared {
      guard let found = TagIndex.search(types, for: tag) else {
        expect(!tag.tagClass.ignoresCase || tag.text.contains("\""), "\(tag)")
        continue
      }
      expectEqual(found, index[tag], "\(tag), seed \(seed)")
    }
  }
}
