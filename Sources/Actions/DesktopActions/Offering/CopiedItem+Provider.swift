import DesktopTransfer
import Foundation
import ItemProviders
import ProfferActions
import ProfferConversions
import ProfferFileSystem
import ProviderBundles
import UniformTypes

/// The types in which an item is offered.
extension CopiedItem {
  /// Returns a provider that offers the item's types, their conversions, and the item's file.
  ///
  /// - Parameter filesFirst: whether the file is offered before the content. File managers use the file in
  ///   either case. If the content is first, other programs use the content.
  func provider(
    filesFirst: Bool, text: CopiedText?, coders: inout AvailableCoders
  ) throws -> ItemProvider {
    let provider = ItemProvider()
    provider.suggestedName = suggestedName
    let types = coders.own.types
    if filesFirst { registerFile(on: provider) }
    var text = text
    for representation in representations where !types.conforms(representation.type, to: .directory) {
      guard representation.type.isPlainText(in: types) else {
        register(representation, on: provider)
        continue
      }
      if representation.type == .utf8PlainText {
        register(representation, on: provider)
      } else if let text {
        // Text in another encoding is offered in UTF-8, because other programs expect UTF-8.
        register(text, on: provider)
      }
      text = nil
    }
    var receivedTypes = CopiedItem.receivedTypes
    if representations.contains(where: { types.conforms($0.type, to: .spreadsheet) }) {
      receivedTypes.insert(contentsOf: CopiedItem.tableTypes, at: 1)
    }
    for type in receivedTypes {
      guard let (plan, source) = try receivedPlan(to: type, &coders) else { continue }
      register(plan, of: source.document, on: provider)
    }
    if let text { register(text, on: provider) }
    if !filesFirst { registerFile(on: provider) }
    return provider
  }

  /// Returns the conversion to a type that programs commonly paste; nil if there is none.
  ///
  /// Conversions that could fail are not used. Plain text and source code are not converted, because their
  /// line breaks would be lost. Office documents are also converted by external converters, because programs
  /// would otherwise insert the document file as an object.
  private func receivedPlan(
    to type: UTType, _ coders: inout AvailableCoders
  ) throws -> (ConversionPlan, Representation)? {
    let sources = representations.filter { !$0.isPromise }
    if let (plan, source) = plan(to: type, from: sources, &coders) {
      // LibreOffice Calc prefers RTF to the table of a page, and loses line breaks in cells.
      let types = coders.own.types
      let isTable =
        types.conforms(source.type, to: .delimitedText) || types.conforms(source.type, to: .spreadsheet)
      if type == .rtf, isTable { return nil }
      return plan.isCertain && plan.reader.name != "text" ? (plan, source) : nil
    }
    return try officePlan(to: type, &coders)
  }

  /// Returns the conversion of an office document by an external converter.
  ///
  /// Returns nil if the item is not an office document, or if no converter for the document is installed.
  func officePlan(
    to type: UTType, _ coders: inout AvailableCoders
  ) throws -> (ConversionPlan, Representation)? {
    let types = coders.own.types
    let documents = representations.filter { representation in
      !representation.isPromise
        && CopiedItem.officeTypes.contains {
          types.conforms(identifier: representation.type.identifier, to: $0)
        }
    }
    guard !documents.isEmpty else { return nil }
    do {
      let plan = try coders.plan(from: documents.map(\.type.identifier), to: type.identifier)
      return (plan, documents[plan.sourceIndex])
    } catch is ConversionError {
      return nil
    }
  }

  /// Returns a provider that offers the item only in the given types.
  ///
  /// - Parameter files: creates a file with the contents of the first type. The file is offered in addition
  ///   to the given types. If nil, no additional file is offered.
  func provider(
    offering wanted: [UTType], _ packed: CopiedBundle, convertedInto files: CopiedFiles?,
    coders: inout AvailableCoders, in context: ActionContext
  ) throws -> ItemProvider {
    var best: (type: UTType, contents: Contents)?
    let provider = ItemProvider()
    provider.suggestedName = suggestedName
    let types = context.types.registry
    let order = FidelityOrder(registry: types)
    for type in wanted {
      if type == .dragBundle {
        packed.register(on: provider, in: context)
      } else if type == .fileURL || type == .uriList {
        guard file != nil else {
          throw ActionError.failure(
            "\(name) is not a separate file and cannot be offered as a file; unpack it first")
        }
        registerFile(on: provider)
      } else if CopiedItem.textTypes.contains(type),
        let text = representations.first(where: { $0.type == .utf8PlainText })
      {
        let contents = register(text, on: provider)
        best = best ?? (.utf8PlainText, contents)
      } else if CopiedItem.textTypes.contains(type), let text = try text(&coders) {
        // Plain text in any encoding is offered in UTF-8, which programs read.
        let contents = register(text, on: provider)
        best = best ?? (.utf8PlainText, contents)
      } else if let index = order.index(
        among: representations.map(\.type.identifier), accepting: [type.identifier])
      {
        let contents = register(representations[index], on: provider)
        best = best ?? (type, contents)
      } else {
        let type = CopiedItem.textTypes.contains(type) ? .utf8PlainText : type
        do {
          let sources = representations.filter { !$0.isPromise }
          let plan = try coders.plan(from: sources.map(\.type.identifier), to: type.identifier)
          let contents = register(plan, of: sources[plan.sourceIndex].document, on: provider)
          best = best ?? (type, contents)
        } catch let error as ConversionError {
          throw ActionError.failure(
            "\(name) cannot be offered as \(type.identifier): \(error.message)", cause: error)
        }
      }
    }
    if let best, let files, !wanted.contains(.fileURL), !wanted.contains(.uriList) {
      let ending = suggestedName.flatMap { FilenameExtension.of(Array($0.utf8)) }
      let stem = suggestedName.map { ending == nil ? $0 : String($0.dropLast((ending?.count ?? 0) + 1)) }
      let name = FileNaming.portable(
        FileNaming.name(
          suggested: stem, sourceName: nil, typeIdentifier: best.type.identifier, registry: types))
      provider.registerFileRepresentation(for: UTType.fileURL.identifier, kind: .data, isPromised: true) {
        _ in
        .data(Data(try files.add(named: name, best.contents()).fileURLText.utf8))
      }
    }
    return provider
  }

  func plan(
    to type: UTType, from sources: [Representation], _ coders: inout AvailableCoders
  ) -> (ConversionPlan, Representation)? {
    // A type without a conversion is not offered.
    coders.ownPlan(from: sources.map(\.type.identifier), to: type.identifier).map {
      ($0, sources[$0.sourceIndex])
    }
  }

  private typealias Contents = @Sendable () throws -> RepresentationContents

  @discardableResult
  private func register(_ representation: Representation, on provider: ItemProvider) -> Contents {
    let contents = representation.contents
    provider.registerFileRepresentation(for: representation.type.identifier, kind: .data) { _ in
      try contents()
    }
    return contents
  }

  @discardableResult
  private func register(_ text: CopiedText, on provider: ItemProvider) -> Contents {
    let contents: Contents = { try text.contents() }
    provider.registerFileRepresentation(
      for: UTType.utf8PlainText.identifier, kind: .data, isPromised: true
    ) { _ in try contents() }
    return contents
  }

  @discardableResult
  private func register(
    _ plan: ConversionPlan, of document: @escaping @Sendable () throws -> RepresentationSource,
    on provider: ItemProvider
  ) -> Contents {
    let contents: Contents = {
      switch try plan.run(on: document()).contents {
      case .data(let data): return .data(data)
      case .package(let members):
        return .tree(name: nil) { path in
          try Folder.create(path)
          try OpenFolder(path).create(members)
        }
      }
    }
    provider.registerFileRepresentation(for: plan.destinationIdentifier, kind: .data, isPromised: true) { _ in
      try contents()
    }
    return contents
  }

  private func registerFile(on provider: ItemProvider) {
    guard let file else { return }
    provider.registerFileRepresentation(
      for: UTType.fileURL.identifier, kind: .data, isPromised: path == nil
    ) { _ in
      .data(Data(try file().fileURLText.utf8))
    }
  }
}
