import ArgumentParsing
import ProfferActions
import ProfferFileSystem
import ProviderBundles
import UniformTypes

/// `remove`: items, or representations of items, removed from a bundle.
struct RemoveArguments: ProgramCommand {
  var bundle = FilePath.currentFolder
  var asJSON = false
  var places: [PlaceArgument] = []

  static var declaration: CommandDeclaration<RemoveArguments> {
    CommandDeclaration(
      summary: "Remove items or representations from a bundle.",
      details: """
        Places are those that list shows, before anything is removed. A representation that a promise depends on can only be
        removed together with the promise.
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
        help: "An item (2) or a representation (2.1).")
    }
  }

  func run(in program: ProgramContext) throws -> ExitStatus {
    let context = program.actions
    let whole = Set(places.filter { $0.representation == nil }.map(\.itemIndex))
    let parts = Dictionary(grouping: places.filter { $0.representation != nil }, by: \.itemIndex)
    try ProviderBundleWriter.edit(bundle, as: "remove", in: context) { draft in
      for (item, places) in parts.sorted(by: { $0.key < $1.key }) {
        try draft.remove(representationsAt: Set(places.compactMap(\.representationIndex)), ofItemAt: item)
      }
      try draft.remove(itemsAt: whole)
    }
    if asJSON { try BundleResult.print("remove", bundle) }
    return .done
  }
}

/// `reorder`: the items of a bundle, or the representations of one, in another order.
struct ReorderArguments: ProgramCommand {
  var bundle = FilePath.currentFolder
  var asJSON = false
  var places: [PlaceArgument] = []

  static var declaration: CommandDeclaration<ReorderArguments> {
    CommandDeclaration(
      summary: "Change the order of items, or of the representations of an item.",
      details: """
        The places that are named come first, in that order; the others follow in their present order. The order of an
        item's representations is their fidelity, best first.
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
        help: "Items (3 1), or representations of one item (2.2 2.1).")
    }
  }

  func check() throws(ArgumentProblem) {
    guard Set(places).count == places.count else { throw ArgumentProblem("a place is named twice") }
    let items = Set(places.filter { $0.representation != nil }.map(\.item))
    let isMixed = !items.isEmpty && places.contains { $0.representation == nil }
    guard items.count < 2, !isMixed else {
      throw ArgumentProblem("name either items, or representations of one item")
    }
  }

  func run(in program: ProgramContext) throws -> ExitStatus {
    let context = program.actions
    try ProviderBundleWriter.edit(bundle, as: "reorder", in: context) { draft in
      guard let item = places.first(where: { $0.representation != nil })?.itemIndex else {
        try draft.reorder(items: order(places.map(\.itemIndex), of: draft.items.count, "item"))
        return
      }
      let count = draft.items.indices.contains(item) ? draft.items[item].representations.count : 0
      try draft.reorder(
        representations: order(places.compactMap(\.representationIndex), of: count, "representation"),
        ofItemAt: item)
    }
    if asJSON { try BundleResult.print("reorder", bundle) }
    return .done
  }

  /// All places: those that were named, then the others.
  ///
  /// - Throws: a failure with the number of a place that does not exist.
  private func order(_ named: [Int], of count: Int, _ noun: String) throws -> [Int] {
    for place in named where place >= count {
      throw ActionError.failure(
        "there is no \(noun) \(place + 1) to move; \(bundle) has \(BundleError.numbers(noun, count))")
    }
    let first = Set(named)
    return named + (0..<count).filter { !first.contains($0) }
  }
}

/// `rename`: another name for an item, or for the file of a representation.
struct RenameArguments: ProgramCommand {
  var bundle = FilePath.currentFolder
  var asJSON = false
  var place = PlaceArgument(item: 1, representation: nil)
  var name: [UInt8] = []

  static var declaration: CommandDeclaration<RenameArguments> {
    CommandDeclaration(
      summary: "Rename an item, or the file of a representation.",
      details:
        "The name of an item is suggested for files that are made from it; an empty name removes it.",
      examples: [
        "proffer rename trip.dragbundle 1 \"Trip to Rome\"": "Rename the first item.",
        "proffer rename trip.dragbundle 2.1 map.png": "Rename the file of a representation.",
      ]
    ) {
      flag("--json", to: \.asJSON, help: "Print JSON.")
      operand("BUNDLE", to: \.bundle, as: FilePath.argument(.bundle), help: "The bundle.")
      operand(
        "PLACE", to: \.place, as: PlaceArgument.value, help: "An item (2) or a representation (2.1).")
      operand(
        "NAME", to: \.name, as: ArgumentValue(.text) { word throws(ArgumentProblem) in word },
        help: "The new name.")
    }
  }

  func check() throws(ArgumentProblem) {
    if place.representation == nil {
      guard String(validating: name, as: UTF8.self) != nil else {
        throw ArgumentProblem("an item's name is text in UTF-8")
      }
    } else if FileName(bytes: name) == nil {
      throw ArgumentProblem("'\(PrintableText.escaped(name))' is not a name for a file")
    }
  }

  func run(in program: ProgramContext) throws -> ExitStatus {
    let context = program.actions
    try ProviderBundleWriter.edit(bundle, as: "rename", in: context) { draft in
      if let representation = place.representationIndex, let name = FileName(bytes: name) {
        try draft.rename(representationAt: representation, ofItemAt: place.itemIndex, to: name)
      } else {
        let text = String(decoding: name, as: UTF8.self)
        try draft.rename(itemAt: place.itemIndex, to: text.isEmpty ? nil : text)
      }
    }
    if asJSON { try BundleResult.print("rename", bundle) }
    return .done
  }
}

/// `retype`: another type for a representation with the same bytes.
struct RetypeArguments: ProgramCommand {
  var bundle = FilePath.currentFolder
  var asJSON = false
  var place = PlaceArgument(item: 1, representation: nil)
  var type = TypeArgument(word: [])

  static var declaration: CommandDeclaration<RetypeArguments> {
    CommandDeclaration(
      summary: "Change the type of a representation.",
      details:
        "Only the declared type changes, not the bytes; use convert or load --convert to convert them.",
      examples: ["proffer retype trip.dragbundle 1.3 public.utf8-plain-text": "Declare the type of a text."]
    ) {
      flag("--json", to: \.asJSON, help: "Print JSON.")
      operand("BUNDLE", to: \.bundle, as: FilePath.argument(.bundle), help: "The bundle.")
      operand("PLACE", to: \.place, as: PlaceArgument.value, help: "A representation (2.1).")
      operand("TYPE", to: \.type, as: TypeArgument.value, help: "The type.")
    }
  }

  func check() throws(ArgumentProblem) {
    if place.representation == nil {
      throw ArgumentProblem("\(place) is an item; only a representation has a type, such as \(place).1")
    }
  }

  func run(in program: ProgramContext) throws -> ExitStatus {
    let context = program.actions
    let type = try type.resolvedForContent(in: context)
    try ProviderBundleWriter.edit(bundle, as: "retype", in: context) { draft in
      try draft.retype(
        representationAt: place.representationIndex ?? 0, ofItemAt: place.itemIndex, to: type.identifier)
      draft.carryDeclarations(from: context.types.registry)
    }
    if asJSON { try BundleResult.print("retype", bundle) }
    return .done
  }
}
