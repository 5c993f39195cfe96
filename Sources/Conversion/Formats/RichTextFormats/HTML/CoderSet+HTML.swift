public import Conversions

extension CoderSet {
  /// HTML and XHTML: reads `public.html` and `public.xhtml` with all that conforms to them, and writes these
  /// two.
  public static let html = CoderSet(
    readers: [
      RepresentationReader("html", reads: ["public.html"], as: .richText, mayLose: webReaderLosses) {
        source in
        RichText.readHTML(source.data, encodingName: source.declaredEncodingName)
      },
      RepresentationReader("xhtml", reads: ["public.xhtml"], as: .richText, mayLose: webReaderLosses) {
        source in
        RichText.readXHTML(source.data, encodingName: source.declaredEncodingName)
      },
    ],
    writers: [
      RepresentationWriter(
        "html", writes: ["public.html"], from: .richText, mayLose: webWriterLosses
      ) { text, _ in text.writeHTML() }
      .taking(EventWriter { _ in HTMLSink() }),
      RepresentationWriter(
        "xhtml", writes: ["public.xhtml"], from: .richText, mayLose: webWriterLosses
      ) { text, _ in text.writeXHTML() },
    ])

  /// What writing web pages can lose.
  private static let webWriterLosses: [LossKind] = [.characters, .images, .links, .metadata]

  /// What reading web pages can lose.
  package static let webReaderLosses: [LossKind] = [
    .characters, .colours, .comments, .formatting, .images, .links, .metadata, .scripts,
  ]
}
