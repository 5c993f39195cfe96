#if !canImport(ObjectiveC)
  import Foundation
  import PropertyLists

  /// The Foundation classes that archives may contain.
  ///
  /// This module decodes the objects of these classes from the values of their keys.
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

    /// The Foundation class.
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

    /// Decodes the coder's current object from the values of its keys.
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
        throw KeyedArchiveError.damaged("a string is not UTF-8")
      default: throw KeyedArchiveError.damaged("a string has no text")
      }
    }

    fileprivate func bytes(forKey key: String) throws -> Data {
      guard let node = node(forKey: key) else {
        throw KeyedArchiveError.damaged("\(key) is missing")
      }
      if case .data(let data) = node { return data }
      guard let data = object(forKey: key, of: [NSData.self]) as? NSData else {
        throw error ?? KeyedArchiveError.damaged("\(key) is not data")
      }
      return data as Data
    }

    fileprivate func date() throws -> NSDate {
      let seconds = decodeDouble(forKey: "NS.time")
      guard containsValue(forKey: "NS.time"), seconds.isFinite else {
        throw KeyedArchiveError.damaged("a date is not a finite number of seconds")
      }
      return NSDate(timeIntervalSinceReferenceDate: seconds)
    }

    fileprivate func url() throws -> NSURL {
      // If Foundation's newer parser rejects an NSURL, bridging the NSURL ends the process. Therefore, the
      // base URL is parsed with the newer parser.
      let base = (object(forKey: "NS.base", of: [NSURL.self]) as? NSURL).map {
        URL(string: $0.absoluteString)
      }
      let text = object(forKey: "NS.relative", of: [NSString.self]) as? NSString
      guard base != .some(nil), let text, let url = NSURL(string: text as String, relativeTo: base ?? nil),
        URL(string: url.absoluteString) != nil
      else {
        throw error ?? KeyedArchiveError.damaged("a URL is not valid")
      }
      return url
    }

    fileprivate func uuid() throws -> NSUUID {
      let bytes = [UInt8](try bytes(forKey: "NS.uuidbytes"))
      guard bytes.count == 16 else {
        throw KeyedArchiveError.damaged("a UUID has \(bytes.count) bytes instead of 16")
      }
      return NSUUID(uuidBytes: bytes)
    }

    fileprivate func dictionary() throws -> [AnyHashable: Any] {
      let keys = try hashed(objects(forKey: "NS.keys"))
      let values = try objects(forKey: "NS.objects")
      guard keys.count == values.count else {
        throw KeyedArchiveError.damaged(
          "a dictionary has \(keys.count) keys and \(values.count) values")
      }
      return Dictionary(zip(keys, values), uniquingKeysWith: { first, _ in first })
    }

    /// Returns the elements of an ordered set.
    ///
    /// The set is stored as one list, or with a separate key for each element.
    fileprivate func numberedObjects() throws -> [NSObject] {
      var objects = try objects(forKey: "NS.objects")
      while let node = node(forKey: "NS.object.\(objects.count)") {
        objects.append(try element(node, at: "NS.object.\(objects.count)"))
      }
      return objects
    }

    /// Returns the objects if all of them can be hashed; throws for containers and attributed strings.
    ///
    /// Many Foundation containers share one hash value, and hashing an attributed string ends the process.
    fileprivate func hashed(_ objects: [NSObject]) throws -> [NSObject] {
      for object in objects {
        switch object {
        case is NSArray, is NSDictionary, is NSSet, is NSOrderedSet, is NSAttributedString:
          throw KeyedArchiveError.damaged(
            "\(KeyedArchive.name(of: type(of: object))) cannot be a key or a member of a set")
        default: break
        }
      }
      return objects
    }

    /// Decodes text with its attributes.
    ///
    /// The attributes are either one dictionary for the whole text, or an array of dictionaries with
    /// additional data. The data contains the length and the dictionary index of each run, both as
    /// little-endian base-128 numbers.
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
        throw KeyedArchiveError.damaged("the runs of an attributed string have no list of attributes")
      }
      var runs = AttributeRuns(try bytes(forKey: "NSAttributeInfo"))
      let places = try tables.map { try attributeTable($0) }
      var location = 0
      while let (length, place) = try runs.next() {
        guard place < places.count, length > 0, length <= result.length - location else {
          throw KeyedArchiveError.damaged("a run of an attributed string is outside its text")
        }
        result.setAttributes(places[place], range: NSRange(location: location, length: length))
        location += length
      }
      return result
    }

    private func attributeTable(_ object: Any) throws -> [NSAttributedString.Key: Any] {
      guard let dictionary = object as? NSDictionary else {
        throw KeyedArchiveError.damaged("the attributes of a string are not a dictionary")
      }
      var table: [NSAttributedString.Key: Any] = [:]
      for (key, value) in dictionary {
        guard let key = key as? NSString else {
          throw KeyedArchiveError.damaged("the name of an attribute is not a string")
        }
        table[NSAttributedString.Key(key as String)] = value
      }
      return table
    }
  }

  /// The runs of an attributed string, in order.
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
      throw KeyedArchiveError.damaged("the runs of an attributed string are truncated")
    }
  }
#endif
