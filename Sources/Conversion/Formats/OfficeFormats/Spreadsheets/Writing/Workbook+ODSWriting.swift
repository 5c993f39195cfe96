import Foundation
public import ProfferConversions
import XMLText
import ZipArchives

extension Workbook {
  /// Writes the workbook as an OpenDocument spreadsheet (`.ods`), with version 1.3 of the format.
  ///
  /// The content is that of ``writeXLSX()``, with these differences: texts and the names of sheets can have any
  /// length, dates begin with the year 1, and times keep all digits of their fractions. Carriage returns become
  /// line breaks, and sheets that only a macro can show become hidden sheets. Both are counted as losses.
  ///
  /// - Returns: the bytes of the spreadsheet and the losses.
  /// - Throws: ``CoderError/Code/unwritable`` if there is no sheet, or if a sheet has more than 1,048,576 rows or
  ///   16,384 columns with content.
  public func writeODS() throws -> Written {
    let (files, losses) = try odsFiles()
    var archive = ZipPackageWriter()
    for file in files { archive.add(file.name, file.bytes, isStored: file.isStored) }
    return Written(archive.finish(), losses: losses)
  }

  /// Returns the files of the spreadsheet in the order of the archive, and the losses.
  func odsFiles() throws -> (files: [WrittenOpenDocument.File], losses: [Loss]) {
    var losses = LossCounter()
    let active = try firstShownSheet(&losses)
    var names = WrittenSheetNames(lengthLimit: nil)
    var writer = ODSSheetWriter()
    var views: [(name: String, hasHeading: Bool)] = []
    for (index, sheet) in sheets.enumerated() {
      let name = names.name(sheet.name, number: index + 1)
      let isShown = index == active || sheet.visibility == .visible
      if !isShown, sheet.visibility == .veryHidden {
        losses.add(.formatting, "sheets that only a macro can show, which are hidden")
      }
      try writer.write(sheet, name: name, isShown: isShown)
      views.append((name, sheet.hasHeading))
    }
    losses.add(contentsOf: writer.cells.losses.total + writer.losses.total + names.losses.total)

    let files = [
      WrittenOpenDocument.File(name: "content.xml", bytes: Self.content(writer)),
      WrittenOpenDocument.File(name: "styles.xml", bytes: Self.styles),
      WrittenOpenDocument.File(name: "settings.xml", bytes: Self.settings(views, active: active)),
      WrittenOpenDocument.File(name: "meta.xml", bytes: Self.metadata),
    ]
    let type = "application/vnd.oasis.opendocument.spreadsheet"
    return (WrittenOpenDocument.package(of: files, type: type), losses.total)
  }

  private static let attributes =
    WrittenOpenDocument.attributes + [
      ("xmlns:number", "urn:oasis:names:tc:opendocument:xmlns:datastyle:1.0"),
      ("xmlns:config", "urn:oasis:names:tc:opendocument:xmlns:config:1.0"),
      ("xmlns:ooo", "http://openoffice.org/2004/office"),
    ]

  private static func content(_ writer: ODSSheetWriter) -> [UInt8] {
    var xml = XMLWriter()
    xml.begin("office:document-content", attributes: attributes)
    xml.begin("office:automatic-styles")
    writer.writeStyles(to: &xml)
    WrittenODSStyle.write(to: &xml)
    xml.end("office:automatic-styles")
    xml.begin("office:body")
    xml.begin("office:spreadsheet")
    xml.add(writer.body.bytes)
    xml.end("office:spreadsheet")
    xml.end("office:body")
    xml.end("office:document-content")
    return xml.bytes
  }

  private static var styles: [UInt8] {
    var xml = XMLWriter()
    xml.begin("office:document-styles", attributes: attributes)
    xml.begin("office:styles")
    xml.add("style:style", ("style:name", "Default"), ("style:family", "table-cell"))
    xml.end("office:styles")
    xml.end("office:document-styles")
    return xml.bytes
  }

  private static var metadata: [UInt8] {
    var xml = XMLWriter()
    xml.begin("office:document-meta", attributes: attributes)
    xml.begin("office:meta")
    xml.add("meta:generator", text: "Proffer")
    xml.end("office:meta")
    xml.end("office:document-meta")
    return xml.bytes
  }

  /// Returns the settings, in LibreOffice's vocabulary: which sheet is shown first, and which row stays visible
  /// when the user scrolls.
  private static func settings(_ views: [(name: String, hasHeading: Bool)], active: Int) -> [UInt8] {
    var xml = XMLWriter()
    func add(_ name: String, _ type: String, _ value: String, to xml: inout XMLWriter) {
      xml.begin("config:config-item", ("config:name", name), ("config:type", type))
      xml.add(text: value)
      xml.end("config:config-item")
    }
    xml.begin("office:document-settings", attributes: attributes)
    xml.begin("office:settings")
    xml.begin("config:config-item-set", ("config:name", "ooo:view-settings"))
    xml.begin("config:config-item-map-indexed", ("config:name", "Views"))
    xml.begin("config:config-item-map-entry")
    add("ViewId", "string", "view1", to: &xml)
    xml.begin("config:config-item-map-named", ("config:name", "Tables"))
    for view in views {
      xml.begin("config:config-item-map-entry", ("config:name", view.name))
      if view.hasHeading {
        // The mode 2 is a fixed split, and the range 2 is the lower left part.
        add("HorizontalSplitMode", "short", "0", to: &xml)
        add("VerticalSplitMode", "short", "2", to: &xml)
        add("HorizontalSplitPosition", "int", "0", to: &xml)
        add("VerticalSplitPosition", "int", "1", to: &xml)
        add("ActiveSplitRange", "short", "2", to: &xml)
        add("PositionLeft", "int", "0", to: &xml)
        add("PositionRight", "int", "0", to: &xml)
        add("PositionTop", "int", "0", to: &xml)
        add("PositionBottom", "int", "1", to: &xml)
      }
      xml.end("config:config-item-map-entry")
    }
    xml.end("config:config-item-map-named")
    add("ActiveTable", "string", views[active].name, to: &xml)
    xml.end("config:config-item-map-entry")
    xml.end("config:config-item-map-indexed")
    xml.end("config:config-item-set")
    xml.end("office:settings")
    xml.end("office:document-settings")
    return xml.bytes
  }
}
