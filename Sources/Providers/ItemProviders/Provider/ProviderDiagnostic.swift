import ByteTools
import UniformTypes

/// A property of an offer that is allowed but is probably a mistake.
///
/// Diagnostics are not printed and are not treated as errors. The tests and tools of a program can read
/// ``ItemProvider/diagnostics``.
public enum ProviderDiagnostic: Sendable, Hashable {
  /// The identifier was registered more than once; only the first registration is used.
  case duplicateIgnored(typeIdentifier: String)
  /// A representation was registered without an identifier and ignored.
  case emptyIdentifierIgnored
  /// A URL is registered before the contents, so receivers that use the first representation get the URL.
  case urlBeforeContents(typeIdentifier: String)
  /// A proxy is registered before the value's own representation.
  ///
  /// Receivers that use the first representation therefore get the proxy instead of the value.
  case proxyBeforeOwn(proxy: String, own: String)
  /// Type declarations that were registered with representations contradict other declarations, and are not
  /// used.
  case typesIgnored(reason: String)
}

extension ProviderDiagnostic: CustomStringConvertible {
  /// The diagnostic in one line of English, with the remedy.
  public var description: String {
    switch self {
    case .duplicateIgnored(let type):
      "\(type) was registered twice; the second registration was ignored"
    case .emptyIdentifierIgnored: "a representation without a type identifier was ignored"
    case .urlBeforeContents(let type): "\(type) is only a URL; register it after the contents"
    case .proxyBeforeOwn(let proxy, let own):
      "the proxy's \(proxy) is registered before the value's own \(own); list the proxy last"
    case .typesIgnored(let reason): "the declarations of offered types are not used: \(reason)"
    }
  }
}

extension ItemProvider {
  /// The diagnostics for this provider's offer, without duplicates.
  public var diagnostics: [ProviderDiagnostic] {
    let (ignored, transfers, typeErrors, carried) = state.withLock {
      ($0.representations.ignored, $0.transferDiagnostics, $0.typeErrors, $0.types)
    }
    let types = registeredTypeIdentifiers
    var diagnostics = ignored.map { type in
      type.isEmpty ? ProviderDiagnostic.emptyIdentifierIgnored : .duplicateIgnored(typeIdentifier: type)
    }
    // A web URL is itself the contents, and text that is registered after the URL is a poorer form of the
    // URL. Only a file URL refers to other contents.
    if let first = types.first, TypeIdentifier(first) == "public.file-url",
      !types.allSatisfy(FidelityOrder.isURL)
    {
      diagnostics.append(.urlBeforeContents(typeIdentifier: first))
    }
    let contradiction = carried.contradiction(with: .current)
    for reason in typeErrors + (contradiction.map { [$0.message] } ?? []) {
      let diagnostic = ProviderDiagnostic.typesIgnored(reason: reason)
      if !diagnostics.contains(diagnostic) { diagnostics.append(diagnostic) }
    }
    return diagnostics + transfers
  }
}
