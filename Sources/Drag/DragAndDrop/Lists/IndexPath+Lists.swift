public import Foundation

// UIKit and AppKit add these members to Foundation's `IndexPath`. On other platforms, this file adds these
// members.
#if !canImport(UIKit)
  extension IndexPath {
    /// Makes the path of a row.
    ///
    /// - Parameters:
    ///   - row: the index of the row in its section.
    ///   - section: the index of the section.
    public init(row: Int, section: Int) { self.init(indexes: [section, row]) }

    /// The path's second index.
    public var row: Int { self[1] }
  }
  #if !canImport(AppKit)
    extension IndexPath {
      /// Makes the path of an item.
      ///
      /// - Parameters:
      ///   - item: the index of the item in its section.
      ///   - section: the index of the section.
      public init(item: Int, section: Int) { self.init(indexes: [section, item]) }

      /// The path's first index.
      public var section: Int { self[0] }
      /// The path's second index.
      public var item: Int { self[1] }
    }
  #endif
#endif
