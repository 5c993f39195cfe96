#if !canImport(Darwin)
  import AppleNames
  import Foundation
  import ItemProviders
  import MobileCoreServices

  /// The model of the table samples: names that are dragged out of a list and dropped into one.
  ///
  /// The samples' sessions are omitted here; their use of item providers is unchanged.
  struct PlaceNames {
    var placeNames = ["Yosemite", "Yellowstone", "Theodore Roosevelt"]

    /// The provider for a row, created like in the sample's `dragItems(for:)`.
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

    /// Loads an item as a drop session does in `loadObjects(ofClass: NSString.self)`.
    static func load(_ itemProvider: NSItemProvider, completion: @escaping (String?) -> Void) {
      guard itemProvider.canLoadObject(ofClass: NSString.self) else { return completion(nil) }
      itemProvider.loadObject(ofClass: NSString.self) { (object, error) in
        let string = object as? String
        completion(string)
      }
    }
  }
#endif
