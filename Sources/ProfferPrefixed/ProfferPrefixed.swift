// The umbrella without general names; written by Tests/Structure/umbrellas.py --write.
//
// A program that declares or imports a `View`, a `Table` or an `Image` of its own imports this module instead of
// `Proffer`. The types with general names have the prefix `Proffer` here: `ProfferView`, `ProfferTable`.
public import ColorFormats
@_exported public import ConfigurationFormats
public import ContactFormats
public import DragAndDrop
@_exported public import ExternalConverters
@_exported public import FolderDrops
public import ImageCoders
@_exported public import ItemProviders
@_exported public import LinkFormats
public import OfficeFormats
public import Pasteboards
public import ProfferActions
public import ProfferConversions
public import ProfferFileSystem
@_exported public import ProvidedValues
public import ProviderBundles
@_exported public import RichTextFormats
@_exported public import StandardCoders
public import StructuredFormats
@_exported public import TextEncodings
@_exported public import TypeDiscovery
@_exported public import UniformTypes
@_exported public import VectorFormats

@_exported public import struct ContactFormats.ContactCards
@_exported public import class DragAndDrop.ActiveDrag
@_exported public import enum DragAndDrop.AnimatingPosition
@_exported public import protocol DragAndDrop.CollectionViewCanMoveItemAt
@_exported public import class DragAndDrop.CollectionViewCell
@_exported public import protocol DragAndDrop.CollectionViewDataSource
@_exported public import protocol DragAndDrop.CollectionViewDelegate
@_exported public import protocol DragAndDrop.CollectionViewDragDelegate
@_exported public import protocol DragAndDrop.CollectionViewDropCoordinator
@_exported public import protocol DragAndDrop.CollectionViewDropDelegate
@_exported public import protocol DragAndDrop.CollectionViewDropItem
@_exported public import class DragAndDrop.CollectionViewDropPlaceholder
@_exported public import protocol DragAndDrop.CollectionViewDropPlaceholderContext
@_exported public import class DragAndDrop.CollectionViewDropProposal
@_exported public import protocol DragAndDrop.CollectionViewMoveItemAt
@_exported public import class DragAndDrop.CollectionViewPlaceholder
@_exported public import struct DragAndDrop.DragAndDropError
@_exported public import protocol DragAndDrop.DragAnimating
@_exported public import class DragAndDrop.DragDriver
@_exported public import protocol DragAndDrop.DragDropSession
@_exported public import class DragAndDrop.DragInteraction
@_exported public import protocol DragAndDrop.DragInteractionDelegate
@_exported public import protocol DragAndDrop.DragInteractionPreviewForLifting
@_exported public import class DragAndDrop.DragItem
@_exported public import class DragAndDrop.DragPreview
@_exported public import class DragAndDrop.DragPreviewParameters
@_exported public import class DragAndDrop.DragPreviewTarget
@_exported public import struct DragAndDrop.DragTiming
@_exported public import struct DragAndDrop.DragTrace
@_exported public import class DragAndDrop.DropInteraction
@_exported public import protocol DragAndDrop.DropInteractionDelegate
@_exported public import protocol DragAndDrop.DropInteractionPerformDrop
@_exported public import protocol DragAndDrop.DropInteractionSessionDidUpdate
@_exported public import enum DragAndDrop.DropSessionProgressIndicatorStyle
@_exported public import class DragAndDrop.ListCell
@_exported public import protocol DragAndDrop.ListDropCoordinator
@_exported public import enum DragAndDrop.ListDropIntent
@_exported public import protocol DragAndDrop.ListDropItem
@_exported public import class DragAndDrop.ListDropPlaceholder
@_exported public import protocol DragAndDrop.ListDropPlaceholderContext
@_exported public import class DragAndDrop.ListDropProposal
@_exported public import struct DragAndDrop.LocalDrop
@_exported public import class DragAndDrop.PasteConfiguration
@_exported public import protocol DragAndDrop.PasteConfigurationSupporting
@_exported public import class DragAndDrop.PreviewColor
@_exported public import class DragAndDrop.PreviewPath
@_exported public import struct DragAndDrop.PreviewStack
@_exported public import struct DragAndDrop.PreviewTransform
@_exported public import class DragAndDrop.ReorderableRows
@_exported public import class DragAndDrop.SimulatedDragSession
@_exported public import class DragAndDrop.SimulatedDropSession
@_exported public import class DragAndDrop.SpringLoadedInteraction
@_exported public import protocol DragAndDrop.SpringLoadedInteractionBehavior
@_exported public import protocol DragAndDrop.SpringLoadedInteractionContext
@_exported public import protocol DragAndDrop.SpringLoadedInteractionEffect
@_exported public import enum DragAndDrop.SpringLoadedInteractionEffectState
@_exported public import protocol DragAndDrop.SpringLoadedInteractionSupporting
@_exported public import protocol DragAndDrop.TableViewCanMoveRowAt
@_exported public import class DragAndDrop.TableViewCell
@_exported public import protocol DragAndDrop.TableViewDataSource
@_exported public import protocol DragAndDrop.TableViewDelegate
@_exported public import protocol DragAndDrop.TableViewDragDelegate
@_exported public import protocol DragAndDrop.TableViewDropCoordinator
@_exported public import protocol DragAndDrop.TableViewDropDelegate
@_exported public import protocol DragAndDrop.TableViewDropItem
@_exported public import class DragAndDrop.TableViewDropPlaceholder
@_exported public import protocol DragAndDrop.TableViewDropPlaceholderContext
@_exported public import class DragAndDrop.TableViewDropProposal
@_exported public import protocol DragAndDrop.TableViewMoveRowAt
@_exported public import class DragAndDrop.TableViewPlaceholder
@_exported public import class DragAndDrop.TargetedDragPreview
@_exported public import protocol DragAndDrop.TextDragDelegate
@_exported public import protocol DragAndDrop.TextDragRequest
@_exported public import protocol DragAndDrop.TextDraggable
@_exported public import protocol DragAndDrop.TextDropDelegate
@_exported public import enum DragAndDrop.TextDropEditability
@_exported public import class DragAndDrop.TextDropProposal
@_exported public import protocol DragAndDrop.TextDropRequest
@_exported public import protocol DragAndDrop.TextDroppable
@_exported public import class DragAndDrop.TextInputView
@_exported public import protocol DragAndDrop.TextPasteConfigurationSupporting
@_exported public import protocol DragAndDrop.TextPasteDelegate
@_exported public import protocol DragAndDrop.TextPasteItem
@_exported public import struct DragAndDrop.TraceEvent
@_exported public import struct ImageCoders.ImageDensity
@_exported public import struct ImageCoders.ImageLimits
@_exported public import struct ImageCoders.ImageMetadata
@_exported public import struct ImageCoders.ImageOptions
@_exported public import enum ImageCoders.ImageOrientation
@_exported public import struct ImageCoders.ImageSize
@_exported public import struct ImageCoders.ImageText
@_exported public import struct OfficeFormats.OfficeLimits
@_exported public import struct OfficeFormats.OfficeReadingOptions
@_exported public import enum OfficeFormats.SheetChoice
@_exported public import struct OfficeFormats.SpreadsheetOptions
@_exported public import enum OfficeFormats.TrackedChanges
@_exported public import class Pasteboards.PasteboardItem
@_exported public import struct ProfferActions.ActionContext
@_exported public import struct ProfferActions.ActionError
@_exported public import struct ProfferActions.ActionFolders
@_exported public import struct ProfferActions.ActionInput
@_exported public import enum ProfferActions.ActionNote
@_exported public import enum ProfferActions.ActionOutput
@_exported public import enum ProfferActions.ActionProgress
@_exported public import enum ProfferActions.ActionQuestion
@_exported public import struct ProfferActions.BundleAddition
@_exported public import struct ProfferActions.BundleDestination
@_exported public import struct ProfferActions.BundleEdit
@_exported public import struct ProfferActions.BundleListing
@_exported public import struct ProfferActions.BundleMerge
@_exported public import struct ProfferActions.BundlePacking
@_exported public import struct ProfferActions.BundlePlace
@_exported public import struct ProfferActions.BundleRepair
@_exported public import struct ProfferActions.BundleSplit
@_exported public import struct ProfferActions.BundleThumbnail
@_exported public import struct ProfferActions.BundleUnpacking
@_exported public import struct ProfferActions.BundleVerification
@_exported public import struct ProfferActions.BundleView
@_exported public import struct ProfferActions.CheckedPayload
@_exported public import struct ProfferActions.CoderListing
@_exported public import struct ProfferActions.ConversionTrial
@_exported public import struct ProfferActions.ConvertedDocument
@_exported public import struct ProfferActions.DetectedFileType
@_exported public import struct ProfferActions.DocumentConversion
@_exported public import struct ProfferActions.DocumentOutcome
@_exported public import struct ProfferActions.DropEntry
@_exported public import struct ProfferActions.DropForgetting
@_exported public import struct ProfferActions.DropProblem
@_exported public import struct ProfferActions.DropUndo
@_exported public import struct ProfferActions.DroppedItem
@_exported public import struct ProfferActions.FileTypeQuery
@_exported public import struct ProfferActions.InputList
@_exported public import struct ProfferActions.ItemDrop
@_exported public import struct ProfferActions.ListedItem
@_exported public import struct ProfferActions.ListedPreview
@_exported public import struct ProfferActions.ListedRepresentation
@_exported public import enum ProfferActions.LossRemedy
@_exported public import struct ProfferActions.MissingPreviews
@_exported public import enum ProfferActions.PackedEntry
@_exported public import struct ProfferActions.PackedItem
@_exported public import struct ProfferActions.PackedRepresentation
@_exported public import enum ProfferActions.PackingNote
@_exported public import enum ProfferActions.PicturePlacement
@_exported public import enum ProfferActions.PlaceReference
@_exported public import struct ProfferActions.PossibleConversions
@_exported public import struct ProfferActions.PreviewRequest
@_exported public import struct ProfferActions.RecordedDrops
@_exported public import struct ProfferActions.RepresentationChoice
@_exported public import struct ProfferActions.RepresentationLoading
@_exported public import struct ProfferActions.RepresentationQuery
@_exported public import struct ProfferActions.ScriptedDrag
@_exported public import enum ProfferActions.SettingsKind
@_exported public import struct ProfferActions.TypeDeclarationCheck
@_exported public import struct ProfferActions.TypeReference
@_exported public import struct ProfferActions.TypeSearch
@_exported public import struct ProfferConversions.AnyValueKind
@_exported public import struct ProfferConversions.CoderError
@_exported public import struct ProfferConversions.CoderSet
@_exported public import struct ProfferConversions.ConversionError
@_exported public import struct ProfferConversions.ConversionPlan
@_exported public import struct ProfferConversions.ConversionRegistry
@_exported public import struct ProfferConversions.ConversionResult
@_exported public import enum ProfferConversions.ConverterChoice
@_exported public import enum ProfferConversions.DocumentContents
@_exported public import struct ProfferConversions.DocumentConverter
@_exported public import struct ProfferConversions.LossKind
@_exported public import struct ProfferConversions.LossWeights
@_exported public import struct ProfferConversions.PackageMember
@_exported public import struct ProfferConversions.ReadingLimits
@_exported public import struct ProfferConversions.RepresentationReader
@_exported public import struct ProfferConversions.RepresentationSource
@_exported public import struct ProfferConversions.RepresentationWriter
@_exported public import struct ProfferConversions.StepReport
@_exported public import struct ProfferConversions.ValueBridge
@_exported public import struct ProfferConversions.ValueKind
@_exported public import struct ProfferConversions.ValueSize
@_exported public import struct ProfferFileSystem.FileSystemError
@_exported public import struct ProviderBundles.BundleDraft
@_exported public import struct ProviderBundles.BundleError
@_exported public import struct ProviderBundles.BundleLimits
@_exported public import struct ProviderBundles.BundleStream
@_exported public import struct ProviderBundles.BundledItem
@_exported public import struct ProviderBundles.BundledPreview
@_exported public import struct ProviderBundles.BundledRepresentation
@_exported public import struct ProviderBundles.ExistingPreview
@_exported public import struct ProviderBundles.ItemMetadata
@_exported public import struct ProviderBundles.LeftOutRepresentation
@_exported public import struct ProviderBundles.PreviewMaking
@_exported public import struct ProviderBundles.PromiseResolver
@_exported public import struct ProviderBundles.ProviderBundle
@_exported public import struct ProviderBundles.ProviderBundleWriter
@_exported public import struct ProviderBundles.VerificationProgress
@_exported public import struct ProviderBundles.VerificationResult
@_exported public import enum StructuredFormats.JSONLayout
@_exported public import struct StructuredFormats.LocalDate
@_exported public import struct StructuredFormats.LocalDateTime
@_exported public import struct StructuredFormats.LocalTime
@_exported public import struct StructuredFormats.StructuredInteger
@_exported public import struct StructuredFormats.StructuredMember
@_exported public import struct StructuredFormats.StructuredReal
@_exported public import enum StructuredFormats.StructuredValue
@_exported public import struct StructuredFormats.TableOptions

/// `Color` of `ColorFormats`: a color in the sRGB color space.
public typealias ProfferColor = Color

/// `Calendars` of `ContactFormats`: the calendars of an iCalendar file, with their events, to-dos and
/// time zones.
public typealias ProfferCalendars = Calendars

/// `Application` of `DragAndDrop`: an application in which drags can begin and end.
public typealias ProfferApplication = Application

/// `CollectionView` of `DragAndDrop`: a collection that arranges the items of a data source in a grid.
public typealias ProfferCollectionView = CollectionView

/// `DragSession` of `DragAndDrop`: a drag, as seen by its source.
public typealias ProfferDragSession = DragSession

/// `DropDelegate` of `DragAndDrop`: receives the items that are dropped on a view.
public typealias ProfferDropDelegate = DropDelegate

/// `DropInfo` of `DragAndDrop`: a drag over a view, which is passed to a `DropDelegate`.
public typealias ProfferDropInfo = DropInfo

/// `DropOperation` of `DragAndDrop`: the operation of a drop.
public typealias ProfferDropOperation = DropOperation

/// `DropProposal` of `DragAndDrop`: a receiver's proposal for handling a drag at its current location.
public typealias ProfferDropProposal = DropProposal

/// `DropSession` of `DragAndDrop`: a drag, as seen by one application that the drag moves over.
public typealias ProfferDropSession = DropSession

/// `Interaction` of `DragAndDrop`: an object that adds drag and drop behavior to a view.
public typealias ProfferInteraction = Interaction

/// `ListView` of `DragAndDrop`: the base class of tables and collections.
public typealias ProfferListView = ListView

/// `TableView` of `DragAndDrop`: a table that arranges the rows of a data source in one column.
public typealias ProfferTableView = TableView

/// `TextAttachment` of `DragAndDrop`: a file that is attached to text.
public typealias ProfferTextAttachment = TextAttachment

/// `TextElement` of `DragAndDrop`: an element of text.
public typealias ProfferTextElement = TextElement

/// `TextField` of `DragAndDrop`: a text view with one line.
public typealias ProfferTextField = TextField

/// `TextView` of `DragAndDrop`: a text view with several lines.
public typealias ProfferTextView = TextView

/// `View` of `DragAndDrop`: a named area in which drags can begin, and over which drags can move.
public typealias ProfferView = View

/// `Animation` of `ImageCoders`: pictures of the same size that are shown one after another.
public typealias ProfferAnimation = Animation

/// `Image` of `ImageCoders`: a picture as pixels, with the metadata of its file.
public typealias ProfferImage = Image

/// `Workbook` of `OfficeFormats`: the tables of a spreadsheet document, such as a file of Excel or of
/// OpenDocument.
public typealias ProfferWorkbook = Workbook

/// `Pasteboard` of `Pasteboards`: a pasteboard.
public typealias ProfferPasteboard = Pasteboard

/// `Action` of `ProfferActions`: a task that a program performs for a user, such as packing files or
/// converting a document.
public typealias ProfferAction = Action

/// `Acceptance` of `ProfferConversions`: whether a step accepts all values of its source kind, or only
/// some or few.
public typealias ProfferAcceptance = Acceptance

/// `Loss` of `ProfferConversions`: content that a conversion dropped or may have dropped.
public typealias ProfferLoss = Loss

/// `Reading` of `ProfferConversions`: the value that a step made, the losses of the step, and remarks.
public typealias ProfferReading = Reading

/// `Written` of `ProfferConversions`: a document and the losses from writing it.
public typealias ProfferWritten = Written

/// `FileName` of `ProfferFileSystem`: the name of an entry in a folder.
public typealias ProfferFileName = FileName

/// `FilePath` of `ProfferFileSystem`: a file system path as bytes.
public typealias ProfferFilePath = FilePath

/// `FileTime` of `ProfferFileSystem`: a file timestamp, counted from 1970-01-01 00:00 UTC.
public typealias ProfferFileTime = FileTime

/// `Salvage` of `ProviderBundles`: the result of salvaging a damaged bundle.
public typealias ProfferSalvage = Salvage

/// `Table` of `StructuredFormats`: a table of rows and cells.
public typealias ProfferTable = Table
