import ByteTools
import JSONText
import ProfferFileSystem
import TypeDiscovery
import UniformTypes

/// The types that a bundle declares, read from the manifest when they are first needed.
///
/// An open bundle and its copies share them. A bundle can be listed and edited whatever its declarations are.
final class BundledTypes: Sendable {
  private let nodes: [JSONNode]
  private let path: FilePath
  private let read = Locked<Result<CarriedTypes, BundleError>?>(nil)

  /// - Parameters:
  ///   - nodes: the declarations as the manifest has them.
  ///   - path: the bundle's name in messages.
  init(_ nodes: [JSONNode], of path: FilePath) {
    self.nodes = nodes
    self.path = path
  }

  /// The declarations, in the order of the manifest.
  ///
  /// - Throws: ``BundleError/Code/malformedDeclaration`` when one cannot be read.
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

  /// The declarations as types that a registry can take.
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

  /// Refuses declarations that cannot be read, contradict each other or the standard types, or are repeated.
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
