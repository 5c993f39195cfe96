import DesktopTransfer
public import ProfferActions
import UniformTypes

/// Lists what another program has copied: the types that it offers, and the names that stand for them.
///
/// No content is asked for, and nothing is written.
public struct ClipboardListing: Action {
  /// Where it looks.
  public var selection: ClipboardSelection
  /// The displays and the terminal.
  public var desktop: DesktopContext
  /// How long the other program may do nothing; nil is 10 seconds.
  public var timeLimit: Duration?

  /// Lists what is in a selection of the desktop.
  ///
  /// - Parameters:
  ///   - selection: the clipboard, or what is selected.
  ///   - desktop: the displays and the terminal.
  public init(of selection: ClipboardSelection = .clipboard, on desktop: DesktopContext) {
    self.selection = selection
    self.desktop = desktop
  }

  /// What is offered.
  public struct Outcome: Sendable {
    /// Where it was found.
    public let selection: ClipboardSelection
    /// The way by which it was found.
    public let route: DesktopRoute
    /// The names, in the order in which they are offered.
    public let names: [Name]
  }

  /// A name under which something is offered.
  public struct Name: Sendable {
    /// The name.
    public let text: String
    /// The identifier of the type that it stands for, a dynamic one where nothing declares it; nil if it stands for none.
    public let typeIdentifier: String?
    /// What is to be known about it.
    public let remark: Remark?
  }

  /// What is to be known about a name.
  public enum Remark: Sendable, Equatable {
    /// It is a question of the protocol, and not content.
    case question
    /// Only the program that offers it can read it.
    case privateContent
    /// Nothing declares its type.
    case unknown
    /// It has the same content as another name.
    case sameAs(String)
  }

  /// Looks at the selection.
  ///
  /// - Throws: the negative answer `empty` where nothing is offered.
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
