public import Foundation

/// A preview as it travels: a type and bytes.
///
/// This library decodes and draws nothing.
public struct PreviewImage: Sendable, Hashable {
  /// The type of the bytes, usually one that conforms to `public.image`.
  public let typeIdentifier: String
  /// The bytes.
  public let data: Data

  /// Makes a preview.
  public init(typeIdentifier: String, data: Data) {
    self.typeIdentifier = typeIdentifier
    self.data = data
  }
}

/// Makes a preview of a representation; passed in by the program that has codecs.
public protocol PreviewRendering: Sendable {
  /// What it can render, most wanted first.
  var renderableTypeIdentifiers: [String] { get }
  /// Renders bytes.
  ///
  /// - Parameters:
  ///   - typeIdentifier: the registered type of the bytes.
  ///   - size: the size in pixels that the preview has to fit into; nil leaves it to the renderer.
  func preview(of data: Data, typeIdentifier: String, fitting size: PresentationSize?) throws -> PreviewImage
}
