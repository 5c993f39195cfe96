// This module re-exports the library for programs: types, providers, conversions and their values, bundles,
// and drag and drop. Apple's names must be imported separately: `AppleNames`, `UIKitNames`,
// `AppKitNames`, `SwiftUINames`, `Social`, `CoreTransferable`, `UniformTypeIdentifiers` and
// `MobileCoreServices`.
@_exported public import ColorFormats
@_exported public import ConfigurationFormats
@_exported public import ContactFormats
@_exported public import DragAndDrop
@_exported public import ExternalConverters
@_exported public import FolderDrops
@_exported public import ImageCoders
@_exported public import ItemProviders
@_exported public import LinkFormats
@_exported public import OfficeFormats
@_exported public import Pasteboards
@_exported public import ProfferActions
@_exported public import ProfferConversions
@_exported public import ProfferFileSystem
@_exported public import ProvidedValues
@_exported public import ProviderBundles
@_exported public import RichTextFormats
@_exported public import StandardCoders
@_exported public import StructuredFormats
@_exported public import TextEncodings
@_exported public import TypeDiscovery
@_exported public import UniformTypes
@_exported public import VectorFormats
