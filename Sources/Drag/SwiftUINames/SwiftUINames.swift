// SwiftUI's names for transferring values. Source code that uses only these names compiles on other systems if
// it imports this module instead of SwiftUI.
//
// The module is not called SwiftUI. Portable code asks `#if canImport(SwiftUI)` before it declares views with a
// body, a layout and a scene. A module of that name would answer yes, and that code would no longer compile.
//
// `DragAndDrop` declares `View` with the modifiers `onDrag`, `onDrop`, `draggable`, `dropDestination`,
// `onCopyCommand` and so on. If Apple's SDK includes SwiftUI, this module re-exports SwiftUI.
#if canImport(SwiftUI)
  @_exported import SwiftUI
#elseif !canImport(Darwin)
  @_exported public import AppleNames
  @_exported public import CoreTransferable
  @_exported public import DragAndDrop
  @_exported public import Foundation
  @_exported public import UniformTypeIdentifiers
#endif
