public import Foundation

/// A path of lines and curves that describes the shape of a preview.
///
/// The path is not drawn. A client that draws previews reads the ``elements`` of the path.
open class PreviewPath: NSObject, NSCopying {
  /// One step of a path.
  public enum Element: Equatable, Sendable {
    /// Begins a subpath at a point.
    case move(CGPoint)
    /// A straight line to a point.
    case line(CGPoint)
    /// A curve with one control point.
    case quadraticCurve(to: CGPoint, control: CGPoint)
    /// A curve with two control points.
    case curve(to: CGPoint, control1: CGPoint, control2: CGPoint)
    /// A straight line to the start of the subpath.
    case close

    /// The end point and the control points of the step.
    var points: [CGPoint] {
      switch self {
      case .move(let point), .line(let point): [point]
      case .quadraticCurve(let end, let control): [control, end]
      case .curve(let end, let control1, let control2): [control1, control2, end]
      case .close: []
      }
    }
  }

  /// The steps, in order.
  public private(set) var elements: [Element] = []

  /// Makes an empty path.
  public override init() {}

  /// Makes a path with the same steps as another path.
  init(copying other: PreviewPath) { elements = other.elements }

  /// Makes a path of a rectangle.
  ///
  /// - Parameter rect: the rectangle, in points.
  public convenience init(rect: CGRect) {
    self.init()
    append(rect)
  }

  /// Makes a path of a rectangle with rounded corners.
  ///
  /// - Parameters:
  ///   - rect: the rectangle, in points.
  ///   - cornerRadius: the radius of the corners, at most half of the shorter side.
  public convenience init(roundedRect rect: CGRect, cornerRadius: CGFloat) {
    self.init()
    append(rect, cornerRadius: cornerRadius)
  }

  /// Makes a path of the ellipse that fills a rectangle.
  ///
  /// - Parameter rect: the rectangle, in points.
  public convenience init(ovalIn rect: CGRect) {
    self.init()
    append(rect, radii: CGSize(width: rect.size.width / 2, height: rect.size.height / 2))
  }

  /// Makes a path of rectangles.
  ///
  /// - Parameters:
  ///   - rects: the rectangles, in points.
  ///   - cornerRadius: the radius of the rectangles' corners.
  public convenience init(_ rects: [CGRect], cornerRadius: CGFloat = 0) {
    self.init()
    for rect in rects { append(rect, cornerRadius: cornerRadius) }
  }

  // MARK: Building

  /// Begins a subpath.
  ///
  /// - Parameter point: the start of the subpath.
  open func move(to point: CGPoint) { elements.append(.move(point)) }
  /// Adds a straight line.
  ///
  /// - Parameter point: the end of the line.
  open func addLine(to point: CGPoint) { elements.append(.line(point)) }
  /// Adds a curve with one control point.
  ///
  /// - Parameters:
  ///   - endPoint: the end of the curve.
  ///   - controlPoint: the control point of the curve.
  open func addQuadCurve(to endPoint: CGPoint, controlPoint: CGPoint) {
    elements.append(.quadraticCurve(to: endPoint, control: controlPoint))
  }
  /// Adds a curve with two control points.
  ///
  /// - Parameters:
  ///   - endPoint: the end of the curve.
  ///   - controlPoint1: the control point at the beginning of the curve.
  ///   - controlPoint2: the control point at the end of the curve.
  open func addCurve(to endPoint: CGPoint, controlPoint1: CGPoint, controlPoint2: CGPoint) {
    elements.append(.curve(to: endPoint, control1: controlPoint1, control2: controlPoint2))
  }
  /// Closes the current subpath.
  open func close() { elements.append(.close) }
  /// Adds the steps of another path.
  ///
  /// - Parameter bezierPath: the other path.
  open func append(_ bezierPath: PreviewPath) { elements += bezierPath.elements }
  /// Removes all steps.
  open func removeAllPoints() { elements = [] }

  private func append(_ rect: CGRect, cornerRadius: CGFloat = 0) {
    let radius = max(0, min(cornerRadius, rect.size.width / 2, rect.size.height / 2))
    append(rect, radii: CGSize(width: radius, height: radius))
  }

  /// Adds a rectangle with quarter ellipses as corners.
  private func append(_ rect: CGRect, radii: CGSize) {
    let (left, right, top, bottom) = (rect.minX, rect.maxX, rect.minY, rect.maxY)
    guard radii.width > 0, radii.height > 0 else {
      move(to: CGPoint(x: left, y: top))
      for point in [CGPoint(x: right, y: top), CGPoint(x: right, y: bottom), CGPoint(x: left, y: bottom)] {
        addLine(to: point)
      }
      return close()
    }
    // With control points at this fraction of the radius, a cubic curve best approximates a quarter circle.
    let reach = 0.552_284_75
    let (x, y) = (radii.width, radii.height)
    let (dx, dy) = (x * (1 - reach), y * (1 - reach))
    move(to: CGPoint(x: left + x, y: top))
    addLine(to: CGPoint(x: right - x, y: top))
    addCurve(
      to: CGPoint(x: right, y: top + y), controlPoint1: CGPoint(x: right - dx, y: top),
      controlPoint2: CGPoint(x: right, y: top + dy))
    addLine(to: CGPoint(x: right, y: bottom - y))
    addCurve(
      to: CGPoint(x: right - x, y: bottom), controlPoint1: CGPoint(x: right, y: bottom - dy),
      controlPoint2: CGPoint(x: right - dx, y: bottom))
    addLine(to: CGPoint(x: left + x, y: bottom))
    addCurve(
      to: CGPoint(x: left, y: bottom - y), controlPoint1: CGPoint(x: left + dx, y: bottom),
      controlPoint2: CGPoint(x: left, y: bottom - dy))
    addLine(to: CGPoint(x: left, y: top + y))
    addCurve(
      to: CGPoint(x: left + x, y: top), controlPoint1: CGPoint(x: left, y: top + dy),
      controlPoint2: CGPoint(x: left + dx, y: top))
    close()
  }

  // MARK: Reading

  /// Whether the path has no steps.
  public var isEmpty: Bool { elements.isEmpty }

  /// The smallest rectangle around all points and control points; an empty rectangle at the origin if the
  /// path has no points.
  public var bounds: CGRect {
    let points = elements.flatMap(\.points)
    guard let first = points.first else { return .zero }
    let (minX, maxX) = points.reduce((first.x, first.x)) { (min($0.0, $1.x), max($0.1, $1.x)) }
    let (minY, maxY) = points.reduce((first.y, first.y)) { (min($0.0, $1.y), max($0.1, $1.y)) }
    return CGRect(x: minX, y: minY, width: maxX - minX, height: maxY - minY)
  }

  /// Returns the path moved by a distance.
  func moved(by distance: CGPoint) -> PreviewPath {
    func moved(_ point: CGPoint) -> CGPoint { CGPoint(x: point.x + distance.x, y: point.y + distance.y) }
    let path = PreviewPath()
    path.elements = elements.map { element in
      switch element {
      case .move(let point): .move(moved(point))
      case .line(let point): .line(moved(point))
      case .quadraticCurve(let end, let control): .quadraticCurve(to: moved(end), control: moved(control))
      case .curve(let end, let control1, let control2):
        .curve(to: moved(end), control1: moved(control1), control2: moved(control2))
      case .close: .close
      }
    }
    return path
  }

  /// Returns a path with the same steps.
  open func copy(with zone: NSZone? = nil) -> Any { PreviewPath(copying: self) }

  /// Returns whether the other object is a path with the same steps.
  open override func isEqual(_ object: Any?) -> Bool { (object as? PreviewPath)?.elements == elements }

  /// A hash of the number of steps; equal paths have equal hashes.
  open override var hash: Int { elements.count.hashValue }
}
