import DesktopTransfer
public import ProfferActions
import UniformTypes

/// Lists the types in which copied content is offered, and the names under which the types are offered.
///
/// The action does not fetch content or write files.
public struct ClipboardListing: Action {
  /// The selection to read.
  public var selection: ClipboardSelection
  /// The displays and the terminal.
  public var desktop: DesktopContext
  /// The maximum time to wait for data from the other program; nil means 10 seconds.
  public var timeLimit: Duration?

  /// Lists the contents of a desktop selection.
  ///
  /// - Parameters:
  ///   - selection: the clipboard or the primary selection.
  ///   - desktop: the displays and the terminal.
  public init(of selection: ClipboardSelection = .clipboard, on desktop: DesktopContext) {
    self.selection = selection
    self.desktop = desktop
  }

  /// The names in an offer.
  public struct Outcome: Sendable {
    /// The selection that was read.
    public let selection: ClipboardSelection
    /// The route that was used.
    public let route: DesktopRoute
    /// The names, in the order of the offer.
    public let names: [Name]
  }

  /// A name under which content is offered.
  public struct Name: Sendable {
    /// The name, as the other program offers it.
    public let text: String
    /// The type identifier; nil if the name does not represent a type.
    ///
    /// The identifier is dynamic if the type is undeclared.
    public let typeIdentifier: String?
    /// A remark about the name; nil if there is none.
    public let remark: Remark?
  }

  /// A remark about a name.
  public enum Remark: Sendable, Equatable {
    /// The name is a query of the clipboard protocol and represents no content.
    case question
    /// Only the program that offers the name can read its content.
    case privateContent
    /// The type of the name is undeclared.
    case unknown
    /// The name has the same content as the given name.
    case sameAs(String)
  }

  /// Lists the names that are offered in the selection.
  ///
  /// - Throws: a negative ``ActionError`` with the code `empty` if nothing is offered.
  public func run(in context: ActionContext) throws -> Outcome {
    try TransferError.receiving {
      var limits = TransferLimits()
      if let timeLimit { limits.idle = timeLimit }
      let (contents, route) = try desktop.using(for: selection.transferSelection, recordedAs: "paste") {
        try $0.offered(as: selection.transferSelection, within: limits)
      }
      let names = IncomingNames(contents.names, types: context.types.registry)
      return Outcome(
        selection: selection, route: route, names: names.names.map { Name($0, types: names.types) })
    }
  }
}

extension ClipboardListing.Name {
  fileprivate init(_ name: IncomingNames.Name, types: [IncomingNames.OfferedType]) {
    text = name.text
    switch name.meaning {
    case .question: (typeIdentifier, remark) = (nil, .question)
    case .privateContent: (typeIdentifier, remark) = (nil, .privateContent)
    case .unknown(let identifier): (typeIdentifier, remark) = (identifier, .unknown)
    case .type(let identifier):
      let fetched = types.first { $0.typeIdentifier == identifier }
      typeIdentifier = identifier
      remark = fetched.flatMap { $0.name == name.text ? nil : .sameAs($0.name) }
    }
  }
}
