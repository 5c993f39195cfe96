import ProfferActions
import ProfferFileSystem

extension DocumentDestination {
  /// The destination that the word of a command line names.
  ///
  /// - Parameters:
  ///   - isNamed: whether the command line names standard output, where it is the destination.
  ///   - name: the name that the result has inside a folder; nil where the word is the path of the result itself.
  init(
    _ argument: PathArgument, isNamed: Bool, for name: @autoclosure () -> FileName? = nil, replacing: Bool
  ) throws {
    switch argument {
    case .standardStream: self.init(PayloadStream(isNamed: isNamed).write)
    case .path(let path): try self.init(path, for: name(), replacing: replacing)
    }
  }
}
