public import Foundation
import KeyedArchives

extension ItemProviderWriting where Self: NSObject & NSSecureCoding {
  /// Passes a keyed archive of the object to the completion handler.
  ///
  /// - Parameters:
  ///   - typeIdentifier: one of the types that the value can be written as.
  ///   - completionHandler: called once with the bytes, or an error.
  /// - Returns: nil; the bytes are created before this method returns.
  public func loadData(
    withTypeIdentifier typeIdentifier: String,
    forItemProviderCompletionHandler completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
  ) -> Progress? {
    let result = Result { try ArchivedObject.data(of: self) }
    completionHandler(result.value, result.error)
    return nil
  }
}

extension ItemProviderReading where Self: NSObject & NSSecureCoding {
  /// Decodes an object from a keyed archive.
  ///
  /// The outermost object of the archive must be an instance of this class or of a subclass.
  ///
  /// - Parameters:
  ///   - data: the bytes.
  ///   - typeIdentifier: the type of the bytes, one of the readable types.
  /// - Returns: the object.
  /// - Throws: ``ItemProviderError`` with code `unexpectedValueClassError` if the archive contains an
  ///   object of a class that is not allowed, or with code `unavailableCoercionError` if the bytes are not
  ///   an intact archive.
  public static func object(withItemProviderData data: Data, typeIdentifier: String) throws -> Self {
    try ArchivedObject.object(of: self, in: data)
  }
}

/// Converts objects to and from keyed archives, and reports errors with the codes of item providers.
enum ArchivedObject {
  static func data(of object: some NSObject & NSSecureCoding) throws -> Data {
    do { return try KeyedArchive.data(of: object) } catch { throw translated(error) }
  }

  static func object<Object: NSObject & NSSecureCoding>(of type: Object.Type, in data: Data) throws -> Object
  {
    do { return try KeyedArchive(data).object(of: type) } catch { throw translated(error) }
  }

  /// Returns the item as an object that can be archived.
  ///
  /// The result is nil if the item is not an object, or if its class does not support secure coding.
  static func archivable(_ item: any Sendable) -> (any NSObject & NSSecureCoding)? {
    // This checks the item's own class, because a cast alone would bridge strings and other values to
    // objects.
    guard let type = type(of: item) as? any (NSObject & NSSecureCoding).Type, type.supportsSecureCoding else {
      return nil
    }
    return item as? any NSObject & NSSecureCoding
  }

  private static func translated(_ error: any Error) -> any Error {
    guard let error = error as? KeyedArchiveError else { return error }
    return ItemProviderError(
      error.code == .disallowedClass ? .unexpectedValueClassError : .unavailableCoercionError,
      reason: error.message, cause: error.cause)
  }
}
