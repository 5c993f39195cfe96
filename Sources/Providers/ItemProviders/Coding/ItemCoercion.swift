import Foundation
import ProfferFileSystem

/// Coerces items to other classes.
///
/// The coercions are those in Apple's table, applied to Swift types:
///
/// - An item of the requested class or a subclass is returned unchanged.
/// - A file URL becomes `Data` with the contents of the file.
/// - `Data`, or the contents of the file at a file URL, becomes a value of a class that conforms to
///   `ItemProviderReading`. If the class conforms to `NSSecureCoding` instead, the bytes are read as a
///   keyed archive.
/// - A value that conforms to `ItemProviderWriting`, or an object that can be archived, becomes `Data`.
/// - A registered object of another class is written as bytes, which are coerced like `Data`.
///
/// Any other coercion fails with `unexpectedValueClassError`. If a coercion in this list fails, the error
/// is `unavailableCoercionError`.
enum ItemCoercion {
  /// Coerces an item to a type.
  ///
  /// The completion may be called after this method returns, because a value can take a long time to write.
  static func coerce<Wanted: Sendable>(
    _ item: any Sendable, to wanted: Wanted.Type, typeIdentifier: String,
    completion: @escaping @Sendable (Result<Wanted, any Error>) -> Void
  ) {
    if let item = item as? Wanted { return completion(.success(item)) }
    if Wanted.self == Data.self, !(item is URL), let value = item as? any ItemProviderWriting {
      write(value, as: typeIdentifier) { result in
        completion(
          result.mapError { failed(item, to: wanted, cause: $0) }.flatMap { data in
            Result { try cast(data, to: wanted) }
          })
      }
      return
    }
    if Wanted.self == Data.self, let object = ArchivedObject.archivable(item) {
      return completion(
        Result { try cast(ArchivedObject.data(of: object), to: wanted) }
          .mapError { failed(item, to: wanted, cause: $0) })
    }
    completion(Result { try read(item, as: wanted, typeIdentifier: typeIdentifier) })
  }

  /// Coerces a registered object to a type: the object itself, or a value that is read from its bytes.
  static func coerce<Wanted: Sendable>(
    _ object: RegisteredObject, to wanted: Wanted.Type, typeIdentifier: String,
    completion: @escaping @Sendable (Result<Wanted, any Error>) -> Void
  ) {
    if let item = object.item as? Wanted { return completion(.success(item)) }
    object.write { result in
      switch result {
      case .success(let data):
        coerce(data, to: wanted, typeIdentifier: typeIdentifier, completion: completion)
      case .failure(let error): completion(.failure(failed(object.item, to: wanted, cause: error)))
      }
    }
  }

  private static func read<Wanted: Sendable>(
    _ item: any Sendable, as wanted: Wanted.Type, typeIdentifier: String
  ) throws -> Wanted {
    let reading = wanted as? any ItemProviderReading.Type
    let archived = wanted as? any (NSObject & NSSecureCoding).Type
    guard reading != nil || archived != nil, item is URL || item is Data else {
      throw ItemProviderError(
        .unexpectedValueClassError, subject: subject(item, wanted), reason: "there is no such coercion")
    }
    do {
      let data = try (item as? Data) ?? fileContents(of: item)
      // `Data` conforms to `ItemProviderReading`, so this branch also returns the contents of a file as
      // `Data`.
      if let reading {
        return try cast(object(of: reading, data: data, typeIdentifier: typeIdentifier), to: wanted)
      }
      guard let archived, let object = try ArchivedObject.object(of: archived, in: data) as? Wanted else {
        throw ItemProviderError(
          .unexpectedValueClassError, reason: "the archive does not contain a \(wanted)")
      }
      return object
    } catch {
      throw failed(item, to: wanted, cause: error)
    }
  }

  private static func object<Reading: ItemProviderReading>(
    of type: Reading.Type, data: Data, typeIdentifier: String
  ) throws -> any Sendable {
    let readable = Reading.readableTypeIdentifiersForItemProvider
    let place = FidelityOrder().winner(among: [typeIdentifier], accepting: readable)
    let passed = place.map { readable[$0.acceptedIndex] } ?? typeIdentifier
    return try Reading.object(withItemProviderData: data, typeIdentifier: passed)
  }

  private static func fileContents(of item: any Sendable) throws -> Data {
    guard let url = item as? URL else {
      throw ItemProviderError(.unavailableCoercionError, reason: "it is not a URL")
    }
    return try Data(keepingAllOf: OpenFile.readingRegular(FilePath(fileURL: url)))
  }

  private static func cast<Wanted>(_ value: any Sendable, to wanted: Wanted.Type) throws -> Wanted {
    guard let value = value as? Wanted else {
      throw ItemProviderError(.unexpectedValueClassError, reason: "\(type(of: value)) is not a \(wanted)")
    }
    return value
  }

  private static func failed(_ item: any Sendable, to wanted: Any.Type, cause: any Error) -> any Error {
    ItemProviderError(
      .unavailableCoercionError, subject: subject(item, wanted), reason: "the coercion failed", cause: cause)
  }

  private static func subject(_ item: any Sendable, _ wanted: Any.Type) -> String {
    "an item of class \(type(of: item)) to class \(wanted)"
  }

  // MARK: Items for the binary loaders

  /// Converts a source's answer to contents.
  ///
  /// A file URL becomes the file, and a value that conforms to `ItemProviderWriting` becomes its bytes. Any
  /// other item becomes a binary property list, or a keyed archive if it cannot be a property list.
  static func resolve(
    _ answer: RepresentationAnswer, typeIdentifier: String,
    completion: @escaping @Sendable (Result<RepresentationContents, any Error>) -> Void
  ) {
    switch answer {
    case .contents(let contents): completion(.success(contents))
    case .object(let object): object.write { completion($0.map { .data($0) }) }
    case .item(let url as URL) where url.isFileURL:
      completion(Result { .file(try FilePath(fileURL: url), isInPlace: false) })
    case .item(let value as any ItemProviderWriting):
      write(value, as: typeIdentifier) { completion($0.map { .data($0) }) }
    case .item(let item):
      completion(Result { .data(try propertyList(of: item, typeIdentifier: typeIdentifier)) })
    }
  }

  private static func write(
    _ value: any ItemProviderWriting, as typeIdentifier: String,
    completion: @escaping @Sendable (Result<Data, any Error>) -> Void
  ) {
    let writable = value.writableTypeIdentifiersForItemProvider
    let place = FidelityOrder().winner(among: writable, accepting: [typeIdentifier])
    let type = place.map { writable[$0.index] } ?? writable.first ?? typeIdentifier
    _ = value.loadData(withTypeIdentifier: type) { data, error in
      completion(Result(data, error, orEmptyAnswerFor: typeIdentifier))
    }
  }

  private static func propertyList(of item: any Sendable, typeIdentifier: String) throws -> Data {
    guard PropertyListSerialization.propertyList(item, isValidFor: .binary) else {
      if let object = ArchivedObject.archivable(item) { return try ArchivedObject.data(of: object) }
      let reason = PropertyListObstacle(in: item)?.description ?? "\(type(of: item)) is not a property list"
      throw ItemProviderError(
        .itemUnavailableError, subject: typeIdentifier,
        reason: "the item cannot be written as bytes, because \(reason)")
    }
    return try PropertyListSerialization.data(fromPropertyList: item, format: .binary, options: 0)
  }
}

/// The first member, such as a null from a script, that prevents an item from being a property list.
///
/// The error message names this member, because the item can be large.
private struct PropertyListObstacle: CustomStringConvertible {
  private enum Step {
    case key(String)
    case place(Int)
  }

  /// A member to check, and its location in the item.
  private struct Member {
    let value: Any
    let step: Step?
    /// The index of this member's container in the list of all members; nil for the item itself.
    let container: Int?
  }

  /// The path of the member, such as `name[2].key`; empty for the item itself.
  let path: String
  /// The name of the member's class.
  let className: String

  var description: String {
    path.isEmpty
      ? "an item of class \(className) is not a property list"
      : "\(path) is of class \(className), which property lists cannot contain"
  }

  /// Finds the first member that a property list cannot contain; returns nil if the item is a property list.
  ///
  /// The members to check are stored in a list instead of on the call stack, so that deep nesting cannot
  /// overflow the stack.
  init?(in item: Any) {
    var members = [Member(value: item, step: nil, container: nil)]
    var next = 0
    while next < members.count {
      let value = members[next].value
      if let dictionary = value as? [String: Any] {
        for key in dictionary.keys.sorted() {
          dictionary[key].map { members.append(Member(value: $0, step: .key(key), container: next)) }
        }
      } else if let array = value as? [Any] {
        for (place, value) in array.enumerated() {
          members.append(Member(value: value, step: .place(place), container: next))
        }
      } else if !PropertyListSerialization.propertyList(value, isValidFor: .binary) {
        path = Self.path(to: next, in: members)
        className = String(describing: type(of: value))
        return
      }
      next += 1
    }
    return nil
  }

  private static func path(to index: Int, in members: [Member]) -> String {
    var steps: [String] = []
    var current: Int? = index
    while let here = current {
      switch members[here].step {
      case .key(let key): steps.append((members[here].container == 0 ? "" : ".") + key)
      case .place(let place): steps.append("[\(place)]")
      case nil: break
      }
      current = members[here].container
    }
    return steps.reversed().joined()
  }
}
