import JSONText
import ProfferActions
import ProfferFileSystem

extension PathArgument? {
  /// Returns the destination of a new bundle: the path, or standard output if no path was given.
  func bundleDestination(asFolder: Bool, on console: Console) throws -> BundleDestination {
    guard case .path(let path)? = self else {
      guard !console.outputIsTerminal else {
        throw ActionError.usage("a bundle cannot be printed on a terminal; use -o FILE, or -o - with a pipe")
      }
      return .stream(.standardOutput)
    }
    return asFolder ? .folder(path) : .file(path)
  }
}

extension BundlePacking.Outcome {
  /// Prints notes about items without a preview.
  ///
  /// If JSON is requested, prints the path of the bundle.
  func print(as command: String, asJSON: Bool, on console: Console) throws -> ExitStatus {
    missingPreviews?.note(on: console)
    if asJSON, let bundle { try BundleResult.print(command, bundle, itemCount: itemCount, on: console) }
    return .done
  }
}

extension BundleEdit.Outcome {
  /// If JSON is requested, prints the path of the bundle.
  func print(as command: String, asJSON: Bool, on console: Console) throws -> ExitStatus {
    if asJSON { try BundleResult.print(command, bundle, itemCount: itemCount, on: console) }
    return .done
  }
}

/// The JSON result of a command that writes a bundle: the path of the bundle, and its number of items.
enum BundleResult {
  /// Prints the path of a bundle, and its number of items.
  static func print(_ command: String, _ path: FilePath, itemCount: Int, on console: Console) throws {
    try console.printJSON(
      command, JSONMember.name("bundle", path.bytes) + [JSONMember("items", .integer(itemCount))])
  }
}
