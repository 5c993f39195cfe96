import Foundation
import ItemProviders
import ProfferActions
import ProfferConversions
import ProfferFileSystem
import ProviderBundles
import UniformTypes

/// All copied content, as a bundle for another Proffer.
struct CopiedBundle {
  private var draft = BundleDraft()
  /// The copied bundle, if it is a file and the only operand.
  private var file: FilePath?
  /// Whether it has representations that not every program may see.
  private var isWithheld = false

  /// Adds an item with its file or its best representation.
  mutating func add(_ item: CopiedItem) throws {
    var copied = BundleDraft.Item(suggestedName: item.suggestedName)
    if let path = item.path, let type = item.representations.first?.type {
      copied.representations = [BundleDraft.Representation(.file(path), typeIdentifier: type.identifier)]
    } else if let first = item.representations.first {
      copied.representations = [
        BundleDraft.Representation(
          .bytes(try first.document().data), typeIdentifier: first.type.identifier, kind: .data)
      ]
    }
    draft.items.append(copied)
  }

  /// Adds the items of a bundle.
  ///
  /// - Parameters:
  ///   - isOnly: whether nothing else is copied.
  ///   - note: called if the bundle has representations that not every program may see.
  mutating func add(_ bundle: ProviderBundle, isOnly: Bool, _ note: (DesktopNote) -> Void) throws {
    let isOpen = bundle.items.allSatisfy { item in item.representations.allSatisfy { $0.audience == .all } }
    if !isOpen {
      isWithheld = true
      note(.restrictedRepresentationsLeftOut(of: bundle.path))
    }
    if isOnly, try FileStatus.of(bundle.path).kind == .regular { file = try bundle.path.absolute() }
    draft.items.append(contentsOf: try BundleDraft(of: bundle).items)
  }

  /// Registers the bundle on a provider, after all other types; the bundle is written on request.
  func register(on provider: ItemProvider, in context: ActionContext) {
    if isWithheld { return }
    provider.registerFileRepresentation(
      for: UTType.dragBundle.identifier, kind: .data, isPromised: true
    ) { [draft, file] _ in
      if let file {
        let open = try OpenFile.readingRegular(file)
        return .range(open, offset: 0, byteCount: try open.status().byteCount, name: nil)
      }
      var draft = draft
      draft.carryDeclarations(from: context.types.registry)
      let folders = LoadFolders(in: context.folders.temporary)
      let folder = try folders.make()
      defer { folders.remove(folder) }
      guard let name = FileName("copied.dragbundle") else { preconditionFailure("the name is valid") }
      let path = folder.appending(name)
      try ProviderBundleWriter(spoolFolder: context.folders.temporary).write(draft, to: path)
      let open = try OpenFile.readingRegular(path)
      // The open file has the bytes; its name is not needed.
      try FileTree.removeFile(path)
      return .range(open, offset: 0, byteCount: try open.status().byteCount, name: nil)
    }
  }
}
