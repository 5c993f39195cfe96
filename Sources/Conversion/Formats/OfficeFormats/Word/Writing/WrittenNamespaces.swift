/// The namespaces of WordprocessingML and of the vocabularies that it uses, in the transitional form.
///
/// Source: ISO/IEC 29500-1 and 29500-4.
enum WrittenNamespaces {
  static let main = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
  static let relationships = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
  static let drawing = "http://schemas.openxmlformats.org/drawingml/2006/main"
  static let picture = "http://schemas.openxmlformats.org/drawingml/2006/picture"
  static let wordDrawing = "http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"
  static let compatibility = "http://schemas.openxmlformats.org/markup-compatibility/2006"
  /// The additions of Word 2010, such as check boxes.
  static let word2010 = "http://schemas.microsoft.com/office/word/2010/wordml"
}
