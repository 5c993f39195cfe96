#if !canImport(Darwin)
  public import Foundation
  import TypeDiscovery
  public import UniformTypes

  extension NSURL {
    /// Returns the URL of a file in this folder, with an extension that suits the type; see `URL`.
    ///
    /// - Parameters:
    ///   - partialName: the name, with or without its extension.
    ///   - contentType: the type of the file.
    /// - Returns: the URL.
    public func appendingPathComponent(_ partialName: String, conformingTo contentType: UTType) -> URL {
      (self as URL).appendingPathComponent(partialName, conformingTo: contentType)
    }

    /// Returns the URL with an extension that suits the type; see `URL`.
    ///
    /// - Parameter contentType: the type of the file.
    /// - Returns: the URL.
    public func appendingPathExtension(for contentType: UTType) -> URL {
      (self as URL).appendingPathExtension(for: contentType)
    }
  }

  extension NSString {
    /// Returns the path of a file in this folder, with an extension that suits the type.
    ///
    /// - Parameters:
    ///   - partialName: the name, with or without its extension.
    ///   - contentType: the type of the file.
    /// - Returns: the path.
    public func appendingPathComponent(_ partialName: String, conformingTo contentType: UTType) -> String {
      (self as String).appendingPathComponent(partialName, conformingTo: contentType)
    }

    /// Returns the path or name with an extension that suits the type.
    ///
    /// - Parameter contentType: the type of the file.
    /// - Returns: the path or name.
    public func appendingPathExtension(for contentType: UTType) -> String {
      (self as String).appendingPathExtension(for: contentType)
    }
  }

  extension URLResourceKey {
    /// The key that requests ``Foundation/URLResourceValues/contentType``.
    ///
    /// Foundation knows no key for types outside Apple's systems. This key equals the key of the path, so that
    /// Foundation stores the path, from which the type is determined.
    public static var contentTypeKey: URLResourceKey { .pathKey }
  }

  extension URLResourceValues {
    /// The type of the file or folder, determined by its name and its contents; nil if the values were
    /// requested without `contentTypeKey`, if the file cannot be read, or if its type is not known.
    ///
    /// The type is determined on each access, so a file that changed has its new type. A symbolic link is
    /// `public.symlink`. `TypeDetector` throws the reason where this property is nil.
    public var contentType: UTType? {
      guard let path else { return nil }
      do {
        return try TypeDetector().detect(URL(fileURLWithPath: path), followingLinks: false).type
      } catch {
        // As on Apple's systems, a value that cannot be determined is nil.
        return nil
      }
    }
  }
#endif
