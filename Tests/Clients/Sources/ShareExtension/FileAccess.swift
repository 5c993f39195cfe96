// The code is in the style of applications, including forced casts and unwraps.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, NeverForceUnwrap, NeverUseForceTry
// swift-format-ignore-file: NeverUseImplicitlyUnwrappedOptionals

import UIKitNames
import UniformTypeIdentifiers

/// Code around files that a program receives, as applications write it.
public enum FileAccess {
  public static func text(of url: URL) throws -> String {
    guard url.startAccessingSecurityScopedResource() else { throw CocoaError(.fileReadNoPermission) }
    defer { url.stopAccessingSecurityScopedResource() }
    var coordinationError: NSError?
    var result: Result<String, Error>?
    NSFileCoordinator().coordinate(readingItemAt: url, options: .withoutChanges, error: &coordinationError) {
      result = Result { [url = $0] in try String(contentsOf: url, encoding: .utf8) }
    }
    if let error = coordinationError { throw error }
    return try result!.get()
  }

  public static func description(of count: Int, in folder: String) -> String {
    String(localized: "\(count) files in \(folder)", comment: "The number of files")
  }

  public static func type(of url: URL) throws -> UTType? {
    try url.resourceValues(forKeys: [.contentTypeKey, .nameKey]).contentType
  }

  public static func name(_ name: String) -> [String] {
    [
      (name as NSString).appendingPathExtension(for: .png),
      ("folder" as NSString).appendingPathComponent(name, conformingTo: .png),
    ]
  }
}
