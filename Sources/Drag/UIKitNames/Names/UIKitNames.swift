// UIKit's names for what `DragAndDrop` has, so that source for drag and drop that was written on Apple's systems compiles
// elsewhere with this import in place of UIKit's.
//
// Most names are other names of the same types. Where Apple's SDK has UIKit, this module is UIKit.
#if canImport(UIKit)
  @_exported import UIKit
#elseif !canImport(Darwin)
  @_exported public import AppleNames
  @_exported public import DragAndDrop
  @_exported public import Foundation

  // MARK: Sources

  /// An item that is dragged: ``DragItem``.
  public typealias UIDragItem = DragItem
  /// An interaction that makes its view a source of drags.
  public typealias UIDragInteraction = DragInteraction
  /// Provides the items of drags out of a view, and follows the drags.
  public typealias UIDragInteractionDelegate = DragInteractionDelegate
  /// What the sessions of the source and the receiver have in common.
  public typealias UIDragDropSession = DragDropSession
  /// A drag, for its source.
  public typealias UIDragSession = DragSession
  /// An animation of the system to which code can add its own.
  public typealias UIDragAnimating = DragAnimating
  /// The position of an animation when its completion is called.
  public typealias UIViewAnimatingPosition = AnimatingPosition

  // MARK: Receivers

  /// An interaction that makes its view a receiver of drags.
  public typealias UIDropInteraction = DropInteraction
  /// Receives the items that are dropped on a view.
  public typealias UIDropInteractionDelegate = DropInteractionDelegate
  /// A drag, for one application that it moves over.
  public typealias UIDropSession = DropSession
  /// How the progress of a drop's loads is shown.
  public typealias UIDropSessionProgressIndicatorStyle = DropSessionProgressIndicatorStyle
  /// How a receiver proposes to handle a drag.
  public typealias UIDropProposal = DropProposal
  /// The operation of a drop.
  public typealias UIDropOperation = DropOperation

  // MARK: Previews

  /// The preview of a dragged item.
  public typealias UIDragPreview = DragPreview
  /// The shape and the background of a preview.
  public typealias UIDragPreviewParameters = DragPreviewParameters
  /// The shape and the background of a preview.
  public typealias UIPreviewParameters = DragPreviewParameters
  /// The position that a preview comes from or moves to.
  public typealias UIDragPreviewTarget = DragPreviewTarget
  /// The position that a preview comes from or moves to.
  public typealias UIPreviewTarget = DragPreviewTarget
  /// A preview and its position.
  public typealias UITargetedDragPreview = TargetedDragPreview
  /// A preview and its position.
  public typealias UITargetedPreview = TargetedDragPreview
  /// A path of lines and curves.
  public typealias UIBezierPath = PreviewPath
  /// A color.
  public typealias UIColor = PreviewColor
  /// An affine transform.
  public typealias CGAffineTransform = PreviewTransform

  // MARK: Views

  /// A named area that drags begin in and move over.
  public typealias UIView = View
  /// An object that lets a view take part in drags.
  public typealias UIInteraction = Interaction

  // MARK: Spring loading

  /// An interaction that activates its view when a drag waits over it.
  public typealias UISpringLoadedInteraction = SpringLoadedInteraction
  /// Decides whether a drag that waits over a view activates it.
  public typealias UISpringLoadedInteractionBehavior = SpringLoadedInteractionBehavior
  /// Shows the state of a spring-loaded view.
  public typealias UISpringLoadedInteractionEffect = SpringLoadedInteractionEffect
  /// The state of a spring-loaded view, for its behavior and its effect.
  public typealias UISpringLoadedInteractionContext = SpringLoadedInteractionContext
  /// The state of a view that a waiting drag activates.
  public typealias UISpringLoadedInteractionEffectState = SpringLoadedInteractionEffectState
  /// An object that a waiting drag can activate.
  public typealias UISpringLoadedInteractionSupporting = SpringLoadedInteractionSupporting
#endif
