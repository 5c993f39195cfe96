import JSONText
import ProfferActions
import ProfferFileSystem

extension PathArgument? {
  /// The destination of a new bundle; nil means standard output.
  func bundleDestination(asFolder: Bool) -> BundleDestination {
    guard case .path(let path)? = self else { return .stream(.standardOutput) }
    return asFolder ? .folder(path) : .file(path)
  }
}

extension BundlePacking.Outcome {
  /// Prints notes about items without a preview, and the bundle if JSON is requested.
  func print(as command: String, asJSON: Bool, on console: Console) throws -> ExitStatus {
    missingPreviews?.note(on: console)
    if asJSON, let bundle { try BundleResult.print(command, bundle, itemCount: itemCount, on: console) }
    return .done
  }
}

extension BundleEdit.Outcome {
  /// Prints the bundle if JSON is requested.
  func print(as command: String, asJSON: Bool, on console: Console) throws -> ExitStatus {
    if asJSON { try BundleResult.print(command, bundle, itemCount: itemCount, on: console) }
    return .done
  }
}

/// The JSON result of a command that writes a bundle: the bundle, and its current number of items.
enum BundleResult {
  /// Prints a written bundle, and its current number of items.
  static func print(_ command: String, _ path: FilePath, itemCount: Int, on console: Console) throws {
    try console.printJSON(
      command, JSONMember.name("bundle", path.bytes) + [JSONMember("items", .integer(itemCount))])
  }
}
