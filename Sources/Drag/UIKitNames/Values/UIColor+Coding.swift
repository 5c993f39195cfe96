#if !canImport(Darwin)
  public import DragAndDrop
  public import Foundation

  extension PreviewColor: NSSecureCoding {
    /// Whether archives of colors can be read by class; always true.
    public static var supportsSecureCoding: Bool { true }

    /// Makes a color from the components in an archive; a missing component is zero.
    ///
    /// - Parameter coder: the archive, with the keys that ``encode(with:)`` writes.
    public convenience init?(coder: NSCoder) {
      self.init(
        red: coder.decodeDouble(forKey: "UIRed"), green: coder.decodeDouble(forKey: "UIGreen"),
        blue: coder.decodeDouble(forKey: "UIBlue"), alpha: coder.decodeDouble(forKey: "UIAlpha"))
    }

    /// Archives the components under the keys of UIKit's archives.
    ///
    /// - Parameter coder: the archive.
    public func encode(with coder: NSCoder) {
      coder.encode(red, forKey: "UIRed")
      coder.encode(green, forKey: "UIGreen")
      coder.encode(blue, forKey: "UIBlue")
      coder.encode(alpha, forKey: "UIAlpha")
    }
  }
#endif
