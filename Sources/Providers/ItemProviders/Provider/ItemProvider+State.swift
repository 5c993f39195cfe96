import ByteTools
import Foundation
package import UniformTypes

extension ItemProvider {
  /// The complete state of a provider; a copy of the state is sufficient to copy the provider.
  struct State: Sendable {
    var representations = RepresentationList()
    /// The type declarations that were registered with the representations.
    var types = CarriedTypes.none
    /// The reasons why type declarations that were registered with the representations are not used.
    var typeErrors: [String] = []
    var urlOrder = FidelityOrder.URLOrder.afterContents
    /// The diagnostics of the registered transferable values.
    var transferDiagnostics: [ProviderDiagnostic] = []
    var suggestedName: String?
    var presentationSize = PresentationSize.zero
    var presentationStyle = PresentationStyle.unspecified
    var teamData: Data?
    var previewImageHandler: ItemLoadHandler?
    var team: String?
    var group: String?
  }

  func register(_ representation: Representation) {
    state.withLock { $0.representations.append(representation) }
  }

  /// Returns the selection rule with this provider's `urlOrder`.
  ///
  /// - Parameter registry: the registry for conformance queries; nil for the provider's `typeRegistry`.
  package func fidelityOrder(registry: TypeRegistry? = nil) -> FidelityOrder {
    FidelityOrder(urlOrder: urlOrder, registry: registry ?? typeRegistry)
  }

  // MARK: Types

  /// Stores the declarations attached to a type, for receivers that have only the identifier.
  func keep(_ type: UTType) {
    if type.isStandard { return }
    carry(type.carriedDeclarations)
  }

  /// Stores declarations of the offered types; declarations in the current registry take precedence.
  ///
  /// Declarations that contradict stored declarations are not used. ``diagnostics`` reports them.
  package func carry(_ declarations: [TypeDeclaration]) {
    if declarations.isEmpty { return }
    state.withLock { state in
      do throws(TypeError) {
        state.types = try state.types.adding(declarations)
      } catch {
        state.typeErrors.append(error.message)
      }
    }
  }

  /// Replaces the stored declarations with the declarations of a bundle.
  ///
  /// All providers of a bundle share these declarations.
  ///
  /// - Parameter types: the declarations, or the reason why they cannot be used.
  package func adopt(_ types: Result<CarriedTypes, some Error & CustomStringConvertible>) {
    state.withLock { state in
      switch types {
      case .success(let types): state.types = types
      case .failure(let error): state.typeErrors.append(error.description)
      }
    }
  }

  /// The type declarations that were registered with the representations.
  package var carriedTypes: CarriedTypes { state.withLock { $0.types } }

  // MARK: For other modules

  /// The representations in registered order, without their contents.
  package var offers: [RepresentationOffer] {
    state.withLock { state in
      state.representations.elements.enumerated().map { $0.element.offer(at: $0.offset) }
    }
  }

  /// Registers contents that are loaded without an intermediate copy.
  ///
  /// The contents can be a part of an open file, a folder that is not on disk yet, a file, or bytes.
  ///
  /// - Parameters:
  ///   - kind: the kind of the representation; a bundle uses the kind of the packed representation.
  ///   - isPromised: whether a load creates the contents from another representation.
  ///   - byteCount: the number of bytes that a load returns; nil if the number is not known in advance.
  ///   - source: called on a background queue for each load.
  package func registerFileRepresentation(
    for typeIdentifier: String, kind: RepresentationKind = .file, visibility: RepresentationVisibility = .all,
    openInPlace: Bool = false, isPromised: Bool = false, byteCount: UInt64? = nil,
    source: @escaping @Sendable (RepresentationRequest) throws -> RepresentationContents
  ) {
    register(
      Representation(
        typeIdentifier: typeIdentifier, kind: kind, visibility: visibility, allowsOpenInPlace: openInPlace,
        isPromised: isPromised, byteCount: byteCount
      ) { request, answer in
        answer(Result { .contents(try source(request)) })
        return nil
      })
  }

  // MARK: Visibility

  /// Returns a copy of the provider with only the representations that a receiver can see.
  ///
  /// Representations that are registered later do not appear in the copy. The team data is included only
  /// for a receiver of the team. Previews and other metadata are included for all receivers.
  ///
  /// - Parameter receiver: the receiver.
  /// - Returns: an independent provider.
  public func view(for receiver: ReceiverIdentity) -> ItemProvider {
    let view = ItemProvider(copying: self)
    view.state.withLock { state in
      let (team, group) = (state.team, state.group)
      state.representations = state.representations.filter {
        receiver.sees($0.visibility, ofTeam: team, group: group)
      }
      if !receiver.sees(.team, ofTeam: team, group: group) { state.teamData = nil }
    }
    return view
  }
}
