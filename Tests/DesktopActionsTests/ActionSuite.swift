import ProfferActions
import ProfferFileSystem
import TestSupport
import Testing
import UniformTypes

/// A suite whose actions work in a temporary folder.
protocol ActionSuite {
  var folder: TemporaryFolder { get }
}

extension ActionSuite {
  func path(_ name: String) throws -> FilePath { try #require(FilePath(folder.path(name))) }

  var context: ActionContext {
    get throws {
      ActionContext(
        types: .standard, folders: ActionFolders(temporary: try require(FilePath(folder.path))))
    }
  }
}
