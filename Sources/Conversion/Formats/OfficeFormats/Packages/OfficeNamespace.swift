/// The namespaces that parts of several formats use: those of transitional and of strict documents.
///
/// Source: ISO/IEC 29500-1, annex A, and 29500-4, annex A.
enum OfficeNamespace {
  static let relationships = [
    "http://schemas.openxmlformats.org/officeDocument/2006/relationships",
    "http://purl.oclc.org/ooxml/officeDocument/relationships",
  ]
  static let drawing = [
    "http://schemas.openxmlformats.org/drawingml/2006/main", "http://purl.oclc.org/ooxml/drawingml/main",
  ]
  static let chart = [
    "http://schemas.openxmlformats.org/drawingml/2006/chart", "http://purl.oclc.org/ooxml/drawingml/chart",
  ]
  static let diagram = [
    "http://schemas.openxmlformats.org/drawingml/2006/diagram",
    "http://purl.oclc.org/ooxml/drawingml/diagram",
  ]
  static let formula = [
    "http://schemas.openxmlformats.org/officeDocument/2006/math",
    "http://purl.oclc.org/ooxml/officeDocument/math",
  ]
  static let compatibility = ["http://schemas.openxmlformats.org/markup-compatibility/2006"]
}
