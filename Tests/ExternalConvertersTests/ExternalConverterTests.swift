import Foundation
import ProfferConversions
import TestSupport
import Testing
import UniformTypes

@testable import ExternalConverters
@testable import LinkFormats
@testable import TextEncodings

/// External converters, simulated by shell scripts.
@Suite struct ExternalConverterTests {
  /// A shell script as the program, and its folder.
  private struct Script {
    let folder: TemporaryFolder
    let path: String

    init(_ lines: String) async throws {
      folder = try TemporaryFolder()
      path = try await folder.writeScript(lines, to: "program")
    }

    func convert(
      _ text: String, as source: String = "public.html", to destination: String = "public.plain-text",
      command: [String] = ["program", "{input}", "{output}"], result: String? = nil,
      limit: Duration = HangLimit.duration
    ) throws -> DocumentContents {
      try run(text, as: source, to: destination, command: command, result: result, limit: limit).contents
    }

    func run(
      _ text: String, as source: String = "public.html", to destination: String = "public.plain-text",
      command: [String] = ["program", "{input}", "{output}"], result: String? = nil,
      files: [String: String] = [:], needsSelfContainedPages: Bool = false,
      limit: Duration = HangLimit.duration
    ) throws -> ConversionResult {
      let program = ExternalConverter(
        "the script", reads: [source], writes: [destination], command: command, result: result,
        files: files, needsSelfContainedPages: needsSelfContainedPages, losses: [.links], timeLimit: limit)
      let converter = program.converter(
        program: path, searchPath: "/usr/bin:/bin", temporaryFolder: folder.path)
      let plan = try ConversionRegistry(CoderSet().joined(with: [converter]))
        .plan(from: [source], to: destination)
      return try plan.run(on: RepresentationSource(Data(text.utf8), typeIdentifier: source))
    }

    /// The files in the folder, except the program.
    var leftovers: [String] {
      get throws { try folder.names().filter { $0 != "program" } }
    }
  }

  @Test func aProgramReadsItsInputAndWritesItsOutputInAFolderOfItsOwn() async throws {
    let script = try await Script(
      "test \"$(pwd -P)\" = \"$(cd \"$HOME\"; pwd -P)\" || exit 9; tr a-z A-Z < \"$1\" > \"$2\"")
    try expectEqual(script.convert("hello"), .data(Data("HELLO".utf8)))
    try expectEmpty(script.leftovers)
  }

  @Test func commandsRunWithoutAShell() async throws {
    let script = try await Script("printf %s \"$2\" > \"$3\"")
    let made = try script.convert(
      "", command: ["program", "{input}", "$(touch oops); {unknown} {", "{output}"])
    expectEqual(made, .data(Data("$(touch oops); {unknown} {".utf8)))
  }

  @Test func aDeclarationMayNameTheResultFile() async throws {
    let script = try await Script("cp \"$1\" \"$2/input.txt\"")
    let made = try script.convert(
      "text", command: ["program", "{input}", "{folder}"], result: "input.{output-extension}")
    expectEqual(made, .data(Data("text".utf8)))
  }

  @Test(arguments: [
    ("exit 3", "failed with status 3"), ("echo no such font >&2; exit 1", "no such font"),
    ("exit 0", "wrote no file"), (": > \"$2\"", "wrote an empty file"),
    (
      "printf '\\211PNG\\r\\n\\032\\n' "
        + "> \"$2\"", "wrote PNG picture"
    ), ("kill -SEGV $$", "killed by signal 11"),
  ])
  func failuresOfAProgramAreReported(lines: String, message: String) async throws {
    let script = try await Script(lines)
    let error = try requireThrows(CoderError.self) { _ = try script.convert("text") }
    expectEqual(error.code, .programFailed)
    expect(error.message.contains(message), "\(error.message)")
    try expectEmpty(script.leftovers)
  }

  @Test(arguments: [
    "public.png", "com.adobe.pdf", "public.rtf", "public.mp3", "public.mpeg-4", "org.webmproject.webm",
    "org.openxmlformats.wordprocessingml.document", "org.oasis-open.opendocument.text",
    "org.idpf.epub-container",
  ])
  func textIsRejectedForATypeWithSignatures(type: String) async throws {
    let script = try await Script("cp \"$1\" \"$2\"")
    let error = try requireThrows(CoderError.self) {
      _ = try script.convert("<p>words</p>", to: type)
    }
    expectEqual(error.code, .programFailed)
    expect(
      error.message.contains("was asked for \(TypeNames.name(of: type)) but wrote HTML"), "\(error.message)")
  }

  @Test(arguments: [
    ("public.png", "\\211PNG\\r\\n\\032\\n"), ("com.adobe.pdf", "%%PDF-1.7\\n"),
    ("public.rtf", "{\\\\rtf1 a}"),
    ("org.openxmlformats.wordprocessingml.document", "PK\\003\\004\\024"), ("public.svg-image", "<svg/>"),
    ("com.apple.m4a-audio", "\\000\\000\\000\\020ftypM4A \\000\\000\\000\\000"),
    ("public.json", "words"), ("com.example.unheard-of", "words"),
  ])
  func resultsWithTheSignatureOfTheirTypeAreAccepted(type: String, beginning: String) async throws {
    let script = try await Script("printf '\(beginning)' > \"$2\"")
    try expectGreater(script.convert("<p>words</p>", to: type).byteCount, 0)
  }

  @Test func aDeclaredLossIsNotCounted() async throws {
    let losses = try await Script("cp \"$1\" \"$2\"").run("text").losses
    expectEqual(losses, [.declared(.links, by: "the script")])
    #expect(
      losses.map(\.count) == [0]
        && losses.descriptions == ["perhaps links: the script does not report what it loses"])
  }

  @Test func filesOfTheDeclarationStandInTheFolderBeforeAProgramRuns() async throws {
    let script = try await Script("cat \"$1/settings/a\" b > \"$2\"; printf %s \"$3\" >> \"$2\"")
    let made = try script.run(
      "<p>", command: ["program", "{folder}", "{output}", "{folder-address}", "{input}"],
      files: ["settings/a": "1\n", "b": "2\n"])
    let text = String(decoding: made.data, as: UTF8.self)
    expect(text.hasPrefix("1\n2\nfile:///") && text.hasSuffix("/"), "\(text)")
    try expectEmpty(script.leftovers)
  }

  @Test func selfContainedPagesHaveNoURLsToFollow() async throws {
    let picture = "data:image/png;base64,iVBORw0KGgo="
    let made = try await Script("cp \"$1\" \"$2\"").run(
      """
      <base href="http://far.example/"><link rel="stylesheet" href="http://far.example/a.css">
      <p>words <a href="http://linked.example/">link</a> <img src="\(picture)" alt="kept">
      <img src="/etc/secret.png" alt="one"> <img src="secret.png"> <img src="http://far.example/a.png" alt="two">
      <img src="file:///etc/secret.png"> <image src="//far.example/a.png"></image>
      <iframe src="/etc/secret.txt"></iframe><embed src="/etc/secret.txt"><object data="/etc/secret.txt"></object>
      <video src="/etc/secret.mp4" poster="secret.png"></video><script src="/etc/secret.js"></script>
      <div style="background: url(/etc/secret.png)"><svg><image href="/etc/secret.png"/></svg></div>
      """, needsSelfContainedPages: true)
    let text = String(decoding: made.data, as: UTF8.self)
    expect(!text.contains("secret") && !text.contains("far.example") && !text.contains("<title"), "\(text)")
    #expect(text.contains("words") && text.contains("http://linked.example/") && text.contains(picture))
    #expect(text.contains("one") && text.contains("two"))
    expect(
      made.losses.contains(Loss(.images, count: 5, detail: "stored outside the page")), "\(made.losses)")
  }

  @Test func aProgramThatTakesTooLongIsEndedWithItsChildren() async throws {
    let script = try await Script("(sleep 2; touch \"$0.late\") & sleep 60")
    let error = try requireThrows(CoderError.self) {
      _ = try script.convert("text", limit: .milliseconds(200))
    }
    expect(error.message.contains("longer than"), "\(error.message)")
    try await Task.sleep(for: .milliseconds(2500))
    try expectEmpty(script.leftovers)
  }

  @Test func aPathMayCombineAProgramAndBuiltInCoders() async throws {
    let script = try await Script("printf 'https://example.com/\\n' > \"$2\"")
    let program = ExternalConverter(
      "the script", reads: ["com.adobe.pdf"], writes: ["public.utf8-plain-text"],
      command: ["program", "{input}", "{output}"], losses: [.formatting])
    let converter = program.converter(
      program: script.path, searchPath: "/usr/bin:/bin", temporaryFolder: script.folder.path)
    let registry = ConversionRegistry((CoderSet.text + .links).joined(with: [converter]))
    let plan = try registry.plan(from: ["com.adobe.pdf"], to: "public.url")
    let result = try plan.run(on: RepresentationSource(Data("%PDF-".utf8), typeIdentifier: "com.adobe.pdf"))
    expectEqual(String(decoding: result.data, as: UTF8.self), "https://example.com/")
    expectEqual(result.losses.map(\.kind), [.formatting])
    #expect(registry.destinations(from: "com.adobe.pdf").contains("public.utf8-plain-text"))
  }

  @Test func builtInCodersArePreferredToPrograms() throws {
    let converter = ExternalConverter(
      "the script", reads: ["public.utf16-plain-text"], writes: ["public.utf8-plain-text"],
      command: ["program", "{input}", "{output}"]
    ).converter(program: "/nowhere", searchPath: "", temporaryFolder: "/nowhere")
    let plan = try ConversionRegistry(CoderSet.text.joined(with: [converter]))
      .plan(from: ["public.utf16-plain-text"], to: "public.utf8-plain-text")
    expect(!plan.steps.joined().contains("script"), "\(plan.steps)")
  }

  @Test func theStandardDeclarationsAreReadAndNameDeclaredTypes() {
    expectAtLeast(ExternalConverter.standard.count, 8)
    for program in ExternalConverter.standard {
      for type in program.reads + program.writes {
        expectEqual(UTType(type)?.isDeclared, true, "\(program.name): \(type)")
      }
    }
  }

  @Test(arguments: [
    (#"{}"#, "the file has no programs"), (#"{"programs": 1}"#, "not a list"), (#"[]"#, "not an object"),
    (#"{"programs": [{}]}"#, "declaration 1 has no name"),
    (#"{"programs": [{"name": "a"}]}"#, "a has no reads"),
    (#"{"programs": [{"name": "a", "reads": ["x.y"], "writes": ["x.z"], "command": ["c"]}]}"#, "{input}"),
    (
      #"{"programs": [{"name": "a", "reads": ["x.y"], "writes": ["x.z"], "command": ["c", "{input}"]}]}"#,
      "{output}"
    ),
    (
      #"{"programs": [{"name": "a", "reads": ["x.y"], "writes": ["x.z"], "command": ["./c", "{input}", "{output}"]}]}"#,
      "absolute path"
    ),
    (
      #"{"programs": [{"name": "a", "reads": ["x.y"], "writes": ["x.z"], "command": ["c", "{input}"], "result": "../a"}]}"#,
      "own folder"
    ),
    (
      #"{"programs": [{"name": "a", "reads": ["x.y"], "writes": ["x.z"], "command": ["c", "{input}", "{output}"], "timeout": 0}]}"#,
      "timeout"
    ),
    (
      #"{"programs": [{"name": "a", "reads": ["x.y"], "writes": ["x.z"], "command": ["c", "{input}", "{output}"], "colour": 0}]}"#,
      "colour is not a key"
    ),
    (
      #"{"programs": [{"name": "a", "reads": ["x.y"], "writes": ["x.z"], "command": ["c", "{input}", "{output}"], "files": {"../a": ["b"]}}]}"#,
      "'../a' is not the path"
    ),
    (
      #"{"programs": [{"name": "a", "reads": ["x.y"], "writes": ["x.z"], "command": ["c", "{input}", "{output}"], "files": {"a": "b"}}]}"#,
      "not a list of strings"
    ),
    (
      #"{"programs": [{"name": "a", "reads": ["x.y"], "writes": ["x.z"], "command": ["c", "{input}", "{output}"], "wholePages": true}]}"#,
      "'wholePages' is allowed only for a program that reads public.html"
    ),
    (
      #"{"programs": [{"name": "a", "reads": ["x.y"], "writes": ["x.z"], "command": ["c", "{input}", "{output}"], "wholePages": 1}]}"#,
      "neither true nor false"
    ),
  ])
  func anIncompleteDeclarationIsNamed(json: String, message: String) throws {
    let error = try requireThrows(CoderError.self) {
      _ = try ExternalConverter.declarations(json: Data(json.utf8))
    }
    expectEqual(error.code, .invalidDeclaration)
    expect(error.message.contains(message), "\(error.message)")
  }
}
