import Foundation
import KeyedArchives
import PropertyLists

/// Keyed archives: each is decoded, or rejected with `KeyedArchiveError`.
struct KeyedArchiveFuzzer: Fuzzer {
  let material: Material

  init() throws {
    let archive = try KeyedArchive.data(of: ArchivedSpecimen(depth: 3))
    let xml = try PropertyListReading(archive).node.writeXML().data
    // The archive must be readable, because mutations of an unreadable one would test little.
    _ = try KeyedArchive(archive).object(of: ArchivedSpecimen.self)
    let beginning =
      "<plist><dict><key>$archiver</key><string>NSKeyedArchiver</string><key>$version</key>"
      + "<integer>100000</integer><key>$top</key><dict><key>root</key><dict><key>CF$UID</key><integer>1</integer>"
      + "</dict></dict><key>$objects</key><array><string>$null</string>"
    func uid(_ number: Int) -> String { "<dict><key>CF$UID</key><integer>\(number)</integer></dict>" }
    func list(of type: String, key: String) -> String {
      "<dict><key>$classname</key><string>Fuzzers.ArchivedSpecimen</string></dict>"
        + "<dict><key>$classname</key><string>\(type)</string></dict><string>a</string>"
        + "<dict><key>$class</key>\(uid(3))<key>\(key)</key><array>"
    }
    let root = "<dict><key>$class</key>\(uid(2))<key>object</key>\(uid(5))</dict>"
    let end = "</array></dict></array></dict></plist>"
    material = Material(
      seeds: [[UInt8](archive), [UInt8](xml)],
      words: [
        "NSString", "NSMutableString", "NSNumber", "NSData", "NSDate", "NSURL", "NSUUID", "NSNull", "NSArray",
        "NSMutableArray", "NSDictionary", "NSSet", "NSOrderedSet", "NSAttributedString", "NSObject", "NSPort",
        "NSError", "NSDecimalNumber", "NSLocale", "NSIndexSet", "Fuzzers.ArchivedSpecimen", "Fuzzers.Fuzzer",
        "Swift.Array", "$class", "$classname", "$classes", "$null", "$objects", "$top", "root", "NS.objects",
        "NS.keys", "NS.string", "NS.data", "NS.time", "NS.base", "NS.relative", "NS.uuidbytes",
        "NSAttributes",
        "NSAttributeInfo", "NSString", "NS.object.0", "<key>CF$UID</key><integer>", uid(0), uid(1), uid(2),
        "<string>", "</string>", "<array>", "</array>", "<dict>", "</dict>", "\u{80}", "\u{1}", "\u{D1}",
      ],
      pairs: [("<array>", "</array>"), ("<dict><key>NS.objects</key>", "</dict>")],
      shapes: [
        GrowingShape(beginning, repeating: "<string>a</string>", "</array></dict></plist>"),
        GrowingShape(
          beginning + root + list(of: "NSArray", key: "NS.objects"), repeating: uid(4), end),
        GrowingShape(beginning + root + list(of: "NSSet", key: "NS.objects"), repeating: uid(4), end),
        GrowingShape(beginning + root, repeating: root, end),
      ])
  }

  func check(_ input: [UInt8]) throws(Finding) {
    do {
      _ = try KeyedArchive(Data(input)).object(ofAny: [
        ArchivedSpecimen.self, NSArray.self, NSDictionary.self,
      ])
    } catch is KeyedArchiveError {
      return
    } catch {
      throw Finding("rejected with an error of another kind: \(error)")
    }
  }
}

/// An object that contains one object of every supported class, and objects of other classes.
final class ArchivedSpecimen: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }

  private let depth: Int

  init(depth: Int) { self.depth = depth }

  init?(coder: NSCoder) {
    depth = coder.decodeInteger(forKey: "depth")
    super.init()
    _ = coder.decodeObject(
      of: [
        NSString.self, NSNumber.self, NSArray.self, NSDictionary.self, NSSet.self, NSOrderedSet.self,
        NSDate.self, NSData.self, NSURL.self, NSUUID.self, NSNull.self, NSAttributedString.self,
        ArchivedSpecimen.self,
      ], forKey: "object")
    _ = coder.decodeObject(of: ArchivedSpecimen.self, forKey: "inner")
    _ = coder.decodeObject(forKey: "object")
    _ = coder.decodeDouble(forKey: "real")
    _ = coder.decodeInt32(forKey: "real")
    _ = coder.decodeBool(forKey: "depth")
    _ = coder.withDecodedUnsafeBytes(forKey: "bytes") { $0?.count }
  }

  func encode(with coder: NSCoder) {
    coder.encode(depth, forKey: "depth")
    coder.encode(2.5, forKey: "real")
    if depth > 0 { coder.encode(ArchivedSpecimen(depth: depth - 1), forKey: "inner") }
    [UInt8]([1, 2]).withUnsafeBufferPointer { coder.encodeBytes($0.baseAddress, length: 2, forKey: "bytes") }
    coder.encode(
      [
        "é" as NSString, NSDate(timeIntervalSinceReferenceDate: 1), NSUUID(), NSNull(),
        NSURL(string: "b", relativeTo: URL(string: "http://a.org/")) ?? NSNull(), NSSet(array: [1, "x"]),
        ["k": NSMutableData(data: Data([7]))] as NSDictionary, NSAttributedString(string: "hi"),
        NSOrderedSet(array: [2, 1]), NSNumber(value: UInt64.max), NSMutableArray(array: ["y"]),
      ] as NSArray, forKey: "object")
  }
}
