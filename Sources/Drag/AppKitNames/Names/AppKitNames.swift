// AppKit's names for pasteboards and dragging. Source code for these on a Mac compiles on other systems if it imports
// this module instead of AppKit.
//
// What the module is for: it gives the pasteboards of `Pasteboards` and drags inside one process the names, the order
// of calls and the rules of AppKit. What it may not know: UIKit's names, displays, and the desktop's clipboard.
//
// If Apple's SDK includes AppKit, this module re-exports AppKit.
#if canImport(AppKit)
  @_exported import AppKit
#elseif !canImport(Darwin)
  @_exported public import AppleNames
  @_exported public import AppleValues
  public import DragAndDrop
  @_exported public import Foundation

  /// A color.
  public typealias NSColor = PreviewColor

  /// A pointer to an object that a delegate may replace.
  ///
  /// The type exists in Swift only where Objective-C does; here it is a plain pointer.
  public typealias AutoreleasingUnsafeMutablePointer = UnsafeMutablePointer

  /// A value that is passed to a closure that any thread may run.
  // Unchecked, because the pasteboard's protocols say on which thread their objects are called.
  struct Unchecked<Value>: @unchecked Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
  }
#endif
