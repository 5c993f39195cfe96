// Types whose names the umbrella `Proffer` has as well.

/// A piece of furniture.
public struct Table: Equatable {
  /// The number of legs.
  public var legs: Int
  /// Makes a table.
  public init(legs: Int) { self.legs = legs }
}

/// What is seen through a window.
public struct View: Equatable {
  /// The landscape outside.
  public var landscape: String
  /// Makes a view of a landscape.
  public init(of landscape: String) { self.landscape = landscape }
}

/// What a mirror shows.
public struct Image: Equatable {
  /// Makes the image of nothing.
  public init() {}
}

/// The color of a wall.
public enum Color: Equatable { case white, green }

/// A request to buy something.
public struct Application: Equatable {
  /// Makes an empty request.
  public init() {}
}

/// What a buyer does.
public protocol Action {}
