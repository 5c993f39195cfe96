// The C functions and constants that preceded the Swift type `UTType`, under Apple's module name, so that
// existing imports work elsewhere.
//
// They are deprecated on Apple's platforms. New code uses `UTType`.
#if !canImport(Darwin)
  @_exported public import AppleNames
  public import Foundation

  /// A string, in the form that Core Foundation functions accept and return.
  public typealias CFString = NSString
  /// A list, in the form that Core Foundation functions accept and return.
  public typealias CFArray = NSArray
  /// A dictionary, in the form that Core Foundation functions accept and return.
  public typealias CFDictionary = NSDictionary
#endif
