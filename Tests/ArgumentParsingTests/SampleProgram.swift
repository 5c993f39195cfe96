import ArgumentParsing
import Foundation

/// The arguments of a small program with every kind of parameter.
struct PackArguments: CommandArguments, Equatable {
  enum Word: Equatable, Sendable {
    case item
    case type(String)
    case file([UInt8])
  }

  enum Kind: String, CaseIterable, Sendable {
    case data, file, object
  }

  var output: [UInt8]?
  var words: [Word] = []
  var withoutTimes = false
  var kind = Kind.data
  var level = 6
  var accepted: [String] = []
  var order: Int?

  static var declaration: CommandDeclaration<PackArguments> {
    CommandDeclaration(
      summary: "Pack files into a box.",
      details: """
        Each file becomes an item. The order of types and files on the command line is kept, as a type speaks of the
        files after it.

        A layout like this one is kept:

          a.txt   first
          b.txt   second
        """,
      examples: ["sample pack -o a.box a.txt": "Pack one file."]
    ) {
      option(
        "-o", "--output", "BOX", to: \.output, as: .path, help: "Write the box there; - is standard output."
      )
      flag("--no-times", to: \.withoutTimes, help: "Leave out the files' times.")
      flag("-i", "--item", appendingTo: \.words, value: .item, help: "Begin an item.")
      option(
        "-t", "--type", "TYPE", appendingTo: \.words, as: ArgumentValue<String>.text.map(Word.type),
        help: "The type of the files that follow."
      )
      option("--as", "KIND", to: \.kind, as: .choice, help: "How the files are stored [data].")
      option("-l", "--level", "N", to: \.level, as: .integer(in: 0...9), help: "How hard to pack.")
      option(
        "--accept", "WORDS", appendingListTo: \.accepted,
        as: .choice(["red": "red", "green": "green", "blue": "blue"]),
        help: "Colors that are taken."
      )
      flag("--up", to: \.order, value: 1, help: "Sort upwards.")
      flag("--down", to: \.order, value: -1, help: "Sort downwards.")
      operands(
        "FILE", appendingTo: \.words, as: ArgumentValue<[UInt8]>.path.map(Word.file),
        help: "A file to pack; - is standard input.")
    }
  }

  func check() throws(ArgumentProblem) {
    if kind == .object && output == nil { throw ArgumentProblem("--as object needs --output") }
  }
}

struct ShowArguments: CommandArguments, Equatable {
  var name = ""
  var count: Int?

  static var declaration: CommandDeclaration<ShowArguments> {
    CommandDeclaration(summary: "Show one type.") {
      operand("TYPE", to: \.name, as: .text, help: "The type.")
      operand("COUNT", to: \.count, as: .integer(in: 1...(.max)), help: "How often.")
    }
  }
}

struct UnpackArguments: CommandArguments, Equatable {
  var box: [UInt8] = []
  var folder: [UInt8] = []

  static var declaration: CommandDeclaration<UnpackArguments> {
    CommandDeclaration(summary: "Unpack a box.") {
      option("--into", "FOLDER", to: \.folder, as: .folder, isRequired: true, help: "Where the files go.")
      operand("BOX", to: \.box, as: .path, help: "The box.")
    }
  }
}

struct MergeArguments: CommandArguments, Equatable {
  var boxes: [[UInt8]] = []

  static var declaration: CommandDeclaration<MergeArguments> {
    CommandDeclaration(summary: "Merge two or three boxes.") {
      operands("BOX", appendingTo: \.boxes, as: .path, count: 2...3, help: "A box.")
    }
  }
}

struct NoArguments: CommandArguments, Equatable {
  static var declaration: CommandDeclaration<NoArguments> {
    CommandDeclaration(summary: "List what is known.")
  }
}

/// The arguments that a command of the sample received.
enum SampleOutcome: Equatable, Sendable {
  case pack(PackArguments)
  case unpack(UnpackArguments)
  case merge(MergeArguments)
  case show(ShowArguments)
  case names
}

enum Sample {
  static var table: CommandTable<SampleOutcome> { table(pages: []) }

  /// - Parameter pages: the manual pages besides the program's page.
  static func table(pages: [ManualPage]) -> CommandTable<SampleOutcome> {
    CommandTable(
      "sample", version: "1.2", summary: "Put files into boxes.",
      details: "A box holds files. 'sample' fills it.",
      sections: [
        ManualSection("Exit status", "0 for yes.\n\n1 for no."),
        ManualSection("Files", terms: ["~/.samplerc": "The boxes."]),
      ], pages: pages,
      commands: [
        Command("pack", run: SampleOutcome.pack), Command("unpack", run: SampleOutcome.unpack),
        Command("merge", run: SampleOutcome.merge),
        Command(
          "type", summary: "Ask about types.",
          commands: [
            Command("show", run: SampleOutcome.show),
            Command("names") { (_: NoArguments) in SampleOutcome.names },
          ]),
      ])
  }

  /// The words of a line, separated at single spaces.
  static func words(_ line: String) -> [[UInt8]] {
    line.isEmpty ? [] : line.split(separator: " ", omittingEmptySubsequences: false).map { Array($0.utf8) }
  }

  static func run(_ words: [[UInt8]]) throws -> SampleOutcome? {
    guard case .run(let outcome) = try table.parse(words) else { return nil }
    return outcome
  }

  static func run(_ line: String) throws -> SampleOutcome? { try run(words(line)) }

  static func pack(_ line: String) throws -> PackArguments? {
    guard case .pack(let arguments) = try run("pack \(line)") else { return nil }
    return arguments
  }
}

extension ArgumentValue where Value == [UInt8] {
  /// A file path with the bytes that were typed; an empty path is rejected.
  static var path: ArgumentValue { path(.file) }

  /// A folder path.
  static var folder: ArgumentValue { path(.folder) }

  private static func path(_ kind: ValueKind) -> ArgumentValue {
    ArgumentValue(kind) { word throws(ArgumentProblem) in
      if word.isEmpty { throw ArgumentProblem("expected a path") }
      return word
    }
  }
}
