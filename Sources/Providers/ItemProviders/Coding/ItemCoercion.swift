import FileSystem
import Foundation

/// What the coercing interface can make of an item.
///
/// Apple's table in Swift's terms: the item itself where it is of the wanted class or a subclass; a file's
/// contents as `Data`; bytes, or the file that a URL names, as any value that can be read of bytes, or as an
/// `NSSecureCoding` object that a keyed archive holds; and a value that can be written, or an object that can
/// be archived, as `Data`. Anything else is an error: `unexpectedValueClassError` where no such way exists,
/// `unavailableCoercionError` where one exists and failed.
enum ItemCoercion {
  /// Coerces an item to a type; the answer may come later, because writing a value may take its time.
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

  private static func read<Wanted: Sendable>(
    _ item: any Sendable, as wanted: Wanted.Type, typeIdentifier: String
  ) throws -> Wanted {
    let reading = wanted as? any ItemProviderReading.Type
    let archived = wanted as? any (NSObject & NSSecureCoding).Type
    guard reading != nil || archived != nil, item is URL || item is Data else {
      throw ItemProviderError(
        .unexpectedValueClassError,
        "Could not coerce an item of class \(type(of: item)) to class \(wanted): there is no such coercion")
    }
    do {
      let data = try (item as? Data) ?? fileContents(of: item)
      // Reading `Data` as `Data` gives the bytes back, so a file's contents need no case of their own.
      if let reading {
        return try cast(object(of: reading, data: data, typeIdentifier: typeIdentifier), to: wanted)
      }
      guard let archived, let object = try ArchivedObject.object(of: archived, in: data) as? Wanted else {
        throw ItemProviderError(.unexpectedValueClassError, "the archive holds no \(wanted)")
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
    guard let url = item as? URL else { throw ItemProviderError(.unavailableCoercionError, "it is no URL") }
    let file = try OpenFile.readingRegular(FilePath(fileURL: url))
    return try Data(keeping: file, at: 0, byteCount: file.status().byteCount)
  }

  private static func cast<Wanted>(_ value: any Sendable, to wanted: Wanted.Type) throws -> Wanted {
    guard let value = value as? Wanted else {
      throw ItemProviderError(.unexpectedValueClassError, "\(type(of: value)) is no \(wanted)")
    }
    return value
  }

  private static func failed(_ item: any Sendable, to wanted: Any.Type, cause: any Error) -> any Error {
    ItemProviderError(
      .unavailableCoercionError, "Could not coerce an item of class \(type(of: item)) to class \(wanted)",
      cause: cause)
  }

  // MARK: Items for the binary loaders

  /// Turns an item into contents: bytes as they are, a file's URL as the file, another address and text in
  /// UTF-8, a value that can be written as its bytes, and anything else as a binary property list.
  static func resolve(
    _ answer: RepresentationAnswer, typeIdentifier: String,
    completion: @escaping @Sendable (Result<RepresentationContents, any Error>) -> Void
  ) {
    switch answer {
    case .contents(let contents): completion(.success(contents))
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
      let reason = PropertyListObstacle(in: item)?.description ?? "\(type(of: item)) is no property list"
      throw ItemProviderError(
        .itemUnavailableError,
        "Cannot load representation of type \(typeIdentifier): the item has no bytes, because \(reason)")
    }
    return try PropertyListSerialization.data(fromPropertyList: item, format: .binary, options: 0)
  }
}
