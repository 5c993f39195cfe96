// The code is in the style of applications, including forced casts and unwraps.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, NeverForceUnwrap, NeverUseForceTry
// swift-format-ignore-file: NeverUseImplicitlyUnwrappedOptionals

import UIKitNames

/// A provider that a test controls, as test targets of applications write it.
public final class MockItemProvider: NSItemProvider, @unchecked Sendable {
  public var types: [String]
  public var item: NSSecureCoding?
  public var object: NSItemProviderReading?
  public var data: Data?
  public private(set) var calls: [String] = []

  public init(types: [String] = []) {
    self.types = types
    super.init(item: nil, typeIdentifier: nil)
  }

  public override var registeredTypeIdentifiers: [String] { types }

  public override func hasItemConformingToTypeIdentifier(_ typeIdentifier: String) -> Bool {
    calls.append("has \(typeIdentifier)")
    return types.contains(typeIdentifier)
  }

  public override func loadItem(
    forTypeIdentifier typeIdentifier: String, options: [AnyHashable: Any]? = nil,
    completionHandler: NSItemProvider.CompletionHandler? = nil
  ) {
    calls.append("item \(typeIdentifier)")
    completionHandler?(item, item == nil ? CocoaError(.fileNoSuchFile) : nil)
  }

  public override func canLoadObject(ofClass aClass: NSItemProviderReading.Type) -> Bool {
    calls.append("can \(aClass)")
    return object != nil
  }

  public override func loadObject(
    ofClass aClass: NSItemProviderReading.Type,
    completionHandler: @escaping @Sendable (NSItemProviderReading?, Error?) -> Void
  ) -> Progress {
    calls.append("object \(aClass)")
    completionHandler(object, object == nil ? CocoaError(.fileNoSuchFile) : nil)
    return Progress(totalUnitCount: 1)
  }

  public override func loadDataRepresentation(
    forTypeIdentifier typeIdentifier: String, completionHandler: @escaping @Sendable (Data?, Error?) -> Void
  ) -> Progress {
    calls.append("data \(typeIdentifier)")
    completionHandler(data, data == nil ? CocoaError(.fileNoSuchFile) : nil)
    return Progress(totalUnitCount: 1)
  }

  public override func loadFileRepresentation(
    forTypeIdentifier typeIdentifier: String, completionHandler: @escaping @Sendable (URL?, Error?) -> Void
  ) -> Progress {
    calls.append("file \(typeIdentifier)")
    completionHandler(nil, CocoaError(.fileNoSuchFile))
    return Progress(totalUnitCount: 1)
  }
}
