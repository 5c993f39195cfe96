import JSONText
import ProfferActions
import ProfferFileSystem

extension PathArgument? {
  /// The place of a new bundle; nil is standard output.
  func bundleDestination(asFolder: Bool) -> BundleDestination {
    guard case .path(let path)? = self else { return .stream(.standardOutput) }
    return asFolder ? .folder(path) : .file(path)
  }
}

extension BundlePacking.Outcome {
  /// Notes the items without a preview, and prints the bundle if JSON is wanted.
  func print(as command: String, asJSON: Bool, on console: Console) throws -> ExitStatus {
    missingPreviews?.note(on: console)
    if asJSON, let bundle { try BundleResult.print(command, bundle, itemCount: itemCount, on: console) }
    return .done
  }
}

extension BundleEdit.Outcome {
  /// Prints the bundle if JSON is wanted.
  func print(as command: String, asJSON: Bool, on console: Console) throws -> ExitStatus {
    if asJSON { try BundleResult.print(command, bundle, itemCount: itemCount, on: console) }
    return .done
  }
}

/// What a command that writes a bundle prints as JSON: the bundle, and how many items it has now.
enum BundleResult {
  /// Prints a bundle that is written, and how many items it has now.
  static func print(_ command: String, _ path: FilePath, itemCount: Int, on console: Console) throws {
    try console.printJSON(
      command, JSONMember.name("bundle", path.bytes) + [JSONMember("items", .integer(itemCount))])
  }
}
