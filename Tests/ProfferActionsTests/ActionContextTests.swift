import Foundation
import ProfferActions
import ProfferFileSystem
import Synchronization
import TestSupport
import Testing
import TypeDiscovery
import UniformTypes

struct ActionContextTests {
  private static func declaration(_ identifier: String, _ fileExtension: String) -> String {
    """
    {"UTExportedTypeDeclarations": [{"UTTypeIdentifier": "\(identifier)", "UTTypeConformsTo": ["public.text"],
      "UTTypeTagSpecification": {"public.filename-extension": ["\(fileExtension)"]}}]}
    """
  }

  private static func path(_ text: String) throws -> FilePath { try #require(FilePath(text)) }

  /// Two actions in one process use the types of their own settings, and neither installs a registry.
  @Test func contextsOfOneProcessHaveTypesOfTheirOwn() throws {
    let folder = try TemporaryFolder()
    for name in ["one", "two"] {
      try folder.write(Array(Self.declaration("org.example.\(name)", "thing").utf8), to: "\(name).json")
    }
    let contexts = try ["one", "two"].map { name in
      try ActionContext.user(declaring: [Self.path(folder.path("\(name).json"))])
    }
    let types = try contexts.map { context in
      try context.types.answer { registry in
        registry.type(tag: "thing", tagClass: .filenameExtension, conformingTo: nil)
      }?.identifier
    }
    expectEqual(types, ["org.example.one", "org.example.two"])
  }

  /// Opening a bundle in one action does not change the types of another.
  @Test func typesThatAreAddedToOneContextAreNotInAnother() throws {
    let (first, second) = (ActionContext.standard, ActionContext.standard)
    let declaration = TypeDeclaration(identifier: "org.example.added", parents: ["public.data"])
    try first.types.extend { try $0.adding([declaration]) }
    expectNotNil(UTType("org.example.added", in: first.types.registry))
    expectNil(UTType("org.example.added", in: second.types.registry))
  }

  @Test func theStandardContextHasNoSettingsAndNoSearchPath() throws {
    let context = ActionContext.standard
    #expect(context.searchPath.isEmpty && context.folders.state == nil)
    try expectEmpty(context.folders.settings(in: "types"))
    try expectNil(context.latestTime)
    #expect(context.types.registry === TypeRegistry.standard)
  }

  /// An invalid settings file is reported as a value, and the other files are used.
  @Test func aDamagedFileOfTheSettingsIsReportedAndLeftOut() throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.path("types"), withIntermediateDirectories: true)
    try folder.write(Array("{".utf8), to: "types/a.json")
    try folder.write(Array(Self.declaration("org.example.good", "good").utf8), to: "types/b.json")
    let folders = ActionFolders(
      temporary: try Self.path(folder.path), configuration: try Self.path(folder.path))
    let notes = Mutex<[ActionNote]>([])
    let types = try TypeContext(folders: folders, declaring: []) { note in notes.withLock { $0.append(note) }
    }
    expectNotNil(UTType("org.example.good", in: types.registry))
    let found = notes.withLock(\.self)
    guard found.count == 1, case .settingsFileIgnored(.types, _, let error as DiscoveryError) = found[0]
    else {
      Issue.record("\(found)")
      return
    }
    expectEqual(error.code, .malformedFile)
  }

  @Test(arguments: ["", "x", "-1", "253402300800", "99999999999999999999"])
  func aTimeThatIsNotOneOfTheEpochIsRefused(text: String) {
    var context = ActionContext.standard
    context.sourceDateEpoch = text
    expectThrows(ActionError.self) { try context.latestTime }
  }
}
