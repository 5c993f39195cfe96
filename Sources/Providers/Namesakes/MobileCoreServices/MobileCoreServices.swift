// The functions and constants of types from before `UTType` was a Swift type, so that existing imports work elsewhere.
//
// They are deprecated on Apple's platforms. New code uses `UTType`.
#if !canImport(Darwin)
  @_exported public import AppleNames
  public import Foundation

  /// Text, as the functions of Core Foundation pass it.
  public typealias CFString = NSString
  /// A list, as the functions of Core Foundation pass it.
  public typealias CFArray = NSArray
  /// A dictionary, as the functions of Core Foundation pass it.
  public typealias CFDictionary = NSDictionary
#endif
