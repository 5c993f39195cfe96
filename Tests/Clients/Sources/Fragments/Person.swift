// The fragments are in the style of their time, including forced casts and unwraps.
// swift-format-ignore-file: NeverForceUnwrap, NeverUseForceTry

import AppleNames
import Foundation

/// A class of the program as payload: archived completely, under an identifier without a dot.
final class Person: NSObject, NSItemProviderWriting, NSItemProviderReading, NSCoding {
  var name: String
  var age: UInt

  init(name: String, age: UInt) {
    self.name = name
    self.age = age
  }

  required init?(coder aDecoder: NSCoder) {
    self.name = aDecoder.decodeObject(forKey: "name") as? String ?? ""
    self.age = UInt(aDecoder.decodeInteger(forKey: "age"))
  }

  func encode(with aCoder: NSCoder) {
    aCoder.encode(self.name, forKey: "name")
    aCoder.encode(Int(self.age), forKey: "age")
  }

  static var writableTypeIdentifiersForItemProvider: [String] { return ["object"] }

  var writableTypeIdentifiersForItemProvider: [String] { return ["object"] }

  static func itemProviderVisibilityForRepresentation(
    withTypeIdentifier typeIdentifier: String
  ) -> NSItemProviderRepresentationVisibility {
    return .all
  }

  func itemProviderVisibilityForRepresentation(
    withTypeIdentifier typeIdentifier: String
  ) -> NSItemProviderRepresentationVisibility {
    return .all
  }

  func loadData(
    withTypeIdentifier typeIdentifier: String,
    forItemProviderCompletionHandler completionHandler: @escaping (Data?, Error?) -> Void
  ) -> Progress? {
    let data = NSKeyedArchiver.archivedData(withRootObject: self)
    completionHandler(data, nil)
    return Progress(totalUnitCount: 1)
  }

  static var readableTypeIdentifiersForItemProvider: [String] { return ["object"] }

  static func object(withItemProviderData data: Data, typeIdentifier: String) throws -> Person {
    return NSKeyedUnarchiver.unarchiveObject(with: data) as! Person
  }
}
