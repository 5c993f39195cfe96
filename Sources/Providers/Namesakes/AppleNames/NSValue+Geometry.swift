#if !canImport(Darwin)
  public import Foundation

  // The names that UIKit adds to `NSValue`. Foundation's own names, such as `init(size:)`, mean the same.
  extension NSValue {
    /// Makes a value that contains a rectangle.
    ///
    /// - Parameter rect: the rectangle.
    public convenience init(cgRect rect: CGRect) { self.init(rect: rect) }

    /// The rectangle; zero if the value does not contain a rectangle.
    public var cgRectValue: CGRect { rectValue }

    /// Makes a value that contains a point.
    ///
    /// - Parameter point: the point.
    public convenience init(cgPoint point: CGPoint) { self.init(point: point) }

    /// The point; zero if the value does not contain a point.
    public var cgPointValue: CGPoint { pointValue }

    /// Makes a value that contains a size.
    ///
    /// - Parameter size: the size.
    public convenience init(cgSize size: CGSize) { self.init(size: size) }

    /// The size; zero if the value does not contain a size.
    public var cgSizeValue: CGSize { sizeValue }
  }
#endif
