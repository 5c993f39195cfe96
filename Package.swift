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

/// A library room and the rooms it may import; the arrows point one way.
func room(_ name: String, imports: [String] = []) -> Target {
  .target(name: name, dependencies: imports.map { .byName(name: $0) }, swiftSettings: settings)
}

/// The tests of a room; files that tests read themselves are no part of the build.
func tests(_ name: String, imports: [String], excluding files: [String] = []) -> Target {
  .testTarget(
    name: "\(name)Tests", dependencies: (imports + ["TestSupport"]).map { .byName(name: $0) }, exclude: files,
    swiftSettings: settings)
}

/// The rooms of the library, lowest first.
let libraryRooms: [Target] = [
  room("FileSystem"),
  room("JSONText"),
  room("PropertyLists"),
  room("ZipArchives", imports: ["FileSystem"]),
  room("UniformTypes"),
  room("TypeDiscovery", imports: ["UniformTypes", "ZipArchives", "FileSystem", "JSONText", "PropertyLists"]),
  room("ItemProviders", imports: ["UniformTypes", "ZipArchives", "FileSystem", "PropertyLists"]),
  room("Conversions", imports: ["UniformTypes"]),
  room(
    "RepresentationCoders",
    imports: ["Conversions", "ItemProviders", "UniformTypes", "FileSystem", "JSONText", "PropertyLists"]),
  room(
    "ProviderBundles", imports: ["ItemProviders", "UniformTypes", "ZipArchives", "FileSystem", "JSONText"]),
  room("DragAndDrop", imports: ["ItemProviders", "UniformTypes", "FileSystem"]),
]

/// Modules with the names that Apple's systems have, for source that was written there; on those systems they would
/// stand in front of the real ones.
#if canImport(Darwin)
  let namesakes: [Target] = []
#else
  let namesakes: [Target] = [
    room("AppleNames", imports: ["ItemProviders"]),
    room("UniformTypeIdentifiers", imports: ["AppleNames", "TypeDiscovery", "UniformTypes"]),
    room("MobileCoreServices", imports: ["AppleNames", "UniformTypes"]),
    .testTarget(
      name: "SeedCodeTests",
      dependencies: [
        "AppleNames", "MobileCoreServices", "UniformTypeIdentifiers", "ItemProviders", "UniformTypes",
        "TypeDiscovery", "TestSupport",
      ],
      // Source of the time that it plays was written in Swift 4 and 5.
      swiftSettings: [.swiftLanguageMode(.v5), .treatAllWarnings(as: .error)]),
  ]
#endif

/// The tests of each room, and of the program as it is run.
let testTargets: [Target] = [
  tests("FileSystem", imports: ["FileSystem"]),
  tests("JSONText", imports: ["JSONText"]),
  tests("PropertyLists", imports: ["PropertyLists"]),
  tests("ZipArchives", imports: ["ZipArchives", "FileSystem"]),
  tests("UniformTypes", imports: ["UniformTypes"], excluding: ["dynamic-identifiers.tsv"]),
  tests(
    "TypeDiscovery",
    imports: ["TypeDiscovery", "UniformTypes", "ZipArchives", "FileSystem", "JSONText", "PropertyLists"]),
  tests(
    "ItemProviders", imports: ["ItemProviders", "UniformTypes", "ZipArchives", "FileSystem", "PropertyLists"]),
  tests("Conversions", imports: ["Conversions", "UniformTypes"]),
  tests(
    "RepresentationCoders",
    imports: [
      "RepresentationCoders", "Conversions", "ItemProviders", "UniformTypes", "FileSystem", "JSONText",
      "PropertyLists",
    ],
    excluding: ["Markdown/ORIGIN.md", "Markdown/commonmark-0.31.2.json"]),
  tests(
    "ProviderBundles",
    imports: ["ProviderBundles", "ItemProviders", "UniformTypes", "ZipArchives", "FileSystem", "JSONText"]),
  tests("DragAndDrop", imports: ["DragAndDrop", "ItemProviders", "UniformTypes", "FileSystem"]),
  tests("CommandLineArguments", imports: ["CommandLineArguments"]),
  tests(
    "Program",
    imports: ["proffer", "ItemProviders", "ProviderBundles", "UniformTypes", "FileSystem", "JSONText"],
    excluding: ["Interruptions/interrupted-calls.c"]),
]

let package = Package(
  name: "proffer",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .executable(name: "proffer", targets: ["proffer"]),
    .library(name: "Proffer", targets: libraryRooms.map(\.name)),
  ] + (libraryRooms + namesakes.filter { !$0.isTest }).map { .library(name: $0.name, targets: [$0.name]) },
  targets: libraryRooms + [
    room("CommandLineArguments"),
    .executableTarget(
      name: "proffer",
      dependencies: (libraryRooms.map(\.name) + ["CommandLineArguments"]).map { .byName(name: $0) },
      swiftSettings: settings),
    .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: settings),
    .executableTarget(
      name: "Hunts",
      dependencies: (libraryRooms.map(\.name) + ["TestSupport"]).map { .byName(name: $0) },
      path: "Tests/Hunts",
      exclude: ["bundle-witness.py"],
      swiftSettings: settings),
    .executableTarget(
      name: "Benchmarks",
      dependencies: (libraryRooms.map(\.name) + ["TestSupport"]).map { .byName(name: $0) },
      path: "Tests/Benchmarks",
      exclude: ["bundles.sh", "conversions.sh"],
      swiftSettings: settings),
  ] + namesakes + testTargets
)
