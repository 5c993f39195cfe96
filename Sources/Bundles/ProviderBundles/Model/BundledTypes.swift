import ByteTools
import JSONText
import ProfferFileSystem
import TypeDiscovery
import UniformTypes

/// The types that a bundle declares, decoded from the manifest when they are first needed.
///
/// An open bundle and its copies share one instance. A bundle can be listed and edited even if its
/// declarations are invalid.
final class BundledTypes: Sendable {
  private let nodes: [JSONNode]
  private let path: FilePath
  private let read = Locked<Result<CarriedTypes, BundleError>?>(nil)

  /// - Parameters:
  ///   - nodes: the declarations in the form in which the manifest contains them.
  ///   - path: the path of the bundle, shown in messages.
  init(_ nodes: [JSONNode], of path: FilePath) {
    self.nodes = nodes
    self.path = path
  }

  /// Returns the declarations, in the order of the manifest.
  ///
  /// - Throws: ``BundleError/Code/malformedDeclaration`` if a declaration cannot be decoded.
  func declarations() throws(BundleError) -> [TypeDeclaration] {
    var declarations: [TypeDeclaration] = []
    for (index, node) in nodes.enumerated() {
      do throws(DiscoveryError) {
        let place = "\(path): declaration \(index + 1)"
        declarations.append(try TypeDeclaration(json: node, origin: .carried, at: place))
      } catch {
        throw BundleError(.malformedDeclaration, error.message, cause: error)
      }
    }
    return declarations
  }

  /// Returns the declared types in a form that a type registry accepts.
  func carried() -> Result<CarriedTypes, BundleError> {
    if let read = read.withLock({ $0 }) { return read }
    let result = Result { () throws(BundleError) in
      let declarations = try declarations()
      do throws(TypeError) {
        return try CarriedTypes.none.adding(declarations)
      } catch {
        throw BundleError(.malformedDeclaration, of: path, error.message, cause: error)
      }
    }
    read.withLock { $0 = result }
    return result
  }

  /// Throws if a declaration is invalid or repeated, or contradicts another declaration or a standard type.
  func check() throws(BundleError) {
    if nodes.isEmpty { return }
    var known: Set<TypeIdentifier> = []
    for declaration in try declarations()
    where !known.insert(TypeIdentifier(declaration.identifier)).inserted {
      throw BundleError(.malformedDeclaration, of: path, "\(declaration.identifier) is declared twice")
    }
    _ = try carried().get()
  }
}
