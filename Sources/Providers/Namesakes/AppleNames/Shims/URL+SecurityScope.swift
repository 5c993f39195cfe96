#if !canImport(Darwin)
  public import Foundation

  // Apple's sandbox gives a program access to a file for as long as the program asks for it. Other systems do
  // not record such access: a program that has the URL of a file can use the file as its permissions allow.
  // The methods therefore have no effect.

  extension URL {
    /// Returns true, because the program needs no further permission; see ``stopAccessingSecurityScopedResource()``.
    ///
    /// - Returns: `true`.
    public func startAccessingSecurityScopedResource() -> Bool { true }

    /// Has no effect: access to files is not limited by URLs outside Apple's sandbox.
    public func stopAccessingSecurityScopedResource() {}
  }

  extension NSURL {
    /// Returns true, because the program needs no further permission.
    ///
    /// - Returns: `true`.
    public func startAccessingSecurityScopedResource() -> Bool { true }

    /// Has no effect: access to files is not limited by URLs outside Apple's sandbox.
    public func stopAccessingSecurityScopedResource() {}
  }
#endif
