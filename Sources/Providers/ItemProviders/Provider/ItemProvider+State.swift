import ByteTools
import Foundation
package import UniformTypes

extension ItemProvider {
  /// Everything that a provider stores; a copy of it is a copy of the provider.
  struct State: Sendable {
    var representations = RepresentationList()
    /// The declarations of types that came with the representations.
    var types = CarriedTypes.none
    /// Why declarations that came with the representations are not used.
    var typeErrors: [String] = []
    var urlOrder = FidelityOrder.URLOrder.afterContents
    /// The diagnostics of the transferable values that were registered.
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

  /// The rule of choice with this provider's order of URLs.
  ///
  /// - Parameter registry: nil takes the provider's own.
  package func fidelityOrder(registry: TypeRegistry? = nil) -> FidelityOrder {
    FidelityOrder(urlOrder: urlOrder, registry: registry ?? typeRegistry)
  }

  // MARK: Types

  /// Keeps what a type says about itself, for receivers that know only the identifier.
  func keep(_ type: UTType) {
    if type.isStandard { return }
    carry(type.carriedDeclarations)
  }

  /// Keeps declarations of the types that are offered; the current registry's own go before them.
  ///
  /// Declarations that contradict those kept before are not used, and ``diagnostics`` says so.
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

  /// Takes the types of a bundle, which its providers share, in place of those kept so far.
  ///
  /// - Parameter types: the types, or why they cannot be used.
  package func adopt(_ types: Result<CarriedTypes, some Error & CustomStringConvertible>) {
    state.withLock { state in
      switch types {
      case .success(let types): state.types = types
      case .failure(let error): state.typeErrors.append(error.description)
      }
    }
  }

  /// The declarations of types that came with the representations.
  package var carriedTypes: CarriedTypes { state.withLock { $0.types } }

  // MARK: For other modules

  /// The representations in registered order, without their contents.
  package var offers: [RepresentationOffer] {
    state.withLock { state in
      state.representations.elements.enumerated().map { $0.element.offer(at: $0.offset) }
    }
  }

  /// Registers contents that need no intermediate copy: a part of an open file, a folder not on disk yet, a file, bytes.
  ///
  /// - Parameters:
  ///   - kind: the kind of the offer; a bundle offers a representation as the kind that was packed.
  ///   - isPromised: whether the contents are made from another representation by a load.
  ///   - byteCount: the number of bytes that a load gives, where it is known.
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

  /// The provider as a receiver in another process sees it: without the representations that it cannot see.
  ///
  /// Later registrations do not appear in it. The team data is present only for a receiver of the team, previews and
  /// other metadata for all.
  ///
  /// - Parameter receiver: the receiver.
  /// - Returns: a provider of its own.
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
