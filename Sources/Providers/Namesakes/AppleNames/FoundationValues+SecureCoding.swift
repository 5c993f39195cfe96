#if !canImport(Darwin)
  public import Foundation

  // On Apple's systems, Swift converts a value to its object where an object that can be coded is expected:
  // `url as NSSecureCoding`. These conformances make the same source compile here. They also tell Swift that a
  // cast of such an object to a value can succeed, so that `item as? String` compiles without a warning.

  extension String: @retroactive NSSecureCoding {
    /// True; the value is coded as an `NSString`.
    public static var supportsSecureCoding: Bool { true }

    /// Codes the value as an `NSString`.
    ///
    /// - Parameter coder: the coder.
    public func encode(with coder: NSCoder) { (self as NSString).encode(with: coder) }

    /// Decodes a value that was coded as an `NSString`.
    ///
    /// - Parameter coder: the coder.
    /// - Returns: nil if the coder does not contain a string.
    public init?(coder: NSCoder) {
      guard let object = NSString(coder: coder) else { return nil }
      self = object as String
    }
  }

  extension URL: @retroactive NSSecureCoding {
    /// True; the value is coded as an `NSURL`.
    public static var supportsSecureCoding: Bool { true }

    /// Codes the value as an `NSURL`.
    ///
    /// - Parameter coder: the coder.
    public func encode(with coder: NSCoder) { (self as NSURL).encode(with: coder) }

    /// Decodes a value that was coded as an `NSURL`.
    ///
    /// - Parameter coder: the coder.
    /// - Returns: nil if the coder does not contain a URL.
    public init?(coder: NSCoder) {
      guard let object = NSURL(coder: coder) else { return nil }
      self = object as URL
    }
  }

  extension Data: @retroactive NSSecureCoding {
    /// True; the value is coded as an `NSData`.
    public static var supportsSecureCoding: Bool { true }

    /// Codes the value as an `NSData`.
    ///
    /// - Parameter coder: the coder.
    public func encode(with coder: NSCoder) { (self as NSData).encode(with: coder) }

    /// Decodes a value that was coded as an `NSData`.
    ///
    /// - Parameter coder: the coder.
    /// - Returns: nil if the coder does not contain bytes.
    public init?(coder: NSCoder) {
      guard let object = NSData(coder: coder) else { return nil }
      self = object as Data
    }
  }

  extension Date: @retroactive NSSecureCoding {
    /// True; the value is coded as an `NSDate`.
    public static var supportsSecureCoding: Bool { true }

    /// Codes the value as an `NSDate`.
    ///
    /// - Parameter coder: the coder.
    public func encode(with coder: NSCoder) { (self as NSDate).encode(with: coder) }

    /// Decodes a value that was coded as an `NSDate`.
    ///
    /// - Parameter coder: the coder.
    /// - Returns: nil if the coder does not contain a date.
    public init?(coder: NSCoder) {
      guard let object = NSDate(coder: coder) else { return nil }
      self = object as Date
    }
  }

  extension UUID: @retroactive NSSecureCoding {
    /// True; the value is coded as an `NSUUID`.
    public static var supportsSecureCoding: Bool { true }

    /// Codes the value as an `NSUUID`.
    ///
    /// - Parameter coder: the coder.
    public func encode(with coder: NSCoder) { (self as NSUUID).encode(with: coder) }

    /// Decodes a value that was coded as an `NSUUID`.
    ///
    /// - Parameter coder: the coder.
    /// - Returns: nil if the coder does not contain an identifier.
    public init?(coder: NSCoder) {
      guard let object = NSUUID(coder: coder) else { return nil }
      self = object as UUID
    }
  }
#endif
