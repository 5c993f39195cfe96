// Apple's module name for the C functions and constants that preceded the Swift type `UTType`, so that
// existing imports work elsewhere.
//
// The functions and constants are deprecated on Apple's platforms. New code uses `UTType`.
#if !canImport(Darwin)
  @_exported public import AppleNames
  public import Foundation

  /// A string in the form that Core Foundation functions accept and return.
  public typealias CFString = NSString
  /// An array in the form that Core Foundation functions accept and return.
  public typealias CFArray = NSArray
  /// A dictionary in the form that Core Foundation functions accept and return.
  public typealias CFDictionary = NSDictionary
#endif
