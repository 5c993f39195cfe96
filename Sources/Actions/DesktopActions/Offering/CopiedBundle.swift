import Foundation
import ItemProviders
import ProfferActions
import ProfferConversions
import ProfferFileSystem
import ProviderBundles
import UniformTypes

/// A bundle of all copied content, offered to other Proffer processes.
struct CopiedBundle {
  private var draft = BundleDraft()
  /// The path of the copied bundle file if it is the only input; otherwise nil.
  private var file: FilePath?
  /// Whether an input bundle has restricted representations, in which case no bundle is offered.
  private var isWithheld = false

  /// Adds an item: its file if there is one, otherwise its best representation.
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
  ///   - isOnly: whether the bundle is the only input.
  ///   - note: called if the bundle has restricted representations.
  mutating func add(_ bundle: ProviderBundle, isOnly: Bool, _ note: (DesktopNote) -> Void) throws {
    let isOpen = bundle.items.allSatisfy { item in item.representations.allSatisfy { $0.audience == .all } }
    if !isOpen {
      isWithheld = true
      note(.restrictedRepresentationsLeftOut(of: bundle.path))
    }
    if isOnly, try FileStatus.of(bundle.path).kind == .regular { file = try bundle.path.absolute() }
    draft.items.append(contentsOf: try BundleDraft(of: bundle).items)
  }

  /// Returns the bundle with only some of its items.
  ///
  /// - Parameter places: the places of the items, in order.
  func selecting(_ places: [Int]) -> CopiedBundle {
    if places.count == draft.items.count { return self }
    var selected = self
    selected.draft.items = BundleDraft.Items(places.map { draft.items[$0] })
    selected.file = nil
    return selected
  }

  /// Registers the bundle on a provider, unless an input bundle has restricted representations.
  ///
  /// The bundle is written when a program requests it. If a bundle file is the only input, the program
  /// receives that file.
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
      // The bytes remain readable through the open file after its name is removed.
      try FileTree.removeFile(path)
      return .range(open, offset: 0, byteCount: try open.status().byteCount, name: nil)
    }
  }
}
