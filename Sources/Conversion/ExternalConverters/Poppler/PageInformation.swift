import ProfferConversions

/// The number of pages of a document, and the size of one page, as `pdfinfo` prints them.
struct PageInformation {
  let pageCount: Int
  /// The width and height of the page as it is shown, in points; nil if they are unknown.
  private var pageSize: (width: Double, height: Double)?

  /// Parses the lines `Pages: 2`, `Page    1 size: 595 x 842 pts (A4)` and `Page    1 rot: 90`.
  ///
  /// Returns nil if the text does not state the number of pages.
  init?(_ text: String) {
    var count: Int?
    var isTurned = false
    for line in text.split(whereSeparator: \.isNewline) {
      guard let colon = line.firstIndex(of: ":") else { continue }
      let name = line[..<colon].split(separator: " ")
      let words = line[line.index(after: colon)...].split(separator: " ")
      switch (name.first, name.last) {
      case ("Pages", _): count = words.first.flatMap { Int($0) }
      case ("Page", "size"):
        guard words.count >= 3, words[1] == "x", let width = Double(words[0]), let height = Double(words[2]),
          width > 0, height > 0, width.isFinite, height.isFinite
        else { continue }
        pageSize = (width, height)
      case ("Page", "rot"): isTurned = words.first == "90" || words.first == "270"
      default: continue
      }
    }
    guard let count, count > 0 else { return nil }
    pageCount = count
    if isTurned { pageSize = pageSize.map { ($0.height, $0.width) } }
  }

  /// Returns the message that a page does not exist.
  ///
  /// - Parameters:
  ///   - page: the number of the page.
  ///   - last: the number of the last page.
  static func missing(page: Int, last: Int) -> String {
    "page \(page) does not exist; the last page of the document is page \(last)"
  }

  /// Throws `tooLarge` if the picture of the page would have too many pixels.
  ///
  /// Without a size in the request, a page is drawn at 150 dpi.
  func check(_ request: DrawingRequest, limits: ReadingLimits) throws(CoderError) {
    if let size = request.size {
      try limits.checkDrawing(width: Double(size.width), height: Double(size.height))
    } else if let pageSize {
      try limits.checkDrawing(width: pageSize.width * 150 / 72, height: pageSize.height * 150 / 72)
    }
  }

  /// Returns a request whose size has the aspect ratio of the page.
  func fitting(_ request: DrawingRequest) -> DrawingRequest {
    guard let size = request.size, let pageSize else { return request }
    let scale = min(Double(size.width) / pageSize.width, Double(size.height) / pageSize.height)
    func length(_ points: Double, _ most: Int) -> Int {
      min(Int(exactly: max((points * scale).rounded(), 1)) ?? most, most)
    }
    var request = request
    request.size = DrawingRequest.Size(
      width: length(pageSize.width, size.width), height: length(pageSize.height, size.height))
    return request
  }
}
