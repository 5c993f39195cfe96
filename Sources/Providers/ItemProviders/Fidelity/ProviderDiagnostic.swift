import ByteTools
import UniformTypes

/// Something about an offer that is allowed and seldom meant.
///
/// Nothing is printed and nothing refused; a program's tests and tools look at ``ItemProvider/remarks``.
public enum ProviderDiagnostic: Sendable, Hashable {
  /// The identifier was registered again; the first registration stayed and the newcomer was ignored.
  case duplicateIgnored(typeIdentifier: String)
  /// A representation was registered without an identifier and ignored.
  case emptyIdentifierIgnored
  /// An address stands before the thing itself: receivers that take the first representation get the address.
  case addressBeforeContents(typeIdentifier: String)
  /// A proxy stands before the value's own representation: receivers that take the first get less than there
  /// is.
  case proxyBeforeOwn(proxy: String, own: String)
}

extension ProviderDiagnostic: CustomStringConvertible {
  /// The remark in one line of English, with what can be done.
  public var description: String {
    switch self {
    case .duplicateIgnored(let type):
      "\(type) was registered again and ignored; the first registration counts"
    case .emptyIdentifierIgnored: "a representation without a type identifier was ignored"
    case .addressBeforeContents(let type): "\(type) is only an address; register it behind the thing itself"
    case .proxyBeforeOwn(let proxy, let own):
      "the proxy's \(proxy) stands before the value's own \(own); list the proxy last"
    }
  }
}

extension ItemProvider {
  /// What is allowed in this offer and seldom meant; empty for most.
  ///
  /// Each remark stands once.
  public var remarks: [ProviderDiagnostic] {
    let (ignored, transfers) = state.withLock { ($0.representations.ignored, $0.transferRemarks) }
    let types = registeredTypeIdentifiers
    var remarks = ignored.map { type in
      type.isEmpty ? ProviderDiagnostic.emptyIdentifierIgnored : .duplicateIgnored(typeIdentifier: type)
    }
    // A link is its own contents: text after it is a lesser form of it, and only a file lies behind an
    // address.
    if let first = types.first, TypeIdentifier.areEqual(first, "public.file-url"),
      !types.allSatisfy(FidelityOrder.isAddress)
    {
      remarks.append(.addressBeforeContents(typeIdentifier: first))
    }
    return remarks + transfers
  }
}

extension Transferable {
  /// What is allowed in the type's representations and seldom meant.
  public static var transferRemarks: [ProviderDiagnostic] {
    let exports = transferSteps.compactMap(\.export)
    guard let first = exports.first, first.isProxy, let own = exports.first(where: { !$0.isProxy }) else {
      return []
    }
    return [.proxyBeforeOwn(proxy: first.type.identifier, own: own.type.identifier)]
  }
}
