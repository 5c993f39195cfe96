public import Foundation
public import UniformTypes

/// Objects transferred as keyed archives.
///
/// ```swift
/// static var transferRepresentation: some TransferRepresentation {
///   ArchivedRepresentation(contentType: UTType(exportedAs: "org.example.person"))
/// }
/// ```
public struct ArchivedRepresentation<Item: NSObject & NSSecureCoding & Sendable>: TransferRepresentation {
  /// The one way.
  public let steps: [TransferStep<Item>]

  /// An archive out and in; coming in, its outermost object must be of this class or a subclass.
  public init(for itemType: Item.Type = Item.self, contentType: UTType) {
    steps =
      DataRepresentation<Item>(
        contentType: contentType, exporting: { try ArchivedObject.data(of: $0) },
        importing: { try ArchivedObject.object(of: Item.self, in: $0) }
      ).steps
  }
}
