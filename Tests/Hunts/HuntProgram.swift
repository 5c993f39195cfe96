import Foundation
import TestSupport

/// The program: reads its arguments, runs the hunts they name, and prints what came of each.
enum HuntProgram {
  private static let usage = """
    usage: hunts NAME [--seconds N] [--seed S] [--fixtures DIR]
    NAME is all, or one of: \(hunts.map(\.name).joined(separator: ", "))

    """

  /// All hunts, in the order of `all`; the folder is that of the fixtures.
  private static let hunts: [(name: String, make: @Sendable (String) throws -> any Hunt)] = [
    ("dynamic-identifiers", { _ in DynamicIdentifierHunt() }),
    ("declarations", { _ in try DeclarationHunt() }),
    ("detector", { folder in try DetectorHunt(fixtures: folder) }),
    ("bundles", { _ in try BundleHunt() }),
    ("json", { _ in JSONHunt() }),
    ("property-lists", { _ in try PropertyListHunt() }),
    ("keyed-archives", { _ in try KeyedArchiveHunt() }),
    ("markdown", { _ in MarkdownHunt() }),
    ("html", { _ in HTMLHunt() }),
    ("rtf", { _ in RTFHunt() }),
    ("cards", { _ in CardHunt() }),
    ("tables", { _ in TableHunt() }),
    ("links", { _ in try LinkHunt() }),
    ("text", { _ in TextHunt() }),
    ("colors", { _ in try ColorHunt() }),
    ("webarchive", { _ in try WebArchiveHunt() }),
    ("textbundle", { _ in TextBundleHunt() }),
    ("rtfd", { _ in RTFDHunt() }),
  ]

  private struct Arguments {
    var name = ""
    var seconds = 60.0
    var seed = SeededGenerator.freshSeed()
    var fixtures = "fixtures"

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
        case "--fixtures":
          guard let value = rest.popFirst() else { return nil }
          fixtures = value
        default:
          guard name.isEmpty, !word.hasPrefix("-") else { return nil }
          name = word
        }
      }
      guard name == "all" || hunts.contains(where: { $0.name == name }) else { return nil }
    }
  }

  /// Runs the program; the result is its exit status: 1 for a finding, 2 when a hunt cannot begin, 64 for arguments
  /// that make no sense.
  static func run(_ words: [String]) -> Int32 {
    guard let arguments = Arguments(words) else {
      report(usage)
      return 64
    }
    ProcessMemory.keep()
    for (name, make) in hunts where arguments.name == "all" || arguments.name == name {
      do {
        var run = try HuntRun(make(arguments.fixtures), name: name, seed: arguments.seed)
        // Said before it begins: a trap leaves no time for it.
        report("\(name): seed \(run.seed); the input in hand is in \(run.inputPath)\n")
        print(try run.run(seconds: arguments.seconds))
      } catch let finding as HuntFinding {
        print("\(name): FOUND, seed \(arguments.seed): \(finding)")
        return 1
      } catch {
        report("\(name): \(error)\n")
        return 2
      }
    }
    return 0
  }

  private static func report(_ text: String) { FileHandle.standardError.write(Data(text.utf8)) }
}
