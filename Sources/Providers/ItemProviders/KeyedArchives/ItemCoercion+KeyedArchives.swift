import Foundation

extension ItemCoercion {
  /// The item as an object that archives itself; nil for values and for objects that do not.
  static func archivable(_ item: any Sendable) -> (any NSObject & NSSecureCoding)? {
    // Asked of the item's own class: a cast alone would make objects of strings and other values.
    guard let type = type(of: item) as? any (NSObject & NSSecureCoding).Type, type.supportsSecureCoding else {
      return nil
    }
    return item as? any NSObject & NSSecureCoding
  }

  /// Makes an object of the class that the receiver wants of an archive's bytes.
  static func unarchive(_ type: any (NSObject & NSSecureCoding).Type, from data: Data) throws -> NSObject {
    try KeyedArchive(data).object(ofAny: [type])
  }
}
