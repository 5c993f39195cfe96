import ArgumentParsing

/// A small program that has each kind of parameter.
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
      Option(
        "-o", "--output", "BOX", to: \.output, as: .file, help: "Write the box there; - is standard output.")
      Flag("--no-times", to: \.withoutTimes, help: "Leave out the files' times.")
      Flag("-i", "--item", appendingTo: \.words, value: .item, help: "Begin an item.")
      Option(
        "-t", "--type", "TYPE", appendingTo: \.words, as: .computed(by: "type", "names", make: Word.type),
        help: "The type of the files that follow.")
      Option("--as", "KIND", to: \.kind, as: .choice, help: "How the files are stored [data].")
      Option("-l", "--level", "N", to: \.level, as: .integer(in: 0...9), help: "How hard to pack.")
      Option(
        "--accept", "WORDS", appendingListTo: \.accepted,
        as: .choice(["red": "red", "green": "green", "blue": "blue"]),
        help: "Colours that are taken.")
      Flag("--up", to: \.order, value: 1, help: "Sort upwards.")
      Flag("--down", to: \.order, value: -1, help: "Sort downwards.")
      Operands(
        "FILE", appendingTo: \.words, as: .file(Word.file), help: "A file to pack; - is standard input.")
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
      Operand("TYPE", to: \.name, as: .text, help: "The type.")
      Operand("COUNT", to: \.count, as: .integer(in: 1...(.max)), help: "How often.")
    }
  }
}

struct UnpackArguments: CommandArguments, Equatable {
  var box: [UInt8] = []
  var folder: [UInt8] = []

  static var declaration: CommandDeclaration<UnpackArguments> {
    CommandDeclaration(summary: "Unpack a box.") {
      Option("--into", "FOLDER", to: \.folder, as: .folder, isRequired: true, help: "Where the files go.")
      Operand("BOX", to: \.box, as: .file, help: "The box.")
    }
  }
}

struct MergeArguments: CommandArguments, Equatable {
  var boxes: [[UInt8]] = []

  static var declaration: CommandDeclaration<MergeArguments> {
    CommandDeclaration(summary: "Merge two or three boxes.") {
      Operands("BOX", appendingTo: \.boxes, as: .file, count: 2...3, help: "A box.")
    }
  }
}

struct NoArguments: CommandArguments, Equatable {
  static var declaration: CommandDeclaration<NoArguments> {
    CommandDeclaration(summary: "List what is known.")
  }
}

/// What a command of the sample was given.
enum SampleOutcome: Equatable, Sendable {
  case pack(PackArguments)
  case unpack(UnpackArguments)
  case merge(MergeArguments)
  case show(ShowArguments)
  case names
}

enum Sample {
  static var table: CommandTable<SampleOutcome> {
    CommandTable(
      "sample", version: "1.2", summary: "Put files into boxes.",
      details: "A box holds files. 'sample' fills it.",
      sections: ["Exit status": "0 for yes.\n\n1 for no."]
    ) {
      Command("pack", PackArguments.self) { .pack($0) }
      Command("unpack", UnpackArguments.self) { .unpack($0) }
      Command("merge", MergeArguments.self) { .merge($0) }
      CommandGroup("type", summary: "Ask about types.") {
        Command("show", ShowArguments.self) { .show($0) }
        Command("names", NoArguments.self) { _ in .names }
      }
    }
  }

  /// The words of a line, parted at single spaces.
  static func words(_ line: String) -> [[UInt8]] {
    line.isEmpty ? [] : line.split(separator: " ", omittingEmptySubsequences: false).map { Array($0.utf8) }
  }

  static func run(_ words: [[UInt8]]) throws -> SampleOutcome? {
    guard case .run(let action) = try table.parse(words) else { return nil }
    return try action()
  }

  static func run(_ line: String) throws -> SampleOutcome? { try run(words(line)) }

  static func pack(_ line: String) throws -> PackArguments? {
    guard case .pack(let arguments) = try run("pack \(line)") else { return nil }
    return arguments
  }
}
