#if !canImport(Darwin)
  import AppleNames
  import Foundation
  import MobileCoreServices

  /// A class like those in tutorials on drag and drop: archived completely, under its own identifier.
  ///
  /// It does not depend on this library. Tutorials also import `UIKit`, which is not needed here.
  class Person: NSObject, NSSecureCoding, NSItemProviderReading, NSItemProviderWriting {
    static var supportsSecureCoding: Bool { return true }

    var name: String
    var age: Int

    init(name: String, age: Int) {
      self.name = name
      self.age = age
    }

    required init?(coder aDecoder: NSCoder) {
      guard let name = aDecoder.decodeObject(of: NSString.self, forKey: "name") as String? else { return nil }
      self.name = name
      self.age = aDecoder.decodeInteger(forKey: "age")
    }

    func encode(with aCoder: NSCoder) {
      aCoder.encode(name as NSString, forKey: "name")
      aCoder.encode(age, forKey: "age")
    }

    static var readableTypeIdentifiersForItemProvider: [String] {
      return ["object"]
    }

    static func object(withItemProviderData data: Data, typeIdentifier: String) throws -> Self {
      guard let person = try NSKeyedUnarchiver.unarchivedObject(ofClass: self, from: data) else {
        throw CocoaError(.coderReadCorrupt)
      }
      return person
    }

    static var writableTypeIdentifiersForItemProvider: [String] {
      return ["object"]
    }

    func loadData(
      withTypeIdentifier typeIdentifier: String,
      forItemProviderCompletionHandler completionHandler: @escaping (Data?, Error?) -> Void
    ) -> Progress? {
      do {
        let data = try NSKeyedArchiver.archivedData(withRootObject: self, requiringSecureCoding: true)
        completionHandler(data, nil)
      } catch {
        completionHandler(nil, error)
      }
      return nil
    }
  }
#endif
