import ArgumentParsing
import ProfferActions
import ProfferFileSystem

/// The command `remove`: removes items, or representations of items, from a bundle.
struct RemoveArguments: ProgramCommand {
  var bundle = FilePath.currentFolder
  var asJSON = false
  var places: [PlaceArgument] = []

  static var declaration: CommandDeclaration<RemoveArguments> {
    CommandDeclaration(
      summary: "Remove items or representations from a bundle.",
      details: """
        All numbers refer to the bundle before the change, as proffer list shows it. A representation on which
        a promise depends can be removed only together with the promise.
        """,
      examples: [
        "proffer remove trip.dragbundle 3 1.2":
          "Remove the third item, and the second representation of the first."
      ]
    ) {
      flag("--json", to: \.asJSON, help: "Print JSON.")
      operand("BUNDLE", to: \.bundle, as: FilePath.argument(.bundle), help: "The bundle.")
      operands(
        "PLACE", appendingTo: \.places, as: PlaceArgument.value,
        help: "The number or name of an item, or the number of a representation, such as 2.1.")
    }
  }

  func run(in program: ProgramContext) throws -> ExitStatus {
    try program.edit(bundle, .remove(places), as: "remove", asJSON: asJSON)
  }
}

/// The command `reorder`: changes the order of the items of a bundle, or of the representations of an item.
struct ReorderArguments: ProgramCommand {
  var bundle = FilePath.currentFolder
  var asJSON = false
  var places: [PlaceArgument] = []

  static var declaration: CommandDeclaration<ReorderArguments> {
    CommandDeclaration(
      summary: "Change the order of items, or of the representations of an item.",
      details: """
        The given items or representations are put first, in this order; the others follow in their current
        order. The representations of an item are ordered by fidelity, best first.
        """,
      examples: [
        "proffer reorder trip.dragbundle 3": "Make the third item the first.",
        "proffer reorder trip.dragbundle 1.2 1.1":
          "Make the second representation of the first item its best.",
      ]
    ) {
      flag("--json", to: \.asJSON, help: "Print JSON.")
      operand("BUNDLE", to: \.bundle, as: FilePath.argument(.bundle), help: "The bundle.")
      operands(
        "PLACE", appendingTo: \.places, as: PlaceArgument.value,
        help: "Items, such as 3 1, or representations of one item, such as 2.2 2.1.")
    }
  }

  func check() throws(ArgumentProblem) {
    guard Set(places).count == places.count else {
      throw ArgumentProblem("an item or representation is given twice")
    }
    let items = Set(places.filter { $0.representation != nil }.map(\.itemNumber))
    let isMixed = !items.isEmpty && places.contains { $0.representation == nil }
    guard items.count < 2, !isMixed else {
      throw ArgumentProblem("give either items or representations of one item, not both")
    }
  }

  func run(in program: ProgramContext) throws -> ExitStatus {
    try program.edit(bundle, .reorder(places), as: "reorder", asJSON: asJSON)
  }
}

/// The command `rename`: renames an item, or the file of a representation.
struct RenameArguments: ProgramCommand {
  var bundle = FilePath.currentFolder
  var asJSON = false
  var place = PlaceArgument(item: 1)
  var name: [UInt8] = []

  static var declaration: CommandDeclaration<RenameArguments> {
    CommandDeclaration(
      summary: "Rename an item, or the file of a representation.",
      details:
        "The name of an item is the suggested name of files created from it. An empty name removes the name.",
      examples: [
        "proffer rename trip.dragbundle 1 \"Trip to Rome\"": "Rename the first item.",
        "proffer rename trip.dragbundle 2.1 map.png": "Rename the file of a representation.",
      ]
    ) {
      flag("--json", to: \.asJSON, help: "Print JSON.")
      operand("BUNDLE", to: \.bundle, as: FilePath.argument(.bundle), help: "The bundle.")
      operand(
        "PLACE", to: \.place, as: PlaceArgument.value,
        help: "The number or name of an item, or the number of a representation, such as 2.1.")
      operand(
        "NAME", to: \.name, as: ArgumentValue(.text) { word throws(ArgumentProblem) in word },
        help: "The new name.")
    }
  }

  func check() throws(ArgumentProblem) {
    if place.representation == nil {
      guard String(validating: name, as: UTF8.self) != nil else {
        throw ArgumentProblem("the name of an item must be UTF-8 text")
      }
    } else if FileName(bytes: name) == nil {
      throw ArgumentProblem("'\(PrintableText.escaped(name))' is not a valid file name")
    }
  }

  func run(in program: ProgramContext) throws -> ExitStatus {
    let change: BundleEdit.Change
    if place.representation != nil, let name = FileName(bytes: name) {
      change = .renameFile(place, to: name)
    } else {
      let text = String(decoding: name, as: UTF8.self)
      change = .renameItem(place, to: text.isEmpty ? nil : text)
    }
    return try program.edit(bundle, change, as: "rename", asJSON: asJSON)
  }
}

/// The command `retype`: changes the type of a representation without changing its bytes.
struct RetypeArguments: ProgramCommand {
  var bundle = FilePath.currentFolder
  var asJSON = false
  var place = PlaceArgument(item: 1)
  var type = TypeArgument(word: [])

  static var declaration: CommandDeclaration<RetypeArguments> {
    CommandDeclaration(
      summary: "Change the type of a representation.",
      details:
        "Only the declared type changes, not the bytes; to convert the bytes, use proffer convert or proffer load --convert.",
      examples: ["proffer retype trip.dragbundle 1.3 public.utf8-plain-text": "Declare the type of a text."]
    ) {
      flag("--json", to: \.asJSON, help: "Print JSON.")
      operand("BUNDLE", to: \.bundle, as: FilePath.argument(.bundle), help: "The bundle.")
      operand(
        "PLACE", to: \.place, as: PlaceArgument.value, help: "The number of a representation, such as 2.1.")
      operand("TYPE", to: \.type, as: TypeArgument.value, help: "The type.")
    }
  }

  func check() throws(ArgumentProblem) {
    if place.representation == nil {
      let number = place.itemNumber ?? 1
      throw ArgumentProblem("\(place) is an item; only a representation has a type, such as \(number).1")
    }
  }

  func run(in program: ProgramContext) throws -> ExitStatus {
    try program.edit(bundle, .retype(place, to: type), as: "retype", asJSON: asJSON)
  }
}

extension ProgramContext {
  /// Changes a bundle.
  ///
  /// If JSON is requested, prints the path of the bundle and the number of its items.
  fileprivate func edit(
    _ bundle: FilePath, _ change: BundleEdit.Change, as command: String, asJSON: Bool
  ) throws -> ExitStatus {
    let outcome = try showingProgress(command) { try BundleEdit(of: bundle, change).run(in: $0) }
    return try outcome.print(as: command, asJSON: asJSON, on: console)
  }
}
