import Foundation
import TestSupport

/// Parses the arguments, runs the named fuzzers, and prints the result of each.
enum FuzzerProgram {
  private static let usage = """
    usage: fuzzers NAME [--seconds N] [--seed S] [--fixtures DIR]
           fuzzers NAME --input FILE    (repeats a kept input and its beginnings, with their times)
           fuzzers list
    NAME is all, or one of: \(fuzzers.map(\.name).joined(separator: ", "))

    """

  /// A fuzzer's name and its initializer, which receives the folder of the fixtures.
  typealias Entry = (name: String, make: @Sendable (String) throws -> any Fuzzer)

  /// All fuzzers, in the order in which `all` runs them.
  private static let fuzzers: [Entry] = ownFormats + ImageCodecFuzzer.ofLibraries + animations

  /// The fuzzers of the built-in formats.
  private static let ownFormats: [Entry] = [
    ("dynamic-identifiers", { _ in DynamicIdentifierFuzzer() }),
    ("declarations", { _ in try DeclarationFuzzer() }),
    ("detector", { folder in try DetectorFuzzer(fixtures: folder) }),
    ("bundles", { _ in try BundleFuzzer() }),
    ("zip", { _ in try ZipFuzzer() }),
    ("packages", { _ in try PackageFuzzer() }),
    ("journals", { _ in try JournalFuzzer() }),
    ("desktop-database", { _ in try DesktopDatabaseFuzzer() }),
    ("terminal", { _ in try TerminalFuzzer() }),
    ("x11", { _ in try X11Fuzzer() }),
    ("wayland", { _ in try WaylandFuzzer() }),
    ("bus", { _ in try BusFuzzer() }),
    ("json", { _ in JSONFuzzer() }),
    ("toml", { _ in try TOMLFuzzer() }),
    ("yaml", { _ in try YAMLFuzzer() }),
    ("json5", { _ in try JSON5Fuzzer() }),
    ("settings", { _ in try SettingsFuzzer() }),
    ("xml", { _ in XMLFuzzer() }),
    ("property-lists", { _ in try PropertyListFuzzer() }),
    ("keyed-archives", { _ in try KeyedArchiveFuzzer() }),
    ("markdown", { _ in MarkdownFuzzer() }),
    ("html", { _ in HTMLFuzzer() }),
    ("rtf", { _ in RTFFuzzer() }),
    ("docx", { folder in try OfficeFuzzer.word(fixtures: folder) }),
    ("odt", { _ in try OfficeFuzzer.openDocument() }),
    ("pptx", { folder in try OfficeFuzzer.powerPoint(fixtures: folder) }),
    ("odp", { folder in try OfficeFuzzer.openDocumentPresentation(fixtures: folder) }),
    ("epub", { folder in try OfficeFuzzer.book(fixtures: folder) }),
    ("xlsx", { _ in try SpreadsheetFuzzer.excel() }),
    ("ods", { _ in try SpreadsheetFuzzer.openDocument() }),
    ("cards", { _ in try CardFuzzer() }),
    ("tables", { _ in try TableFuzzer() }),
    ("links", { _ in try LinkFuzzer() }),
    ("text", { _ in try TextFuzzer() }),
    ("colors", { _ in try ColorFuzzer() }),
    ("own-images", { folder in try OwnImageFuzzer(fixtures: folder) }),
    ("gif", { folder in try AnimationFuzzer.gif(fixtures: folder) }),
    ("webarchive", { _ in try WebArchiveFuzzer() }),
    ("textbundle", { _ in TextBundleFuzzer() }),
    ("rtfd", { _ in RTFDFuzzer() }),
  ]

  /// The fuzzers of animations that are read by libraries.
  private static let animations: [Entry] = [
    ("webp-animations", { folder in try AnimationFuzzer.webp(fixtures: folder) })
  ]

  private struct Arguments {
    var name = ""
    var seconds = 60.0
    var seed = SeededGenerator.randomSeed()
    var fixtures = "fixtures"
    var input: String?

    init?(_ words: [String]) {
      var rest = words[...]
      while let word = rest.popFirst() {
        switch word {
        case "--seconds":
          guard let value = rest.popFirst().flatMap(Double.init), value > 0 else { return nil }
          seconds = value
        case "--seed":
          guard let value = rest.popFirst().flatMap(UInt64.init) else { return nil }
          seed = value
        case "--input":
          guard let value = rest.popFirst() else { return nil }
          input = value
        case "--fixtures":
          guard let value = rest.popFirst() else { return nil }
          fixtures = value
        default:
          guard name.isEmpty, !word.hasPrefix("-") else { return nil }
          name = word
        }
      }
      guard name == "all" || fuzzers.contains(where: { $0.name == name }) else { return nil }
    }
  }

  /// Runs the program.
  ///
  /// - Returns: the exit status: 1 for a finding, 2 if a fuzzer cannot start, 64 for wrong arguments.
  static func run(_ words: [String]) -> Int32 {
    if words == ["list"] {
      for fuzzer in fuzzers { print(fuzzer.name) }
      return 0
    }
    guard let arguments = Arguments(words) else {
      report(usage)
      return 64
    }
    ProcessMemory.keep()
    for (name, make) in fuzzers where arguments.name == "all" || arguments.name == name {
      do {
        if let input = arguments.input {
          try repeatInput(at: input, with: make(arguments.fixtures))
          continue
        }
        var run = try FuzzerRun(make(arguments.fixtures), name: name, seed: arguments.seed)
        // The path is printed first, because a trap ends the process.
        report("\(name): seed \(run.seed); the current input is in \(run.inputPath)\n")
        print(try run.run(seconds: arguments.seconds))
      } catch let finding as FuzzerFinding {
        print("\(name): FOUND, seed \(arguments.seed): \(finding)")
        return 1
      } catch {
        report("\(name): \(error)\n")
        return 2
      }
    }
    return 0
  }

  /// Checks a kept input, its first half, its first quarter and so on, and prints the processor time of each.
  private static func repeatInput(at path: String, with fuzzer: any Fuzzer) throws {
    let bytes = try [UInt8](Data(contentsOf: URL(filePath: path)))
    for part in [8, 4, 2, 1] {
      let input = Array(bytes.prefix(bytes.count / part))
      let start = ProcessorTime.ofProcess
      do throws(Finding) { try fuzzer.check(input) } catch {
        throw FuzzerFinding(error.message, input: input, path: path)
      }
      let time = ProcessorTime.ofProcess - start
      print("\(input.count) bytes: \(time / .milliseconds(1)) ms")
    }
  }

  private static func report(_ text: String) { FileHandle.standardError.write(Data(text.utf8)) }
}
