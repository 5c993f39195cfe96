// swift-tools-version: 6.2
import PackageDescription

/// Every target is built the same way: Swift 6, imports kept to what a file names, warnings as errors.
let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

/// A module of the library, by its path below `Sources`, and the modules that it may import; the arrows point one way.
///
/// A module whose folder has a general name has a name of its own, so that it cannot collide in another package's graph.
func module(_ path: String, named name: String? = nil, imports: [String] = []) -> Target {
  let folder = path.split(separator: "/").last.map(String.init) ?? path
  return .target(
    name: name ?? folder, dependencies: imports.map { .byName(name: $0) }, path: "Sources/\(path)",
    swiftSettings: settings)
}

/// The tests of a module; files that tests read themselves are not part of the build.
func tests(_ name: String, imports: [String], excluding files: [String] = []) -> Target {
  .testTarget(
    name: "\(name)Tests", dependencies: (imports + ["TestSupport"]).map { .byName(name: $0) }, exclude: files,
    swiftSettings: settings)
}

/// Calls of image libraries that report errors by a jump, in C, so that no jump passes through Swift.
let imageLibraryCalls = Target.target(
  name: "ImageLibraryCalls", path: "Sources/Conversion/Formats/ImageLibraryCalls")

/// The formats that conversions read and write, lowest first.
let formats: [Target] = [
  module("Conversion/Formats/TextEncodings", imports: ["ProfferConversions", "UniformTypes", "ByteTools"]),
  module(
    "Conversion/Formats/StructuredFormats",
    imports: ["TextEncodings", "ProfferConversions", "ByteTools", "JSONText", "PropertyLists"]),
  module(
    "Conversion/Formats/ConfigurationFormats",
    imports: ["StructuredFormats", "TextEncodings", "ProfferConversions", "ByteTools", "JSONText"]),
  module(
    "Conversion/Formats/ColorFormats", imports: ["StructuredFormats", "TextEncodings", "ProfferConversions"]),
  module(
    "Conversion/Formats/RichTextFormats",
    imports: [
      "ColorFormats", "ConfigurationFormats", "StructuredFormats", "TextEncodings", "ProfferConversions",
      "UniformTypes", "ByteTools", "JSONText",
    ]),
  module(
    "Conversion/Formats/LinkFormats",
    imports: [
      "RichTextFormats", "StructuredFormats", "TextEncodings", "ProfferConversions", "UniformTypes",
      "PropertyLists", "ByteTools",
    ]),
  module(
    "Conversion/Formats/OfficeFormats",
    imports: [
      "RichTextFormats", "ColorFormats", "StructuredFormats", "ProfferConversions", "UniformTypes",
      "ZipArchives", "XMLText", "ByteTools",
    ]),
  module(
    "Conversion/Formats/VectorFormats", imports: ["TextEncodings", "ProfferConversions", "XMLText"]),
  module(
    "Conversion/Formats/ImageCoders",
    imports: ["ProfferConversions", "SystemPackages", "ProfferFileSystem", imageLibraryCalls.name]),
  module(
    "Conversion/Formats/ContactFormats",
    imports: ["StructuredFormats", "TextEncodings", "ProfferConversions", "ByteTools"]),
]

/// The instructions that processors have for checksums, in C, as Swift has no names for them.
let checksumInstructions = Target.target(
  name: "ChecksumInstructions", path: "Sources/Support/ChecksumInstructions")

/// The modules of the library, lowest first.
let libraryModules: [Target] =
  [
    module("Support/DescribedErrors"),
    module("Support/ByteTools"),
    module("Support/FileSystem", named: "ProfferFileSystem", imports: ["DescribedErrors", "ByteTools"]),
    module("Support/SystemPackages", imports: ["ProfferFileSystem"]),
    module("Support/JSONText", imports: ["DescribedErrors", "ByteTools"]),
    module("Support/XMLText", imports: ["DescribedErrors", "ByteTools"]),
    module("Support/PropertyLists", imports: ["XMLText", "DescribedErrors", "ByteTools"]),
    module(
      "Support/ZipArchives",
      imports: [
        "SystemPackages", "ProfferFileSystem", "DescribedErrors", "ByteTools", checksumInstructions.name,
      ]),
    module("Types/UniformTypes", imports: ["DescribedErrors", "ByteTools"]),
    module(
      "Types/TypeDiscovery",
      imports: [
        "UniformTypes", "ZipArchives", "ProfferFileSystem", "JSONText", "PropertyLists", "DescribedErrors",
        "ByteTools",
      ]),
    module("Providers/KeyedArchives", imports: ["PropertyLists", "DescribedErrors"]),
    module(
      "Providers/ItemProviders",
      imports: [
        "KeyedArchives", "UniformTypes", "ZipArchives", "ProfferFileSystem", "DescribedErrors", "ByteTools",
      ]),
    module(
      "Conversion/Conversions", named: "ProfferConversions", imports: ["UniformTypes", "DescribedErrors"]),
  ] + formats + [
    module(
      "Conversion/ProvidedValues",
      imports: [
        "OfficeFormats", "RichTextFormats", "ImageCoders", "TextEncodings", "ProfferConversions",
        "ItemProviders", "UniformTypes",
      ]),
    module(
      "Conversion/StandardCoders",
      imports: formats.map(\.name) + [
        "ProvidedValues", "ProfferConversions", "ItemProviders", "UniformTypes",
      ]),
    module(
      "Conversion/ExternalConverters",
      imports: [
        "ItemProviders", "VectorFormats", "RichTextFormats", "StructuredFormats", "ProfferConversions",
        "UniformTypes",
        "SystemPackages", "ProfferFileSystem", "JSONText",
      ]),
    module(
      "Bundles/ProviderBundles",
      imports: [
        "ItemProviders", "TypeDiscovery", "UniformTypes", "ZipArchives", "ProfferFileSystem", "JSONText",
        "DescribedErrors", "ByteTools",
      ]),
    module(
      "Drag/DragAndDrop",
      imports: ["ItemProviders", "UniformTypes", "ProfferFileSystem", "DescribedErrors", "ByteTools"]),
    module(
      "Drag/Pasteboards", imports: ["ItemProviders", "UniformTypes", "ByteTools"]),
    module(
      "Drag/FolderDrops",
      imports: [
        "DragAndDrop", "ItemProviders", "ZipArchives", "ProfferFileSystem", "DescribedErrors", "ByteTools",
      ]),
    module(
      "Drag/DragScripts",
      imports: ["DragAndDrop", "ItemProviders", "UniformTypes", "DescribedErrors", "ByteTools"]),
    module(
      "Actions/ProfferActions",
      imports: [
        "ExternalConverters", "StandardCoders", "ConfigurationFormats", "ImageCoders", "OfficeFormats",
        "RichTextFormats", "TextEncodings", "ProviderBundles", "FolderDrops", "DragScripts", "DragAndDrop",
        "ProfferConversions",
        "ItemProviders", "TypeDiscovery", "UniformTypes", "SystemPackages", "ProfferFileSystem", "JSONText",
        "DescribedErrors", "ByteTools",
      ]),
    module("Desktop/TransferWindows", imports: ["SystemPackages", "ProfferFileSystem"]),
    module(
      "Desktop/DesktopTransfer",
      imports: [
        "TransferWindows", "ItemProviders", "UniformTypes", "ProfferFileSystem", "DescribedErrors",
        "ByteTools",
      ]),
    module(
      "Desktop/DesktopPasteboard",
      imports: [
        "DesktopTransfer", "Pasteboards", "ItemProviders", "UniformTypes", "ProfferFileSystem",
        "DescribedErrors", "ByteTools",
      ]),
    module(
      "Actions/DesktopActions",
      imports: [
        "ProfferActions", "DesktopTransfer", "TransferWindows", "FolderDrops", "DragAndDrop",
        "ProviderBundles", "StandardCoders", "ImageCoders", "ProfferConversions", "ItemProviders",
        "TypeDiscovery", "UniformTypes",
        "ProfferFileSystem",
        "JSONText", "DescribedErrors", "ByteTools",
      ]),
  ]

/// Modules with the names that Apple's systems have, for source that was written there.
///
/// They are declared on every host, because a host may build for another system; on Apple's own systems, where they would
/// hide the real ones, their sources are empty, and a package names them for the other platforms only.
let namesakes: [Target] = [
  module("Providers/Namesakes/AppleNames", imports: ["ItemProviders"]),
  module("Providers/Namesakes/CoreTransferable", imports: ["ItemProviders"]),
  module("Providers/Namesakes/MobileCoreServices", imports: ["AppleNames", "UniformTypes"]),
  module(
    "Providers/Namesakes/UniformTypeIdentifiers", imports: ["AppleNames", "TypeDiscovery", "UniformTypes"]),
  module(
    "Drag/AppleValues",
    imports: [
      "AppleNames", "DragAndDrop", "ProvidedValues", "RichTextFormats", "ColorFormats", "ImageCoders",
      "ProfferConversions", "ItemProviders", "UniformTypes",
    ]),
  module(
    "Drag/AppKitNames",
    imports: [
      "AppleValues", "AppleNames", "Pasteboards", "DragAndDrop", "ProvidedValues", "RichTextFormats",
      "ImageCoders", "ItemProviders", "UniformTypes", "ProfferFileSystem", "ByteTools",
    ]),
  module(
    "Drag/UIKitNames",
    imports: [
      "AppleValues", "AppleNames", "Pasteboards", "DragAndDrop", "ImageCoders", "ItemProviders",
      "UniformTypes", "ByteTools",
    ]),
  module("Drag/Social", imports: ["AppleNames", "UIKitNames"]),
  module(
    "Drag/SwiftUINames",
    imports: [
      "AppleNames", "CoreTransferable", "UniformTypeIdentifiers", "DragAndDrop", "ItemProviders",
      "UniformTypes",
    ]),
]

/// The modules that both umbrellas re-export.
let umbrellaModules =
  formats.map(\.name) + [
    "ProfferActions", "FolderDrops", "Pasteboards", "DragAndDrop", "ProviderBundles", "ExternalConverters",
    "StandardCoders", "ProvidedValues", "ProfferConversions", "ItemProviders", "TypeDiscovery",
    "UniformTypes", "ProfferFileSystem",
  ]

/// Two umbrellas: `Proffer` has the names as the modules declare them; `ProfferPrefixed` has those that other
/// modules declare as well, such as `View` and `Table`, with a prefix.
let umbrellas = [
  module("Proffer", imports: umbrellaModules), module("ProfferPrefixed", imports: umbrellaModules),
]

/// The tests of each module, and of the program as it is run.
let testTargets: [Target] = [
  tests("TestSupport", imports: ["SystemPackages", "ByteTools"]),
  tests("ByteTools", imports: ["ByteTools"]),
  tests(
    "DescribedErrors",
    imports: [
      "DescribedErrors", "FolderDrops", "DragAndDrop", "ProviderBundles", "ProfferConversions",
      "ItemProviders", "TypeDiscovery", "UniformTypes", "ProfferFileSystem",
    ]),
  tests(
    "ProfferActions",
    imports: [
      "ProfferActions", "ExternalConverters", "StandardCoders", "ImageCoders", "ProviderBundles",
      "ProfferConversions", "ItemProviders", "TypeDiscovery", "UniformTypes", "ProfferFileSystem",
      "ByteTools",
    ]),
  tests("FileSystem", imports: ["ProfferFileSystem", "ByteTools"]),
  tests("JSONText", imports: ["JSONText"]),
  tests("XMLText", imports: ["XMLText"]),
  tests("PropertyLists", imports: ["PropertyLists"]),
  tests("SystemPackages", imports: ["SystemPackages", "ProfferFileSystem"]),
  tests("ZipArchives", imports: ["ZipArchives", "SystemPackages", "ProfferFileSystem"]),
  tests("UniformTypes", imports: ["UniformTypes", "ByteTools"], excluding: ["dynamic-identifiers.tsv"]),
  tests(
    "TypeDiscovery",
    imports: [
      "TypeDiscovery", "UniformTypes", "ZipArchives", "ProfferFileSystem", "JSONText", "PropertyLists",
    ]),
  tests("KeyedArchives", imports: ["KeyedArchives", "PropertyLists"]),
  tests(
    "ItemProviders",
    imports: ["ItemProviders", "KeyedArchives", "UniformTypes", "ZipArchives", "ProfferFileSystem"]),
  tests("Conversions", imports: ["ProfferConversions", "UniformTypes", "ByteTools"]),
  tests(
    "Formats",
    imports: formats.map(\.name) + [
      "StandardCoders", "ProfferConversions", "ItemProviders", "UniformTypes", "ProfferFileSystem",
      "JSONText",
      "PropertyLists", "ByteTools", "RichTextTestSupport", "ConversionTestSupport",
    ],
    excluding: ["Markdown/ORIGIN.md", "Markdown/commonmark-0.31.2.json"]),
  tests(
    "ProviderBundles",
    imports: [
      "ProviderBundles", "ItemProviders", "UniformTypes", "ZipArchives", "ProfferFileSystem", "JSONText",
    ]),
  tests("DragAndDrop", imports: ["DragAndDrop", "Pasteboards", "ItemProviders", "UniformTypes"]),
  tests("Pasteboards", imports: ["Pasteboards", "ItemProviders"]),
  tests("UIKitNames", imports: ["UIKitNames", "ItemProviders"]),
  tests("SwiftUINames", imports: ["SwiftUINames", "DragAndDrop", "ItemProviders", "UniformTypes"]),
  tests("AppKitNames", imports: ["AppKitNames", "UIKitNames", "DragAndDrop", "ItemProviders"]),
  tests(
    "DesktopPasteboard",
    imports: [
      "DesktopPasteboard", "DesktopTransfer", "AppKitNames", "UIKitNames", "Pasteboards", "ItemProviders",
      "ByteTools",
    ]),
  tests("FolderDrops", imports: ["FolderDrops", "DragAndDrop", "ItemProviders", "ProfferFileSystem"]),
  tests("OptionalMethods", imports: ["OptionalMethodsTool"]),
  tests("DragScripts", imports: ["DragScripts", "DragAndDrop"]),
  tests("TransferWindows", imports: ["TransferWindows"]),
  tests(
    "DesktopTransfer",
    imports: [
      "DesktopTransfer", "TransferWindows", "ItemProviders", "UniformTypes", "ProfferFileSystem", "ByteTools",
    ]),
  tests(
    "DesktopActions",
    imports: [
      "DesktopActions", "DesktopTransfer", "TransferWindows", "ProfferActions", "ProviderBundles",
      "ItemProviders", "UniformTypes", "ProfferFileSystem", "DescribedErrors", "ByteTools",
    ]),
  tests(
    "ConfigurationFormats",
    imports: [
      "ConfigurationFormats", "StructuredFormats", "TextEncodings", "ProfferConversions", "UniformTypes",
      "ByteTools", "JSONText", "ConversionTestSupport",
    ]),
  tests(
    "OfficeFormats",
    imports: [
      "OfficeFormats", "RichTextFormats", "ColorFormats", "StructuredFormats", "StandardCoders",
      "ProfferConversions", "UniformTypes", "ZipArchives", "XMLText", "ByteTools", "RichTextTestSupport",
    ]),
  tests(
    "ExternalConverters",
    imports: [
      "ExternalConverters", "VectorFormats", "LinkFormats", "RichTextFormats", "TextEncodings",
      "ProfferConversions", "UniformTypes",
    ]),
  tests(
    "ImageCoders",
    imports: ["ImageCoders", "StandardCoders", "ProfferConversions", "ItemProviders", "UniformTypes"]),
  tests("ArgumentParsing", imports: ["ArgumentParsing"]),
  .testTarget(
    name: "SeedCodeTests",
    dependencies: [
      "AppleNames", "MobileCoreServices", "UniformTypeIdentifiers", "ItemProviders", "UniformTypes",
      "TypeDiscovery", "TestSupport",
    ],
    // Source of the time that it plays was written in Swift 4 and 5.
    swiftSettings: [.swiftLanguageMode(.v5), .treatAllWarnings(as: .error)]),
  tests(
    "Program",
    imports: [
      "ByteTools", "ProfferTool", "ProfferConversions", "ImageCoders", "ItemProviders", "ProviderBundles",
      "UniformTypes",
      "ProfferFileSystem",
      "JSONText",
    ],
    excluding: [
      "Interruptions/interrupted-calls.c", "Completion/type-lines.py", "Desktop/pictures.py",
      "Desktop/terminal.py",
    ]),
]

/// The test targets to build: all of them, or those of the modules that `PROFFER_TEST_MODULES` names, as in
/// `PROFFER_TEST_MODULES=XMLText,ZipArchives swift test`.
///
/// The tests take most of the time of a build.
let chosenTestTargets =
  Context.environment["PROFFER_TEST_MODULES"].map { modules in
    let names = modules.split(separator: ",").map { "\($0)Tests" }
    return testTargets.filter { names.contains($0.name) }
  } ?? testTargets

/// Modules without public declarations, which only other modules of the package use; they are not products.
let internalModules: Set = [
  "ByteTools", "DescribedErrors", "DesktopTransfer", "DragScripts", "JSONText", "KeyedArchives",
  "PropertyLists", "SystemPackages", "TransferWindows", "XMLText", "ZipArchives",
]

let package = Package(
  name: "proffer",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .executable(name: "proffer", targets: ["ProfferTool"]),
    .library(name: "Proffer", targets: ["Proffer"]),
    .library(name: "ProfferPrefixed", targets: ["ProfferPrefixed"]),
    .plugin(name: "OptionalMethods", targets: ["OptionalMethods"]),
  ]
    + (libraryModules + namesakes).filter { !$0.isTest && !internalModules.contains($0.name) }.map {
      .library(name: $0.name, targets: [$0.name])
    },
  targets: [checksumInstructions, imageLibraryCalls] + libraryModules + [
    module("Tool/ArgumentParsing", imports: ["ByteTools"]),
    .executableTarget(
      // The module is not named as the program: file systems that ignore case would mistake it for the umbrella.
      name: "ProfferTool",
      // The program declares commands and prints; what it does stands in the actions.
      dependencies: [
        "ArgumentParsing", "ByteTools", "DesktopActions", "ProfferActions", "UniformTypes",
        "ProfferFileSystem", "JSONText",
      ],
      path: "Sources/Tool/proffer",
      swiftSettings: settings),
    // Called by the plugin, for clients whose subclasses add methods to a delegate.
    .executableTarget(
      name: "OptionalMethodsTool", path: "Sources/Drag/OptionalMethods", swiftSettings: settings),
    .plugin(
      name: "OptionalMethods", capability: .buildTool(), dependencies: ["OptionalMethodsTool"],
      path: "Sources/Drag/OptionalMethodsPlugin"),
    .target(
      name: "TestSupport", dependencies: ["SystemPackages", "ProfferFileSystem", "ByteTools"],
      path: "Tests/TestSupport", swiftSettings: settings),
    // The cases of `Tests/Cases`, as values and outcomes of coders.
    .target(
      name: "ConversionTestSupport",
      dependencies: ["StructuredFormats", "ProfferConversions", "TestSupport"],
      path: "Tests/ConversionTestSupport", swiftSettings: settings),
    .target(
      name: "RichTextTestSupport", dependencies: ["RichTextFormats", "ColorFormats", "TestSupport"],
      path: "Tests/RichTextTestSupport", swiftSettings: settings),
    // Programs without a product: a package that depends on this one neither sees nor builds them.
    .executableTarget(
      name: "Fuzzers",
      dependencies: (libraryModules.map(\.name) + ["TestSupport"]).map { .byName(name: $0) },
      path: "Tests/Fuzzers",
      swiftSettings: settings),
    // Called by the scripts that compare readers with the public suites of their formats.
    .executableTarget(
      name: "SuiteReader",
      dependencies: ["ConfigurationFormats", "StructuredFormats", "ProfferConversions"],
      path: "Tests/SuiteReader",
      swiftSettings: settings),
    .executableTarget(
      name: "Benchmarks",
      dependencies: (libraryModules.map(\.name) + ["TestSupport"]).map { .byName(name: $0) },
      path: "Tests/Benchmarks",
      exclude: [
        "build-cost.py", "build_time.py", "bundles.sh", "client-builds.py", "clipboard.py", "conversions.sh",
        "counts.py",
        "counts.txt",
        "encoding-texts.txt", "encodings.py", "images.sh", "memory.py",
        "office_shapes.py", "spreadsheet_samples.py",
      ],
      swiftSettings: settings),
  ] + umbrellas + namesakes + chosenTestTargets
)
