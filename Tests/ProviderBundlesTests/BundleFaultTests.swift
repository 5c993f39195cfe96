import Foundation
import ItemProviders
import ProfferFileSystem
import ProviderBundles
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The state after a system call has failed.
@Suite struct BundleFaultTests {
  /// An operation on a bundle in which calls fail.
  enum Work: String, CaseIterable {
    case write, edit, writeFolder, editFolder, salvage
  }

  // Removal is the cleanup after a failure, so it is not made to fail as well.
  private static let kinds = Set(SystemCallKind.allCases).subtracting([.remove])

  @Test(arguments: Work.allCases)
  func anyFailureLeavesTheOldBundleOrTheNewOne(work: Work) throws {
    let fixture = try BundleFixture()
    let large = try fixture.file("large.bin", [UInt8](repeating: 3, count: 70_000))
    let old = BundleDraft(items: [
      BundleDraft.Item(representations: [try fixture.file("a.txt", [1])]),
      BundleDraft.Item(representations: [large]),
    ])
    let new = BundleDraft(items: [BundleDraft.Item(representations: [large])])
    let (path, template) = (try fixture.path("bundle"), try fixture.path("template"))
    let writer = try fixture.writer()
    let isFolder = work == .writeFolder || work == .editFolder
    try isFolder ? writer.writeFolder(old, to: template) : writer.write(old, to: template)
    let before = try ProviderBundle(opening: template).manifest
    var names: [String] = []
    var call = 1
    while true {
      if try FileStatus.ifPresent(path) != nil { try FileTree.remove(path) }
      try FileManager.default.copyItem(
        atPath: fixture.folder.path("template"), toPath: fixture.folder.path("bundle"))
      names = try fixture.folder.names().filter { !$0.hasPrefix("bundle/") }
      let plan = FaultPlan(failing: Self.kinds, call: call, with: .noSpace)
      let outcome = plan.whileInForce {
        Result { () throws -> BundleManifest? in
          switch work {
          case .write: try writer.write(new, to: path, replacing: true)
          case .writeFolder: try writer.writeFolder(new, to: path, replacing: true)
          case .edit, .editFolder: try writer.edit(path) { try $0.remove(itemsAt: [0]) }
          case .salvage: return try writer.salvage(path, to: path, replacing: true).manifest
          }
          return nil
        }
      }
      let bundle = try ProviderBundle(opening: path)
      try bundle.verify { expectNil($0.failure, "call \(call)") }
      // The old folder is removed after the new one has its name; the next write sweeps the rest.
      let isReplaced = isFolder && bundle.items.count == 1
      if isReplaced { try sweep(fixture) }
      let left = try fixture.folder.names().filter { !$0.hasPrefix("bundle/") }
      expectEqual(left, names, "call \(call)")
      switch outcome {
      case .success(let manifest?): expectEqual(bundle.manifest, manifest, "call \(call)")
      case .success(nil): expectEqual(bundle.items.count, 1, "call \(call)")
      case .failure(let error):
        expect(bundle.manifest == before || bundle.items.count == 1, "call \(call)")
        let text = String(describing: error)
        expect(error is FileSystemError || error is BundleError, "call \(call): \(text)")
        expect(text.contains(fixture.folder.path), "call \(call) names a file: \(text)")
        expect(
          isReplaced || !text.contains(".proffer-partial"), "call \(call) names no temporary file: \(text)")
      }
      if plan.callCount < call { break }
      call += 1
    }
    expectGreater(call, 20)
  }

  /// Sweeps as the next write would.
  ///
  /// A program started by another test has a copy of every lock for a moment, so the sweep is repeated.
  private func sweep(_ fixture: BundleFixture) throws {
    try expect(
      HangLimit.blocks {
        UnfinishedFiles.sweep(try fixture.path("."))
        return try !fixture.folder.names().contains { $0.hasPrefix(".bundle") }
      })
  }

  @Test(.requires(.unprivileged)) func aFolderThatCannotBeWrittenIsNamed() throws {
    let fixture = try BundleFixture()
    try Folder.create(fixture.path("closed"), permissions: 0o500)
    let error = expectThrows(FileSystemError.self) {
      try fixture.writer().write(BundleDraft(), to: fixture.path("closed/a.dragbundle"))
    }
    expectEqual(error?.code, .permissionDenied)
    expectEqual(error?.message.contains("closed/a.dragbundle"), true)
  }
}
