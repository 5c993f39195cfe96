import ArgumentParsing
import FileSystem
import ProviderBundles
import UniformTypes

/// `remove`: items, or representations of items, removed from a bundle.
struct RemoveArguments: CommandArguments {
  var bundle = FilePath.currentFolder
  var places: [PlaceArgument] = []

  static var declaration: CommandDeclaration<RemoveArguments> {
    CommandDeclaration(
      summary: "Remove items or representations from a bundle.",
      details: """
        Places are those that list shows before anything is removed. A representation that a promise is made of is removed
        only together with the promise.
        """,
      examples: ["proffer remove trip.dragbundle 3 1.2": "The third item, and the second form of the first."]
    ) {
      operand("BUNDLE", to: \.bundle, as: FilePath.argument(.file), help: "The bundle.")
      operands(
        "PLACE", appendingTo: \.places, as: PlaceArgument.value,
        help: "An item, as 2, or a representation, as 2.1.")
    }
  }

  func run(_ types: TypeContext) throws -> ExitStatus {
    let whole = Set(places.filter { $0.representation == nil }.map(\.itemIndex))
    let parts = Dictionary(grouping: places.filter { $0.representation != nil }, by: \.itemIndex)
    try ProviderBundleWriter.program().edit(bundle) { draft in
      for (item, places) in parts.sorted(by: { $0.key < $1.key }) {
        try draft.remove(representationsAt: Set(places.compactMap(\.representationIndex)), ofItemAt: item)
      }
      try draft.remove(itemsAt: whole)
    }
    return .done
  }
}

/// `reorder`: the items of a bundle, or the representations of one, in another order.
struct ReorderArguments: CommandArguments {
  var bundle = FilePath.currentFolder
  var places: [PlaceArgument] = []

  static var declaration: CommandDeclaration<ReorderArguments> {
    CommandDeclaration(
      summary: "Put items, or the representations of an item, in another order.",
      details: """
        What is named comes first, in the order of the command line; the others follow in the order they have. The order of
        an item's representations is their fidelity, the best first.
        """,
      examples: [
        "proffer reorder trip.dragbundle 3": "The third item becomes the first.",
        "proffer reorder trip.dragbundle 1.2 1.1": "The second form of the first item becomes its best.",
      ]
    ) {
      operand("BUNDLE", to: \.bundle, as: FilePath.argument(.file), help: "The bundle.")
      operands(
        "PLACE", appendingTo: \.places, as: PlaceArgument.value,
        help: "Items, as 3 1, or representations of one item, as 2.2 2.1.")
    }
  }

  func check() throws(ArgumentProblem) {
    guard Set(places).count == places.count else { throw ArgumentProblem("a place is named twice") }
    let items = Set(places.filter { $0.representation != nil }.map(\.item))
    let isMixed = !items.isEmpty && places.contains { $0.representation == nil }
    guard items.count < 2, !isMixed else {
      throw ArgumentProblem("an order applies to items, or to the representations of one item")
    }
  }

  func run(_ types: TypeContext) throws -> ExitStatus {
    try ProviderBundleWriter.program().edit(bundle) { draft in
      guard let item = places.first(where: { $0.representation != nil })?.itemIndex else {
        try draft.reorder(items: order(places.map(\.itemIndex), of: draft.items.count))
        return
      }
      let count = draft.items.indices.contains(item) ? draft.items[item].representations.count : 0
      try draft.reorder(
        representations: order(places.compactMap(\.representationIndex), of: count), ofItemAt: item)
    }
    return .done
  }

  /// All places: those that were named, then the others.
  ///
  /// - Throws: a failure with the number of a place that does not exist.
  private func order(_ named: [Int], of count: Int) throws -> [Int] {
    for place in named where place >= count {
      throw ProgramError.failure("there is no place \(place + 1); there are \(count)")
    }
    let first = Set(named)
    return named + (0..<count).filter { !first.contains($0) }
  }
}

/// `rename`: another name for an item, or for the file of a representation.
struct RenameArguments: CommandArguments {
  var bundle = FilePath.currentFolder
  var place = PlaceArgument(item: 1, representation: nil)
  var name: [UInt8] = []

  static var declaration: CommandDeclaration<RenameArguments> {
    CommandDeclaration(
      summary: "Give an item or the file of a representation another name.",
      details:
        "An item's name is what is suggested for files that are made of it; an empty one removes it.",
      examples: [
        "proffer rename trip.dragbundle 1 \"Trip to Rome\"": "What the first item is called.",
        "proffer rename trip.dragbundle 2.1 map.png": "What the file is called.",
      ]
    ) {
      operand("BUNDLE", to: \.bundle, as: FilePath.argument(.file), help: "The bundle.")
      operand(
        "PLACE", to: \.place, as: PlaceArgument.value, help: "An item, as 2, or a representation, as 2.1.")
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

  func run(_ types: TypeContext) throws -> ExitStatus {
    try ProviderBundleWriter.program().edit(bundle) { draft in
      if let representation = place.representationIndex, let name = FileName(bytes: name) {
        try draft.rename(representationAt: representation, ofItemAt: place.itemIndex, to: name)
      } else {
        let text = String(decoding: name, as: UTF8.self)
        try draft.rename(itemAt: place.itemIndex, to: text.isEmpty ? nil : text)
      }
    }
    return .done
  }
}

/// `retype`: another type for a representation with the same bytes.
struct RetypeArguments: CommandArguments {
  var bundle = FilePath.currentFolder
  var place = PlaceArgument(item: 1, representation: nil)
  var type = TypeArgument(word: [])

  static var declaration: CommandDeclaration<RetypeArguments> {
    CommandDeclaration(
      summary: "Offer a representation as another type.",
      details: "The bytes stay as they are; convert and load --convert make other bytes.",
      examples: ["proffer retype trip.dragbundle 1.3 public.utf8-plain-text": "What the text is said to be."]
    ) {
      operand("BUNDLE", to: \.bundle, as: FilePath.argument(.file), help: "The bundle.")
      operand("PLACE", to: \.place, as: PlaceArgument.value, help: "A representation, as 2.1.")
      operand("TYPE", to: \.type, as: TypeArgument.value, help: "The type.")
    }
  }

  func check() throws(ArgumentProblem) {
    if place.representation == nil {
      throw ArgumentProblem("\(place) is an item; a type is that of a representation, such as \(place).1")
    }
  }

  func run(_ types: TypeContext) throws -> ExitStatus {
    let type = try type.resolvedForContent(in: types)
    try ProviderBundleWriter.program().edit(bundle) { draft in
      try draft.retype(
        representationAt: place.representationIndex ?? 0, ofItemAt: place.itemIndex, to: type.identifier)
      draft.carryDeclarations(from: types.registry)
    }
    return .done
  }
}

/// A place in a bundle as `list` numbers them: `2` is the second item, `2.1` its first representation.
struct PlaceArgument: Sendable, Hashable, CustomStringConvertible {
  /// The item, from 1.
  let item: Int
  /// The representation, from 1; nil means the whole item.
  let representation: Int?

  var description: String { representation.map { "\(item).\($0)" } ?? "\(item)" }

  /// The item as the library counts, from 0.
  var itemIndex: Int { item - 1 }
  /// The representation as the library counts, from 0.
  var representationIndex: Int? { representation.map { $0 - 1 } }

  /// A place of an item or a representation.
  static var value: ArgumentValue<PlaceArgument> {
    .text { text throws(ArgumentProblem) in
      let parts = text.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
      guard let item = parts.first, item > 0, parts.count < 2 || parts[1] > 0, parts.count <= 2 else {
        throw ArgumentProblem("a place is an item's number, or item.representation: 2 or 2.1")
      }
      return PlaceArgument(item: item, representation: parts.count == 2 ? parts[1] : nil)
    }
  }
}
