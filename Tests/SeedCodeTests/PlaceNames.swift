#if !canImport(Darwin)
  import AppleNames
  import Foundation
  import ItemProviders
  import MobileCoreServices

  /// The model of the table samples: names that are dragged out of a list and dropped into one.
  ///
  /// The samples' sessions are left out here; what they do with item providers is unchanged.
  struct PlaceNames {
    var placeNames = ["Yosemite", "Yellowstone", "Theodore Roosevelt"]

    /// The provider of a row, as the sample's `dragItems(for:)` makes it.
    func itemProvider(for row: Int) -> NSItemProvider {
      let placeName = placeNames[row]

      let data = placeName.data(using: .utf8)
      let itemProvider = NSItemProvider()

      itemProvider.registerDataRepresentation(forTypeIdentifier: kUTTypePlainText as String, visibility: .all)
      {
        completion in
        completion(data, nil)
        return nil
      }

      return itemProvider
    }

    /// What a drop's session does with each of its items in `loadObjects(ofClass: NSString.self)`.
    static func load(_ itemProvider: NSItemProvider, completion: @escaping (String?) -> Void) {
      guard itemProvider.canLoadObject(ofClass: NSString.self) else { return completion(nil) }
      itemProvider.loadObject(ofClass: NSString.self) { (object, error) in
        let string = object as? String
        completion(string)
      }
    }
  }
#endif
