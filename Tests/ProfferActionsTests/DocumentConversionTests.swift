import ByteTools
import Foundation
import ImageCoders
import ProfferActions
import ProfferConversions
import ProfferFileSystem
import StandardCoders
import TestSupport
import Testing
import UniformTypes

struct DocumentConversionTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func path(_ name: String) throws -> FilePath { try #require(FilePath(folder.path(name))) }

  private func write(_ text: String, to name: String) throws -> FilePath {
    try folder.write(Array(text.utf8), to: name)
    return try path(name)
  }

  private func text(_ name: String) throws -> String {
    String(decoding: try folder.read(name), as: UTF8.self)
  }

  private func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(atPath: folder.path(name), withIntermediateDirectories: true)
  }

  private func names(in name: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path(name))
  }

  /// Large documents in the formats whose readers emit parts, and a type that they become in parts.
  static let largeDocuments: [(name: String, type: UTType, text: String)] = [
    ("a.txt", .html, String(repeating: "words\n", count: 200_000)),
    ("a.md", .html, String(repeating: "Some *words* here.\n\n", count: 100_000)),
    ("a.html", .rtf, String(repeating: "<p>Some <b>words</b></p>\n", count: 60_000)),
    ("a.rtf", .html, "{\\rtf1 " + String(repeating: "Some words\\par\n", count: 100_000) + "}"),
    ("a.csv", .json, "a,b\n" + String(repeating: "1,2\n", count: 300_000)),
    ("a.ndjson", .json, String(repeating: "{\"a\": 1}\n", count: 130_000)),
    ("a.json", .propertyList, "[" + String(repeating: "1234567,", count: 700_000) + "1]"),
  ]

  @Test(arguments: largeDocuments)
  func theProgressOfALargeFileHasATotal(name: String, type: UTType, text: String) throws {
    let file = try write(text, to: name)
    let reports = Locked<[(UInt64, UInt64)]>([])
    var context = ActionContext.standard
    context.progress = { progress in
      if case .bytes(let done, let total) = progress { reports.withLock { $0.append((done, total)) } }
    }
    _ = try DocumentConversion(of: [file], to: type, output: .path(try path("result"))).run(in: context)
    let all = reports.withLock { $0 }
    expectGreater(all.count, 2, "\(name)")
    expect(all.allSatisfy { $0.1 == UInt64(text.utf8.count) && $0.0 <= $0.1 }, "\(name): \(all)")
  }

  @Test func aListNamesTheInputs() throws {
    let file = try write("# Trip\n", to: "notes.md")
    let list = try write("\(file)\nnowhere.md\n\(file)\n", to: "list")
    var conversion = DocumentConversion(of: [] as [FilePath], to: .html)
    conversion.list = InputList(ActionInput(list))
    let outcome = try conversion.run(in: .standard)
    let totals = outcome.totals
    expect(totals.convertedCount == 1 && totals.skippedCount == 1 && totals.failedCount == 1, "\(totals)")
    expectEqual(
      outcome.documents.map(\.source), ["\(file)", "nowhere.md", "\(file)"], "in the order of the list")
  }

  @Test func lossesOfAllDocumentsAreAddedUp() throws {
    let page = "<p><a href='https://example.org'>b</a></p>"
    let files = try ["a.html", "b.html"].map { try write(page, to: $0) }
    let other = try write("<p>c</p>", to: "c.html")
    let totals = try DocumentConversion(of: files + [other], to: .plainText).run(in: .standard).totals
    expect(totals.lossyCount == 2 && totals.losses.contains(Loss(.links, count: 2)), "\(totals)")
  }

  @Test func aDryRunReportsTheErrorsOfOccupiedPlaces() throws {
    let file = try write("# Trip\n", to: "notes.md")
    let existing = try write("old", to: "notes.html")
    try makeFolder("folder")
    func code(_ output: FilePath, replacing: Bool, dry: Bool) -> ActionError.Code? {
      var conversion = DocumentConversion(of: [file], to: .html, output: .path(output))
      conversion.replaces = replacing
      conversion.isDryRun = dry
      do {
        _ = try conversion.run(in: .standard)
        return nil
      } catch { return (error as? ActionError)?.code }
    }
    expectEqual(code(existing, replacing: false, dry: true), .alreadyExists)
    expectEqual(code(existing, replacing: false, dry: false), .alreadyExists)
    expectNil(code(existing, replacing: true, dry: true))
    try expectEqual(text("notes.html"), "old")
  }

  @Test func aResultWithoutAnOutputStaysInMemory() throws {
    let file = try write("# Trip\n", to: "notes.md")
    let outcome = try DocumentConversion(of: [file], to: .html).run(in: .standard)
    guard case .converted(let document)? = outcome.documents.first?.result else {
      Issue.record("\(outcome)")
      return
    }
    let html = String(decoding: try require(document.contents).bytes, as: UTF8.self)
    #expect(html.contains(">Trip</h1>") && document.path == nil && document.report.losses.isEmpty)
    #expect(outcome.totals.convertedCount == 1 && outcome.totals.count == 1)
    try expectEqual(folder.names(), ["notes.md"])
  }

  @Test(arguments: [
    (ReadingLimits(byteCount: 4), "the document has 7 bytes; the limit is 4 bytes"),
    (ReadingLimits(elementCount: 1), "the document has at least 2 elements; the limit is 1"),
  ])
  func theLimitsOfTheContextHoldForConversions(limits: ReadingLimits, message: String) throws {
    let file = try write("# Trip\n", to: "notes.md")
    var context = ActionContext.standard
    context.readingLimits = limits
    let error = expectThrows(ActionError.self) {
      try DocumentConversion(of: [file], to: .html).run(in: context)
    }
    expectEqual(error?.message.contains(message), true, "\(String(describing: error))")
  }

  @Test func severalResultsWithoutAnOutputStayInMemory() throws {
    let files = try [write("a", to: "a.md"), write("b", to: "b.md"), path("missing.md")]
    let outcome = try DocumentConversion(of: files, to: .html).run(in: .standard)
    #expect(outcome.totals.convertedCount == 2 && outcome.totals.failedCount == 1)
    #expect(outcome.totals.folder == nil && outcome.documents.map(\.source) == files.map(\.description))
    try expectEqual(folder.names(), ["a.md", "b.md"])
  }

  @Test func theTypeIsThatOfTheOutputsName() throws {
    let file = try write("*a*", to: "notes.md")
    let output = try path("notes.html")
    let outcome = try DocumentConversion(of: [ActionInput(file)], output: .path(output)).run(in: .standard)
    guard case .converted(let document)? = outcome.documents.first?.result else {
      Issue.record("\(outcome)")
      return
    }
    #expect(document.path == output && document.typeIdentifier == "public.html" && document.contents == nil)
    #expect(try text("notes.html").contains("<em>a</em>"))
    #expect {
      _ = try DocumentConversion(of: [ActionInput(file)], output: .path(try path("notes"))).run(in: .standard)
    } throws: {
      ($0 as? ActionError)?.code == .needsWantedType
    }
  }

  @Test func aStrictConversionThatLosesSomethingIsRefusedWithWhatIsKnownOfIt() throws {
    let file = try write("<p style='color:red'>a <video src=b></video></p>", to: "page.html")
    let output = try path("page.md")
    var conversion = DocumentConversion(of: [file], to: .init("net.daringfireball.markdown")!)
    conversion.output = .path(output)
    conversion.isStrict = true
    do {
      _ = try conversion.run(in: .standard)
      Issue.record("nothing was refused")
    } catch let error as ActionError {
      expectEqual(error.code, .wouldLose)
      let document = try require(error.details as? ConvertedDocument)
      #expect(!document.report.losses.isEmpty && document.byteCount == nil)
    }
    try expectEqual(folder.names(), ["page.html"])
  }

  @Test func anExistingFileIsReplacedOnRequestOnly() throws {
    let file = try write("a", to: "a.md")
    _ = try write("old", to: "a.html")
    var conversion = DocumentConversion(of: [file], to: .html, output: .path(try path("a.html")))
    #expect { _ = try conversion.run(in: .standard) } throws: { ($0 as? ActionError)?.code == .alreadyExists }
    try expectEqual(text("a.html"), "old")
    conversion.replaces = true
    _ = try conversion.run(in: .standard)
    #expect(try text("a.html").contains("<p>a</p>"))
  }

  @Test func inputsOfOneNameGetNumbersInTheirOrder() throws {
    try makeFolder("one")
    try makeFolder("two")
    let files = try [write("first", to: "one/a.md"), write("second", to: "two/a.md")]
    let outcome = try DocumentConversion(of: files, to: .html, output: .folder(path("out"))).run(
      in: .standard)
    expectEqual(outcome.totals.convertedCount, 2)
    #expect(try text("out/a.html").contains("first") && text("out/a 2.html").contains("second"))
  }

  @Test func aFolderIsConvertedOnRequestOnly() throws {
    try makeFolder("docs")
    _ = try write("a", to: "docs/a.md")
    _ = try write("hidden", to: "docs/.b.md")
    try folder.write([0, 1, 2, 3], to: "docs/c.bin")
    var conversion = DocumentConversion(of: [try path("docs")], to: .html, output: .folder(try path("out")))
    #expect { _ = try conversion.run(in: .standard) } throws: { ($0 as? ActionError)?.code == .isFolder }
    conversion.isRecursive = true
    let totals = try conversion.run(in: .standard).totals
    #expect(totals.convertedCount == 1 && totals.skippedCount == 1 && totals.failedCount == 0)
    try expectEqual(names(in: "out"), ["a.html"])
  }

  @Test func optionsWithoutAUseAreRefused() throws {
    let file = try write("a", to: "a.md")
    var delimited = DocumentConversion(of: [file], to: .html)
    delimited.options.delimiter = UInt8(ascii: ";")
    var stripping = DocumentConversion(of: [file], to: .html)
    stripping.options.images.stripsMetadata = true
    for conversion in [delimited, stripping] {
      #expect { _ = try conversion.run(in: .standard) } throws: {
        ($0 as? ActionError)?.code == .unusedOption
      }
    }
  }

  @Test func aTrialWritesNothingAndTellsTheLosses() throws {
    let file = try write("<p>a<script>b()</script>", to: "page.html")
    let conversion = DocumentConversion(of: [ActionInput(file)], output: .path(try path("page.md")))
    let trial = try ConversionTrial(of: conversion).run(in: .standard)
    #expect(!trial.report.losses.isEmpty && !trial.plan.steps.isEmpty)
    try expectEqual(folder.names(), ["page.html"])
  }

  @Test func whatAnInputCanBecomeComesWithPlansThatLoseNothingFirst() throws {
    let file = try write("# a", to: "a.md")
    let outcome = try PossibleConversions(of: ActionInput(file)).run(in: .standard)
    expect(outcome.plans.contains { $0.destinationIdentifier == "public.html" }, outcome.plans)
    let losses = outcome.plans.map { !$0.mayLose.isEmpty }
    expectEqual(losses, losses.sorted { !$0 && $1 })
  }

  @Test func aCancelledBatchLeavesWholeFilesOnly() async throws {
    let text = String(repeating: "# A heading\n\nA paragraph with *words*.\n\n", count: 200)
    var files: [FilePath] = []
    for number in 0..<200 { files.append(try write(text, to: "\(number).md")) }
    var conversion = DocumentConversion(of: files, to: .html, output: .folder(try path("out")))
    conversion.jobCount = 1
    let running = Locked<Task<DocumentConversion.Outcome, any Error>?>(nil)
    var context = ActionContext.standard
    context.progress = { progress in
      if case .things(3..., _, _) = progress { running.withLock { $0?.cancel() } }
    }
    let task = Task { [conversion, context] in try await conversion.perform(in: context) }
    running.withLock { $0 = task }
    await expectThrows(CancellationError.self) { try await task.value }
    let names = try names(in: "out")
    expect(names.count >= 3 && names.count < 200, "\(names.count)")
    let whole = try DocumentConversion(of: [files[0]], to: .html).run(in: .standard)
    guard case .converted(let document)? = whole.documents.first?.result else {
      Issue.record("\(whole)")
      return
    }
    let expected = String(decoding: try require(document.contents).bytes, as: UTF8.self)
    for name in names {
      let html = try self.text("out/\(name)")
      expect(name.hasSuffix(".html") && html == expected, "\(name)")
    }
  }

  @Test func conversionsWithContextsOfTheirOwnRunAtOnce() async throws {
    try await withThrowingTaskGroup(of: String.self) { group in
      for number in 0..<8 {
        let file = try write("text \(number)", to: "\(number).md")
        group.addTask {
          let outcome = try await DocumentConversion(of: [file], to: .html).perform(in: .standard)
          guard case .converted(let document)? = outcome.documents.first?.result else { return "" }
          return String(decoding: document.contents?.bytes ?? Data(), as: UTF8.self)
        }
      }
      var found: Set<String> = []
      for try await html in group {
        for number in 0..<8 where html.contains("text \(number)") { found.insert("\(number)") }
      }
      expectEqual(found.count, 8)
    }
  }
}
