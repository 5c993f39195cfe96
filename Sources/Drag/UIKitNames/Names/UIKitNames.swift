// UIKit's names for the types of `DragAndDrop`. Source code for drag and drop on Apple's systems compiles
// on other systems if it imports this module instead of UIKit.
//
// Most of the names are type aliases. If Apple's SDK includes UIKit, this module re-exports UIKit.
#if canImport(UIKit)
  @_exported import UIKit
#elseif !canImport(Darwin)
  @_exported public import AppleNames
  @_exported public import AppleValues
  @_exported public import DragAndDrop
  @_exported public import Foundation

  // MARK: Sources

  /// An item of a drag: ``DragItem``.
  public typealias UIDragItem = DragItem
  /// An interaction that makes its view a source of drags.
  public typealias UIDragInteraction = DragInteraction
  /// Provides the items of drags that begin in a view, and is notified of the drags.
  public typealias UIDragInteractionDelegate = DragInteractionDelegate
  /// The properties and methods that drag sessions and drop sessions have in common.
  public typealias UIDragDropSession = DragDropSession
  /// A drag, as seen by its source.
  public typealias UIDragSession = DragSession
  /// A system animation to which a delegate can add its own animations.
  public typealias UIDragAnimating = DragAnimating
  /// The position of an animation when its completion is called.
  public typealias UIViewAnimatingPosition = AnimatingPosition

  /// A drag delegate that implements `previewForLifting` in a subclass of the class that conforms to
  /// ``UIDragInteractionDelegate``.
  public typealias UIDragInteractionPreviewForLifting = DragInteractionPreviewForLifting

  // MARK: Receivers

  /// An interaction that makes its view a receiver of drags.
  public typealias UIDropInteraction = DropInteraction
  /// A drop delegate that implements `sessionDidUpdate` in a subclass of the class that conforms to
  /// ``UIDropInteractionDelegate``.
  public typealias UIDropInteractionSessionDidUpdate = DropInteractionSessionDidUpdate
  /// A drop delegate that implements `performDrop` in a subclass of the class that conforms to
  /// ``UIDropInteractionDelegate``.
  public typealias UIDropInteractionPerformDrop = DropInteractionPerformDrop
  /// Receives the items that are dropped on a view.
  public typealias UIDropInteractionDelegate = DropInteractionDelegate
  /// A drag, as seen by one application that the drag moves over.
  public typealias UIDropSession = DropSession
  /// The way in which the progress of a drop's loads is shown.
  public typealias UIDropSessionProgressIndicatorStyle = DropSessionProgressIndicatorStyle
  /// A receiver's proposal for handling a drag.
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
  /// The position at which a preview starts or ends.
  public typealias UIDragPreviewTarget = DragPreviewTarget
  /// The position at which a preview starts or ends.
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

  /// A named area in which drags can begin, and over which drags can move.
  public typealias UIView = View
  /// An object that adds drag and drop behavior to a view.
  public typealias UIInteraction = Interaction

  // MARK: Spring loading

  /// An interaction that activates its view when a drag hovers over the view.
  public typealias UISpringLoadedInteraction = SpringLoadedInteraction
  /// Decides whether a drag that hovers over a view activates the view.
  public typealias UISpringLoadedInteractionBehavior = SpringLoadedInteractionBehavior
  /// Shows the state of a spring-loaded view.
  public typealias UISpringLoadedInteractionEffect = SpringLoadedInteractionEffect
  /// The state of a spring-loaded view, which is passed to the view's behavior and effect.
  public typealias UISpringLoadedInteractionContext = SpringLoadedInteractionContext
  /// The state of a view that is activated when a drag hovers over the view.
  public typealias UISpringLoadedInteractionEffectState = SpringLoadedInteractionEffectState
  /// An object that a hovering drag can activate.
  public typealias UISpringLoadedInteractionSupporting = SpringLoadedInteractionSupporting
#endif
