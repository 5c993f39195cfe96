import PropertyLists

#if !canImport(ObjectiveC)
  import Foundation
  import PropertyLists

  /// The classes of Foundation that archives may hold, and how each is read of its keys.
  enum ArchivedFoundationClass: String, CaseIterable {
    case string = "NSString"
    case mutableString = "NSMutableString"
    case data = "NSData"
    case mutableData = "NSMutableData"
    case date = "NSDate"
    case url = "NSURL"
    case uuid = "NSUUID"
    case null = "NSNull"
    case array = "NSArray"
    case mutableArray = "NSMutableArray"
    case dictionary = "NSDictionary"
    case mutableDictionary = "NSMutableDictionary"
    case set = "NSSet"
    case mutableSet = "NSMutableSet"
    case orderedSet = "NSOrderedSet"
    case mutableOrderedSet = "NSMutableOrderedSet"
    case attributedString = "NSAttributedString"
    case mutableAttributedString = "NSMutableAttributedString"

    init?(name: String) { self.init(rawValue: name) }

    /// The class itself.
    var type: AnyClass {
      switch self {
      case .string: NSString.self
      case .mutableString: NSMutableString.self
      case .data: NSData.self
      case .mutableData: NSMutableData.self
      case .date: NSDate.self
      case .url: NSURL.self
      case .uuid: NSUUID.self
      case .null: NSNull.self
      case .array: NSArray.self
      case .mutableArray: NSMutableArray.self
      case .dictionary: NSDictionary.self
      case .mutableDictionary: NSMutableDictionary.self
      case .set: NSSet.self
      case .mutableSet: NSMutableSet.self
      case .orderedSet: NSOrderedSet.self
      case .mutableOrderedSet: NSMutableOrderedSet.self
      case .attributedString: NSAttributedString.self
      case .mutableAttributedString: NSMutableAttributedString.self
      }
    }

    /// Makes the object whose keys the coder has open.
    func object(_ coder: KeyedArchiveCoder) throws -> NSObject {
      switch self {
      case .string: NSString(string: try coder.text())
      case .mutableString: NSMutableString(string: try coder.text())
      case .data: NSData(data: try coder.bytes(forKey: "NS.data"))
      case .mutableData: NSMutableData(data: try coder.bytes(forKey: "NS.data"))
      case .date: try coder.date()
      case .url: try coder.url()
      case .uuid: try coder.uuid()
      case .null: NSNull()
      case .array: NSArray(array: try coder.objects(forKey: "NS.objects"))
      case .mutableArray: NSMutableArray(array: try coder.objects(forKey: "NS.objects"))
      case .dictionary: NSDictionary(dictionary: try coder.dictionary())
      case .mutableDictionary: NSMutableDictionary(dictionary: try coder.dictionary())
      case .set: NSSet(array: try coder.hashed(coder.objects(forKey: "NS.objects")))
      case .mutableSet: NSMutableSet(array: try coder.hashed(coder.objects(forKey: "NS.objects")))
      case .orderedSet: NSOrderedSet(array: try coder.hashed(coder.numberedObjects()))
      case .mutableOrderedSet: NSMutableOrderedSet(array: try coder.hashed(coder.numberedObjects()))
      case .attributedString: NSAttributedString(attributedString: try coder.attributedString())
      case .mutableAttributedString: try coder.attributedString()
      }
    }
  }

  extension KeyedArchiveCoder {
    fileprivate func text() throws -> String {
      switch node(forKey: "NS.string") ?? node(forKey: "NS.bytes") {
      case .string(let text): return text
      case .data(let data):
        if let text = String(data: data, encoding: .utf8) { return text }
        throw ItemProviderError.damagedArchive("a string is not UTF-8")
      default: throw ItemProviderError.damagedArchive("a string has no text")
      }
    }

    fileprivate func bytes(forKey key: String) throws -> Data {
      guard let node = node(forKey: key) else {
        throw ItemProviderError.damagedArchive("\(key) is missing")
      }
      if case .data(let data) = node { return data }
      guard let data = object(forKey: key, of: [NSData.self]) as? NSData else {
        throw error ?? ItemProviderError.damagedArchive("\(key) is no data")
      }
      return data as Data
    }

    fileprivate func date() throws -> NSDate {
      let seconds = decodeDouble(forKey: "NS.time")
      guard containsValue(forKey: "NS.time"), seconds.isFinite else {
        throw ItemProviderError.damagedArchive("a date has no finite number of seconds")
      }
      return NSDate(timeIntervalSinceReferenceDate: seconds)
    }

    fileprivate func url() throws -> NSURL {
      // Bridging ends the process on an NSURL that is no URL to Foundation's newer parser, so that the base is parsed
      // by that instead.
      let base = (object(forKey: "NS.base", of: [NSURL.self]) as? NSURL).map {
        URL(string: $0.absoluteString)
      }
      let text = object(forKey: "NS.relative", of: [NSString.self]) as? NSString
      guard base != .some(nil), let text, let url = NSURL(string: text as String, relativeTo: base ?? nil),
        URL(string: url.absoluteString) != nil
      else {
        throw error ?? ItemProviderError.damagedArchive("an address is no URL")
      }
      return url
    }

    fileprivate func uuid() throws -> NSUUID {
      let bytes = [UInt8](try bytes(forKey: "NS.uuidbytes"))
      guard bytes.count == 16 else {
        throw ItemProviderError.damagedArchive("a UUID has \(bytes.count) bytes; 16 must be")
      }
      return NSUUID(uuidBytes: bytes)
    }

    fileprivate func dictionary() throws -> [AnyHashable: Any] {
      let keys = try hashed(objects(forKey: "NS.keys"))
      let values = try objects(forKey: "NS.objects")
      guard keys.count == values.count else {
        throw ItemProviderError.damagedArchive(
          "a dictionary has \(keys.count) keys and \(values.count) values")
      }
      return Dictionary(zip(keys, values), uniquingKeysWith: { first, _ in first })
    }

    /// The elements of an ordered set, which stand under keys of their own or in one list.
    fileprivate func numberedObjects() throws -> [NSObject] {
      var objects = try objects(forKey: "NS.objects")
      while let node = node(forKey: "NS.object.\(objects.count)") {
        objects.append(try element(node, at: "NS.object.\(objects.count)"))
      }
      return objects
    }

    /// Checks that objects can be told apart by their hash values: Foundation's containers give many the same one, and
    /// its attributed strings end the process when they are asked.
    fileprivate func hashed(_ objects: [NSObject]) throws -> [NSObject] {
      for object in objects {
        switch object {
        case is NSArray, is NSDictionary, is NSSet, is NSOrderedSet, is NSAttributedString:
          throw ItemProviderError.damagedArchive(
            "\(KeyedArchive.name(of: type(of: object))) can neither be a key nor in a set")
        default: break
        }
      }
      return objects
    }

    /// The text with its attributes: one dictionary for all of it, or a list of dictionaries and data with the length
    /// and the dictionary's place of each run, as numbers of seven bits a byte, the lowest first.
    fileprivate func attributedString() throws -> NSMutableAttributedString {
      let text = object(forKey: "NSString", of: [NSString.self]) as? NSString ?? ""
      let attributes = object(forKey: "NSAttributes", of: allowedClasses ?? [], alsoPropertyLists: true)
      if let error { throw error }
      let result = NSMutableAttributedString(string: text as String)
      guard containsValue(forKey: "NSAttributeInfo") else {
        let whole = try attributeTable(attributes ?? NSDictionary())
        result.setAttributes(whole, range: NSRange(location: 0, length: result.length))
        return result
      }
      guard let tables = attributes as? NSArray else {
        throw ItemProviderError.damagedArchive("the runs of an attributed string have no list of attributes")
      }
      var runs = AttributeRuns(try bytes(forKey: "NSAttributeInfo"))
      let places = try tables.map { try attributeTable($0) }
      var location = 0
      while let (length, place) = try runs.next() {
        guard place < places.count, length > 0, length <= result.length - location else {
          throw ItemProviderError.damagedArchive("a run of an attributed string lies outside it")
        }
        result.setAttributes(places[place], range: NSRange(location: location, length: length))
        location += length
      }
      return result
    }

    private func attributeTable(_ object: Any) throws -> [NSAttributedString.Key: Any] {
      guard let dictionary = object as? NSDictionary else {
        throw ItemProviderError.damagedArchive("the attributes of a string are no dictionary")
      }
      var table: [NSAttributedString.Key: Any] = [:]
      for (key, value) in dictionary {
        guard let key = key as? NSString else {
          throw ItemProviderError.damagedArchive("the name of an attribute is no string")
        }
        table[NSAttributedString.Key(key as String)] = value
      }
      return table
    }
  }

  /// The runs of an attributed string, one after the other.
  private struct AttributeRuns {
    private var rest: Data.SubSequence

    init(_ data: Data) { rest = data[...] }

    mutating func next() throws -> (length: Int, place: Int)? {
      if rest.isEmpty { return nil }
      return (try number(), try number())
    }

    private mutating func number() throws -> Int {
      var value = 0
      var shift = 0
      while let byte = rest.popFirst(), shift < 56 {
        value |= Int(byte & 0x7F) << shift
        if byte < 0x80 { return value }
        shift += 7
      }
      throw ItemProviderError.damagedArchive("the runs of an attributed string are cut short")
    }
  }
#endif
