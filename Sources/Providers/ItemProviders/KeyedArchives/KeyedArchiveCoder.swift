import PropertyLists

#if !canImport(ObjectiveC)
  import Foundation
  import PropertyLists

  /// Decodes the objects of an archive whose shape was checked.
  ///
  /// It stands in for `NSKeyedUnarchiver`, which on this platform ends the process on what it did not expect. The first
  /// mistake is kept; from then on every key is nil or zero, and nothing further is made.
  final class KeyedArchiveCoder: NSCoder {
    private let archive: KeyedArchive
    private var failure: (any Error)?
    /// The keys of the objects that are being made, the innermost last.
    private var open: [[String: PropertyListNode]] = []
    /// The classes that the innermost request named.
    private var allowed: [AnyClass] = []
    /// Objects that are finished, by their number.
    private var finished: [Int: NSObject] = [:]
    /// The numbers of objects that are being made.
    private var pending: Set<Int> = []

    init(_ archive: KeyedArchive) {
      self.archive = archive
      super.init()
    }

    /// Makes the outermost object.
    func rootObject(of classes: [AnyClass]) throws -> NSObject? {
      let object = make(archive.root, of: classes, alsoPropertyLists: false, at: "its outermost object")
      if let failure { throw failure }
      return object
    }

    // MARK: Objects

    /// Makes what the archive has under a number, if it is of one of the classes.
    ///
    /// - Parameters:
    ///   - alsoPropertyLists: whether the property list classes need not be named.
    ///   - place: what messages are to call it.
    func make(
      _ number: Int, of classes: [AnyClass], alsoPropertyLists: Bool, at place: @autoclosure () -> String
    ) -> NSObject? {
      guard failure == nil else { return nil }
      let acceptable = alsoPropertyLists ? classes + ArchivedClass.propertyListClasses : classes
      do {
        switch archive.objects[number] {
        case .null: return nil
        case .classDescription: throw ItemProviderError.damagedArchive("\(place()) is a class, not an object")
        case .value(let node):
          let object = try ArchivedClass.object(of: node)
          guard acceptable.contains(where: { ArchivedClass.isKind(object, of: $0) }) else {
            throw ItemProviderError.foreignClass(
              KeyedArchive.name(of: type(of: object)), allowed: acceptable, place: place())
          }
          return object
        case .instance(let instance):
          guard let type = ArchivedClass(named: instance.className, among: acceptable) else {
            throw ItemProviderError.foreignClass(instance.className, allowed: acceptable, place: place())
          }
          return try make(instance, number: number, of: type, allowed: classes)
        }
      } catch {
        failWithError(error)
        return nil
      }
    }

    private func make(
      _ instance: KeyedArchive.Instance, number: Int, of type: ArchivedClass, allowed classes: [AnyClass]
    ) throws -> NSObject? {
      if let object = finished[number] { return object }
      guard pending.insert(number).inserted else {
        throw ItemProviderError.damagedArchive("object \(number) contains itself")
      }
      guard open.count < KeyedArchive.depthLimit else {
        throw ItemProviderError.damagedArchive(
          "objects stand more than \(KeyedArchive.depthLimit) deep inside one another")
      }
      let outer = allowed
      open.append(instance.members)
      allowed = classes
      defer {
        open.removeLast()
        allowed = outer
        pending.remove(number)
      }
      let object: NSObject?
      switch type {
      case .foundation(let kind): object = try kind.object(self)
      case .other(let type): object = type.init(coder: self)
      }
      if let failure { throw failure }
      guard let object else {
        throw ItemProviderError.damagedArchive("\(instance.className) refuses to be made of object \(number)")
      }
      finished[number] = object
      return object
    }

    // MARK: Keys

    /// The value of a key of the object that is being made.
    func node(forKey key: String) -> PropertyListNode? {
      guard failure == nil else { return nil }
      // Archivers write keys of their own with a dollar sign, and that of others with two.
      return open.last?[key.hasPrefix("$") ? "$" + key : key]
    }

    /// Makes the object that a key refers to.
    func object(forKey key: String, of classes: [AnyClass], alsoPropertyLists: Bool = false) -> NSObject? {
      guard let node = node(forKey: key) else { return nil }
      return object(node, of: classes, alsoPropertyLists: alsoPropertyLists, at: key)
    }

    /// Makes the objects that a key has a list of, of the classes of the innermost request or of a property list.
    func objects(forKey key: String) throws -> [NSObject] {
      guard let node = node(forKey: key) else { return [] }
      guard case .array(let nodes) = node else {
        throw ItemProviderError.damagedArchive("\(key) is no list")
      }
      return try nodes.map { try element($0, at: key) }
    }

    /// Makes an element of a container; nothing stands for nil there.
    func element(_ node: PropertyListNode, at key: String) throws -> NSObject {
      let element = object(node, of: allowed, alsoPropertyLists: true, at: key)
      if let failure { throw failure }
      guard let element else { throw ItemProviderError.damagedArchive("\(key) contains a nil") }
      return element
    }

    private func object(
      _ node: PropertyListNode, of classes: [AnyClass], alsoPropertyLists: Bool, at key: String
    ) -> NSObject? {
      let shown = key.prefix(80).debugDescription
      do {
        let (number, _) = try archive.referred(by: node, as: "the value of \(shown)")
        return make(number, of: classes, alsoPropertyLists: alsoPropertyLists, at: "the value of \(shown)")
      } catch {
        failWithError(error)
        return nil
      }
    }

    /// The number under a key; zero is the caller's answer to nil, which also stands for a mistake.
    private func number<Value>(
      forKey key: String, _ kind: String, _ convert: (PropertyListNode) -> Value?
    ) -> Value? {
      guard let node = node(forKey: key) else { return nil }
      if let value = convert(node) { return value }
      failWithError(ItemProviderError.damagedArchive("the value of \(key.debugDescription) is no \(kind)"))
      return nil
    }

    private func integer<Value: FixedWidthInteger>(forKey key: String, _ type: Value.Type) -> Value {
      number(forKey: key, "integer of \(Value.bitWidth) bits") { node in
        switch node {
        case .integer(let integer): Value(exactly: integer)
        case .largeInteger(let digits): Value(digits)
        case .real(let real, _): Value(exactly: real.rounded(.towardZero))
        case .boolean(let boolean): boolean ? 1 : 0
        default: nil
        }
      } ?? 0
    }

    // MARK: NSCoder

    override var allowsKeyedCoding: Bool { true }
    override var requiresSecureCoding: Bool { true }
    override var decodingFailurePolicy: NSCoder.DecodingFailurePolicy {
      get { .setErrorAndReturn }
      set {}
    }
    override var error: (any Error)? { failure }
    override var allowedClasses: [AnyClass]? { allowed }

    /// Keeps the first error.
    ///
    /// One that an object gives itself becomes the cause of ours.
    override func failWithError(_ error: any Error) {
      guard failure == nil else { return }
      failure =
        error is ItemProviderError
        ? error
        : ItemProviderError(
          .unavailableCoercionError, "The keyed archive cannot be read: an object refuses to be made",
          cause: error)
    }

    override func containsValue(forKey key: String) -> Bool { node(forKey: key) != nil }

    override func decodeObject(of classes: [AnyClass]?, forKey key: String) -> Any? {
      object(forKey: key, of: classes ?? ArchivedClass.propertyListClasses)
    }

    override func decodeObject(forKey key: String) -> Any? {
      object(forKey: key, of: allowed, alsoPropertyLists: true)
    }

    override func decodePropertyList(forKey key: String) -> Any? {
      object(forKey: key, of: ArchivedClass.propertyListClasses)
    }

    override func decodeBool(forKey key: String) -> Bool {
      number(forKey: key, "boolean") { node in
        switch node {
        case .boolean(let boolean): boolean
        case .integer(let integer): integer != 0
        default: nil
        }
      } ?? false
    }

    override func decodeInteger(forKey key: String) -> Int { integer(forKey: key, Int.self) }
    override func decodeInt32(forKey key: String) -> Int32 { integer(forKey: key, Int32.self) }
    override func decodeInt64(forKey key: String) -> Int64 { integer(forKey: key, Int64.self) }
    override func decodeCInt(forKey key: String) -> Int32 { integer(forKey: key, Int32.self) }
    override func decodeFloat(forKey key: String) -> Float { Float(decodeDouble(forKey: key)) }

    override func decodeDouble(forKey key: String) -> Double {
      number(forKey: key, "number") { node in
        switch node {
        case .integer(let integer): Double(integer)
        case .largeInteger(let digits): Double(digits)
        case .real(let real, _): real
        default: nil
        }
      } ?? 0
    }

    override func withDecodedUnsafeBytes<Value>(
      forKey key: String, body: (UnsafeRawBufferPointer?) throws -> Value
    ) rethrows -> Value {
      let data = number(forKey: key, "data") { if case .data(let data) = $0 { data } else { nil } }
      guard let data else { return try body(nil) }
      return try data.withUnsafeBytes { try body($0) }
    }

    override func withDecodedUnsafeBufferPointer<Value>(
      forKey key: String, body: (UnsafeBufferPointer<UInt8>?) throws -> Value
    ) rethrows -> Value {
      try withDecodedUnsafeBytes(forKey: key) { bytes in
        guard let bytes else { return try body(nil) }
        return try bytes.withMemoryRebound(to: UInt8.self) { try body($0) }
      }
    }

    // Values without keys are of the archives before these; no class that supports secure coding reads them.

    override func decodeValue(ofObjCType type: UnsafePointer<Int8>, at data: UnsafeMutableRawPointer) {
      failWithError(ItemProviderError.damagedArchive("an object wants values without keys"))
    }

    override func decodeData() -> Data? {
      failWithError(ItemProviderError.damagedArchive("an object wants values without keys"))
      return nil
    }

    override func decodePropertyList() -> Any? {
      failWithError(ItemProviderError.damagedArchive("an object wants values without keys"))
      return nil
    }

    override func version(forClassName className: String) -> Int { NSNotFound }
  }
#endif
