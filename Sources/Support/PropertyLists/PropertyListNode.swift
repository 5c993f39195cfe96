package import Foundation

/// A value of a property list, exactly as the bytes have it.
///
/// Members keep their order, and a key that stands twice is kept twice.
package enum PropertyListNode: Sendable {
  /// No value. Binary lists have a byte for it, which no writer of Apple's uses; it cannot be written.
  case null
  case boolean(Bool)
  case integer(Int64)
  /// An integer that does not fit in 64 bits with a sign, as decimal digits after a minus sign or none.
  case largeInteger(digits: String)
  /// A number with the text it was or is to be written with in XML; the nearest `Double` stands in binary lists.
  case real(Double, spelling: String? = nil)
  case string(String)
  case data(Data)
  case date(Date)
  /// A reference in a keyed archive. XML has a dictionary with the one key `CF$UID` for it.
  case uid(UInt64)
  case array([PropertyListNode])
  /// Only binary lists have sets, and their elements have an order there.
  case set([PropertyListNode])
  case dictionary([PropertyListMember])
}

/// A key with its value.
package struct PropertyListMember: Sendable {
  package var key: String
  package var value: PropertyListNode

  package init(_ key: String, _ value: PropertyListNode) {
    self.key = key
    self.value = value
  }
}

/// What a property list may ask of its reader.
package struct PropertyListLimits: Sendable {
  /// How many containers may stand inside one another; an empty array is one deep.
  package var depth: Int
  /// How many bytes the whole may come to, as a multiple of those of the file and some more.
  ///
  /// Objects of a binary list may be named by several others, so that a small file can stand for a value that is
  /// enormous when it is walked through. Each naming counts: a container as 32 bytes, and a scalar as its own bytes.
  package var growth: (factor: Int, extra: Int)

  package init(depth: Int = 512, growth: (factor: Int, extra: Int) = (16, 64 << 20)) {
    self.depth = depth
    self.growth = growth
  }
}
