// swift-tools-version: 6.2
import PackageDescription

/// A package that uses this library as a dependency, in both language modes:
/// `PROFFER_CLIENT_MODE=5 swift test` and `PROFFER_CLIENT_MODE=6 swift test`.
let mode: SwiftLanguageMode = Context.environment["PROFFER_CLIENT_MODE"] == "5" ? .v5 : .v6

/// The modules named like Apple's frameworks are dependencies only on systems without those frameworks.
let elsewhere: TargetDependencyCondition? = .when(platforms: [.linux, .android, .windows, .wasi])

func product(_ name: String, _ condition: TargetDependencyCondition? = nil) -> Target.Dependency {
  .product(name: name, package: "proffer", condition: condition)
}

let package = Package(
  name: "clients",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  dependencies: [.package(name: "proffer", path: "../..")],
  targets: [
    .target(
      name: "Fragments",
      dependencies: [
        product("AppleNames", elsewhere), product("MobileCoreServices", elsewhere),
        product("UIKitNames", elsewhere), product("UniformTypeIdentifiers", elsewhere),
      ],
      swiftSettings: [.swiftLanguageMode(mode)]),
    .testTarget(
      name: "FragmentTests",
      dependencies: [
        "Fragments", product("Proffer"), product("AppleNames", elsewhere),
        product("CoreTransferable", elsewhere), product("MobileCoreServices", elsewhere),
        product("UIKitNames", elsewhere), product("UniformTypeIdentifiers", elsewhere),
      ],
      swiftSettings: [.swiftLanguageMode(mode)]),
    .target(
      name: "ShareExtension",
      dependencies: [
        product("AppleNames", elsewhere), product("MobileCoreServices", elsewhere),
        product("Social", elsewhere), product("UIKitNames", elsewhere),
        product("UniformTypeIdentifiers", elsewhere),
      ],
      swiftSettings: [.swiftLanguageMode(mode)]),
    .executableTarget(
      name: "LoadedText", dependencies: [product("AppleNames", elsewhere)],
      swiftSettings: [.swiftLanguageMode(mode)]),
    .testTarget(
      name: "ShareExtensionTests",
      dependencies: [
        "ShareExtension", "LoadedText", product("AppleNames", elsewhere), product("Social", elsewhere),
        product("UIKitNames", elsewhere), product("UniformTypeIdentifiers", elsewhere),
      ],
      swiftSettings: [.swiftLanguageMode(mode)]),
    .target(
      name: "Subclasses", dependencies: [product("UIKitNames", elsewhere)],
      swiftSettings: [.swiftLanguageMode(mode)],
      plugins: [.plugin(name: "OptionalMethods", package: "proffer")]),
    .testTarget(
      name: "SubclassTests",
      dependencies: ["Subclasses", product("Proffer"), product("UIKitNames", elsewhere)],
      swiftSettings: [.swiftLanguageMode(mode)]),
    .target(
      name: "ClipboardManager", dependencies: [product("AppKitNames", elsewhere)],
      swiftSettings: [.swiftLanguageMode(mode)]),
    .testTarget(
      name: "ClipboardManagerTests", dependencies: ["ClipboardManager", product("AppKitNames", elsewhere)],
      swiftSettings: [.swiftLanguageMode(mode)]),
    .executableTarget(
      name: "TypeQuestions",
      dependencies: [product("UniformTypes"), product("TypeDiscovery"), product("ProfferFileSystem")],
      swiftSettings: [.swiftLanguageMode(mode)]),
    .testTarget(
      name: "TypeQuestionTests", dependencies: ["TypeQuestions"], swiftSettings: [.swiftLanguageMode(mode)]),
    // A module that declares names of the umbrella.
    .target(name: "Furniture", swiftSettings: [.swiftLanguageMode(mode)]),
    .testTarget(
      name: "FurnitureTests", dependencies: ["Furniture", product("ProfferPrefixed")],
      swiftSettings: [.swiftLanguageMode(mode)]),
    .testTarget(
      name: "ViewModifierTests",
      dependencies: [product("DragAndDrop"), product("SwiftUINames", elsewhere)],
      swiftSettings: [.swiftLanguageMode(mode)]),
    .testTarget(
      name: "ActionTests", dependencies: [product("Proffer")], swiftSettings: [.swiftLanguageMode(mode)]),
    .testTarget(
      name: "DesktopActionTests", dependencies: [product("Proffer"), product("DesktopActions")],
      swiftSettings: [.swiftLanguageMode(mode)]),
    .testTarget(
      name: "ArticleTests", dependencies: [product("Proffer")], swiftSettings: [.swiftLanguageMode(mode)]),
  ]
)
