import Foundation
import ProfferConversions
import RichTextFormats

extension WordWriter {
  /// Returns a picture for an attachment, and adds its part; nil if only its text can be written.
  mutating func picture(_ attachment: RichText.Attachment) -> WrittenPicture? {
    let source: WrittenPicture.Source
    let own: PictureSize?
    switch attachment.source {
    case .url(let address):
      guard !address.isEmpty, !LinkDestination.isActive(address, asImage: true) else {
        losses.add(.images, address.isEmpty ? "without an address" : "script URLs")
        return nil
      }
      let target = target(address)
      source = .linked(relationship: story.relationships.identifier(.image, target, isExternal: true))
      own = nil
    case .data(let data, let typeIdentifier):
      guard let (data, format) = shown(data, typeIdentifier) else { return nil }
      let name = media.name(of: data, format)
      source = .embedded(relationship: story.relationships.identifier(.image, name))
      own = PictureSize(data)
    }
    drawingCount += 1
    let (width, height) = size(of: attachment, own)
    if let name = attachment.name, !name.contains(".") || name.contains("/") || name.contains("\\") {
      losses.add(.metadata, "names of pictures that are not file names")
    }
    return WrittenPicture(
      number: drawingCount, source: source, description: attachment.alternativeText, title: attachment.title,
      name: attachment.name, width: width, height: height)
  }

  /// Returns the bytes of a picture in a format that Word shows; nil if there is no such format.
  private mutating func shown(
    _ data: Data, _ typeIdentifier: String
  ) -> (data: Data, format: WrittenMedia.Format)? {
    if let format = WrittenMedia.Format(typeIdentifier) { return (data, format) }
    if let converted = pictureConversion?(data, typeIdentifier),
      let format = WrittenMedia.Format("public.png")
    {
      if let lost = converted.lost { losses.add(.images, "whose \(lost) a PNG cannot hold") }
      return (converted.png, format)
    }
    losses.add(.images, "files that are not pictures that Word shows")
    return nil
  }

  /// The length of a side whose length is unknown, in points.
  private static let unknownLength = 72.0
  /// The largest length of a side that Word allows, in points.
  private static let lengthLimit = 1_584.0

  /// Returns the width and height of a picture in EMU.
  ///
  /// A picture without a size has its own size at 96 pixels per inch, unless it would be larger than the page.
  private mutating func size(
    of attachment: RichText.Attachment, _ own: PictureSize?
  ) -> (width: Int, height: Int) {
    let wanted = (width: length(attachment.width), height: length(attachment.height))
    let ownWidth = own.map { Double($0.width) * 0.75 }
    let ownHeight = own.map { Double($0.height) * 0.75 }
    switch (wanted.width, wanted.height) {
    case (let width?, let height?):
      // Readers treat such a size as the picture's own size.
      let isOwn = abs(width - (ownWidth ?? 0)) < 0.5 && abs(height - (ownHeight ?? 0)) < 0.5
      if isOwn { losses.add(.layout, "sizes that the pictures also have") }
      return (units(width), units(height))
    case (let width?, nil):
      losses.add(.images, "heights that follow from the width")
      let ratio = ownWidth.flatMap { ownWidth in ownHeight.map { $0 / ownWidth } }
      return (units(width), units(min(ratio.map { width * $0 } ?? Self.unknownLength, Self.lengthLimit)))
    case (nil, let height?):
      losses.add(.images, "widths that follow from the height")
      let ratio = ownHeight.flatMap { ownHeight in ownWidth.map { $0 / ownHeight } }
      return (units(min(ratio.map { height * $0 } ?? Self.unknownLength, Self.lengthLimit)), units(height))
    case (nil, nil):
      guard let ownWidth, let ownHeight else {
        losses.add(.images, "whose size is unknown")
        return (units(Self.unknownLength), units(Self.unknownLength))
      }
      let page = (width: Double(Self.textWidth) / 20, height: Double(Self.textHeight) / 20)
      let scale = min(1, page.width / ownWidth, page.height / ownHeight)
      if scale < 1 { losses.add(.images, "shown smaller, so that they fit the page") }
      return (units(max(1, ownWidth * scale)), units(max(1, ownHeight * scale)))
    }
  }

  /// Returns a length that Word allows; nil for no length.
  private mutating func length(_ points: Double?) -> Double? {
    guard let points, points > 0 else { return nil }
    if points > Self.lengthLimit { losses.add(.images, "sizes that Word does not allow") }
    return min(points, Self.lengthLimit)
  }

  private mutating func units(_ points: Double) -> Int {
    let units = (points * Double(WrittenPicture.unitsPerPoint)).rounded()
    if Double(units) / Double(WrittenPicture.unitsPerPoint) != points {
      losses.add(.precision, "lengths that are not multiples of a 12,700th of a point")
    }
    return max(1, Int(units))
  }
}
