// The code is in the style of applications, including forced casts and unwraps.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, NeverForceUnwrap, NeverUseForceTry
// swift-format-ignore-file: NeverUseImplicitlyUnwrappedOptionals

import UIKitNames
import UniformTypeIdentifiers

/// The forms in which programs call `loadItem`.
public final class ItemForms: Sendable {
  public let provider: NSItemProvider
  public let collected = Collected()

  public init(_ provider: NSItemProvider) { self.provider = provider }

  public func loadWithEachForm(_ type: String) {
    let collected = self.collected
    provider.loadItem(forTypeIdentifier: type, options: nil) { item, error in
      collected.add("untyped", item as? String)
    }
    provider.loadItem(forTypeIdentifier: type) { (data, error) in
      if let error = error { print(error) }
      collected.add("named", data as? String)
    }
    provider.loadItem(forTypeIdentifier: type, options: [:]) { [weak self] item, _ in
      self?.collected.add("weak", item as? String)
    }
    provider.loadItem(
      forTypeIdentifier: type, options: nil,
      completionHandler: { (item, error) -> Void in
        switch item {
        case let text as String: collected.add("argument", text)
        case let url as URL: collected.add("argument", url.path)
        default: collected.add("argument", nil)
        }
      })
    provider.loadItem(forTypeIdentifier: type, options: nil) { (item: NSSecureCoding?, error: Error!) in
      collected.add("typed", item as? String)
    }
    provider.loadItem(forTypeIdentifier: type, options: nil) { (item: Any?, error: Error?) in
      collected.add("any", item as? String)
    }
    provider.loadItem(forTypeIdentifier: type, options: nil) { item, error in
      collected.add("passed on", Self.text(of: item, error))
    }
    let handler: NSItemProvider.CompletionHandler = { item, error in collected.add("stored", item as? String)
    }
    provider.loadItem(forTypeIdentifier: type, options: nil, completionHandler: handler)
    provider.loadItem(forTypeIdentifier: type, options: nil, completionHandler: nil)
  }

  private static func text(of item: NSSecureCoding?, _ error: Error?) -> String? { item as? String }

  public func loadWithAwait(_ type: String) async throws -> [String?] {
    let first = try await provider.loadItem(forTypeIdentifier: type) as? String
    let second = try? await provider.loadItem(forTypeIdentifier: type, options: nil) as? String
    let third: NSSecureCoding = try await provider.loadItem(forTypeIdentifier: type)
    let fourth = try await provider.loadItem(forTypeIdentifier: UTType.plainText.identifier)
    return [first, second, third as? String, fourth as? String]
  }
}

/// What the completions found, by the name of their form.
public final class Collected: @unchecked Sendable {
  private let lock = NSLock()
  private var texts: [String: String] = [:]

  public init() {}
  public func add(_ form: String, _ text: String?) { lock.withLock { texts[form] = text ?? "nothing" } }
  public var all: [String: String] { lock.withLock { texts } }
}

/// A provider of an item in the forms of Apple's initialisers.
public enum ItemSources {
  public static func all(_ url: URL) -> [NSItemProvider] {
    [
      NSItemProvider(item: url as NSURL, typeIdentifier: "public.url"),
      NSItemProvider(item: url as NSSecureCoding, typeIdentifier: "public.url"),
      NSItemProvider(item: url as NSSecureCoding?, typeIdentifier: "public.url"),
      NSItemProvider(object: url as NSURL),
    ]
  }
}
