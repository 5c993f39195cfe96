import ByteTools
import Foundation
import ProfferConversions

/// Reads the group `\info`, which contains the metadata of a document.
extension RTFReader {
  /// Begins an entry of the group.
  mutating func beginInformation(_ word: RTFWord) {
    time = RTFTime()
    switch word {
    case .title: begin(.capture(.title))
    case .author: begin(.capture(.author))
    case .subject: begin(.capture(.subject))
    case .keywords: begin(.capture(.keywords))
    case .doccomm: begin(.capture(.summary))
    case .creatim: begin(.creationTime)
    case .revtim: begin(.modificationTime)
    default: begin(.capture(.otherMetadata))
    }
  }

  /// Ends an entry that is text.
  mutating func endInformation(_ kind: Captured) {
    let text = captured.isEmpty ? nil : String(decoding: captured, as: UTF8.self)
    switch kind {
    case .title: metadata.title = text
    case .author: metadata.author = text
    case .subject: metadata.subject = text
    case .keywords: metadata.keywords = text
    case .summary: metadata.summary = text
    default: if !takeCaptured().isEmpty { losses.add(.metadata, "companies, managers and categories") }
    }
  }

  /// Adds a line break to an entry that is text.
  mutating func putBreakOfInformation() {
    switch frame.destination {
    case .capture(.title), .capture(.author), .capture(.subject), .capture(.keywords), .capture(.summary):
      captured.append(0x0A)
    default: break
    }
  }

  /// Ends an entry that is a time.
  mutating func endTime(_ field: WritableKeyPath<RichText.Metadata, Date?>) {
    // LibreOffice writes zeros if a document has no time.
    guard !time.isZero else { return }
    guard let time = time.civilTime.flatMap(DocumentTime.init) else {
      return losses.add(.metadata, "dates that do not exist")
    }
    metadata[keyPath: field] = time.date
  }
}

/// A time in the group `\info`.
///
/// RTF does not specify a zone. The time is read as UTC, and written in UTC.
struct RTFTime: Equatable {
  private var year = 0
  private var month = 0
  private var day = 0
  private var hour = 0
  private var minute = 0
  private var second = 0

  init() {}

  init(_ time: CivilTime) {
    (year, month, day) = (Int(time.date.year), Int(time.date.month), Int(time.date.day))
    (hour, minute, second) = (Int(time.hour), Int(time.minute), Int(time.second))
  }

  /// Whether the date consists of zeros.
  var isZero: Bool { year == 0 && month == 0 && day == 0 }

  /// The time; nil if the day or the time of day does not exist.
  var civilTime: CivilTime? {
    CivilDate(year: Int64(year), month: Int64(month), day: Int64(day)).flatMap {
      CivilTime($0, hour: Int64(hour), minute: Int64(minute), second: Int64(second))
    }
  }

  /// Sets the part of the time that a control word specifies.
  mutating func set(_ word: RTFWord, _ number: Int) {
    switch word {
    case .yr: year = number
    case .mo: month = number
    case .dy: day = number
    case .hr: hour = number
    case .min: minute = number
    case .sec: second = number
    default: break
    }
  }

  /// The control words of the time; the seconds only if they are not 0.
  var words: String {
    #"\yr\#(year)\mo\#(month)\dy\#(day)\hr\#(hour)\min\#(minute)"# + (second == 0 ? "" : #"\sec\#(second)"#)
  }
}
