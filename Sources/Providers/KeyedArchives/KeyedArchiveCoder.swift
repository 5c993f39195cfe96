#if !canImport(ObjectiveC)
  import Foundation
  import PropertyLists

  /// Decodes the objects of an archive whose structure has been checked.
  ///
  /// Replaces `NSKeyedUnarchiver`, which ends the process on unexpected input on this platform. The first
  /// error is stored. After an error, the values of all keys are nil or zero, and no more objects are
  /// decoded.
  final class KeyedArchiveCoder: NSCoder {
    private let archive: KeyedArchive
    private var failure: (any Error)?
    /// The members of the objects being decoded.
    ///
    /// The innermost object is last.
    private var open: [[String: PropertyListNode]] = []
    /// The classes that the innermost call allows.
    private var allowed: [AnyClass] = []
    /// The decoded objects by index.
    private var finished: [Int: NSObject] = [:]
    /// The indices of the objects being decoded.
    private var pending: Set<Int> = []

    init(_ archive: KeyedArchive) {
      self.archive = archive
      super.init()
    }

    /// Decodes the outermost object.
    func rootObject(of classes: [AnyClass]) throws -> NSObject? {
      let object = make(archive.root, of: classes, alsoPropertyLists: false, at: "its outermost object")
      if let failure { throw failure }
      return object
    }

    // MARK: Objects

    /// Decodes the object at an index if its class is allowed.
    ///
    /// - Parameters:
    ///   - alsoPropertyLists: whether the property list classes are also allowed.
    ///   - place: the location of the object, shown in messages.
    func make(
      _ number: Int, of classes: [AnyClass], alsoPropertyLists: Bool, at place: @autoclosure () -> String
    ) -> NSObject? {
      guard failure == nil else { return nil }
      let acceptable = alsoPropertyLists ? classes + ArchivedClass.propertyListClasses : classes
      do {
        switch archive.objects[number] {
        case .null: return nil
        case .classDescription: throw KeyedArchiveError.damaged("\(place()) is a class, not an object")
        case .value(let node):
          let object = try ArchivedClass.object(of: node)
          guard acceptable.contains(where: { ArchivedClass.isKind(object, of: $0) }) else {
            throw KeyedArchiveError.disallowedClass(
              KeyedArchive.name(of: type(of: object)), allowed: acceptable, place: place())
          }
          return object
        case .instance(let instance):
          guard let type = ArchivedClass(named: instance.className, among: acceptable) else {
            throw KeyedArchiveError.disallowedClass(instance.className, allowed: acceptable, place: place())
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
        throw KeyedArchiveError.damaged("object \(number) contains itself")
      }
      guard open.count < KeyedArchive.depthLimit else {
        throw KeyedArchiveError.damaged(
          "objects are nested more than \(KeyedArchive.depthLimit) deep")
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
        throw KeyedArchiveError.damaged("\(instance.className) refused to be decoded from object \(number)")
      }
      finished[number] = object
      return object
    }

    // MARK: Keys

    /// Returns the value for a key of the object being decoded.
    func node(forKey key: String) -> PropertyListNode? {
      guard failure == nil else { return nil }
      // The archiver's own keys start with a dollar sign. A class's key that starts with a dollar sign is
      // stored with an additional dollar sign.
      return open.last?[key.hasPrefix("$") ? "$" + key : key]
    }

    /// Decodes the object to which the value of a key refers.
    func object(forKey key: String, of classes: [AnyClass], alsoPropertyLists: Bool = false) -> NSObject? {
      guard let node = node(forKey: key) else { return nil }
      return object(node, of: classes, alsoPropertyLists: alsoPropertyLists, at: key)
    }

    /// Decodes the list of objects under a key.
    ///
    /// The class of each object must be allowed by the innermost call, or be a property list class.
    func objects(forKey key: String) throws -> [NSObject] {
      guard let node = node(forKey: key) else { return [] }
      guard case .array(let nodes) = node else {
        throw KeyedArchiveError.damaged("\(key) is not a list")
      }
      return try nodes.map { try element($0, at: key) }
    }

    /// Decodes an element of a container.
    ///
    /// Throws if the element is nil.
    func element(_ node: PropertyListNode, at key: String) throws -> NSObject {
      let element = object(node, of: allowed, alsoPropertyLists: true, at: key)
      if let failure { throw failure }
      guard let element else { throw KeyedArchiveError.damaged("\(key) contains a nil") }
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

    /// Returns the number under a key; nil if the key is missing, or after an error.
    ///
    /// Callers return zero instead of nil.
    private func number<Value>(
      forKey key: String, _ kind: String, _ convert: (PropertyListNode) -> Value?
    ) -> Value? {
      guard let node = node(forKey: key) else { return nil }
      if let value = convert(node) { return value }
      failWithError(KeyedArchiveError.damaged("the value of \(key.debugDescription) is not of kind \(kind)"))
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

    /// Stores the first error.
    ///
    /// An error that an object reports becomes the cause of a ``KeyedArchiveError``.
    override func failWithError(_ error: any Error) {
      guard failure == nil else { return }
      failure =
        error is KeyedArchiveError
        ? error
        : KeyedArchiveError(.damaged, reason: "an object refused to be decoded", cause: error)
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

    // Values without keys occur only in older, unkeyed archives. Classes that support secure coding do not
    // read such values.

    override func decodeValue(ofObjCType type: UnsafePointer<Int8>, at data: UnsafeMutableRawPointer) {
      failWithError(KeyedArchiveError.damaged("an object decodes values without keys"))
    }

    override func decodeData() -> Data? {
      failWithError(KeyedArchiveError.damaged("an object decodes values without keys"))
      return nil
    }

    override func decodePropertyList() -> Any? {
      failWithError(KeyedArchiveError.damaged("an object decodes values without keys"))
      return nil
    }

    override func version(forClassName className: String) -> Int { NSNotFound }
  }
#endif
