public import Conversions

extension CoderSet {
  /// RTF, and RTFD as a folder and as one run of bytes.
  ///
  /// Written RTF carries everything that ``RichText`` says but files that are neither PNG nor JPEG, languages that have no
  /// number, and what is finer than its units: half points of fonts, twentieths of a point of lengths. Written RTFD
  /// carries all files. What RTF itself has no word for, lists inside quotations for one, is in the names of its paragraph
  /// styles.
  ///
  /// A text without marks of its own is in the font and size of the document, and so is what only repeats its style.
  /// Footnotes are read as paragraphs at the end; remarks, hidden words, bookmarks, and the heads and feet of pages are
  /// dropped.
  public static let rtf = CoderSet(
    readers: [
      RepresentationReader("rtf", reads: ["public.rtf"], as: .richText, mayLose: rtfReadingLosses) { source in
        try RTFReader.read(source.data)
      },
      RepresentationReader(
        "rtfd", reads: ["com.apple.rtfd", "com.apple.flat-rtfd"], as: .richText, mayLose: rtfReadingLosses,
        takesPackages: true
      ) { source in
        try RichText.readRTFD(source.contents)
      },
    ],
    writers: [
      RepresentationWriter(
        "rtf", writes: ["public.rtf"], from: .richText,
        mayLose: [.characters, .fonts, .formatting, .images, .metadata, .precision, .tables]
      ) { text, _ in text.writeRTF() },
      RepresentationWriter(
        "rtfd", writes: ["com.apple.rtfd", "com.apple.flat-rtfd"], from: .richText,
        mayLose: [.characters, .fonts, .formatting, .metadata, .precision, .tables], cost: 2
      ) { text, typeIdentifier in text.writeRTFD(flat: typeIdentifier == "com.apple.flat-rtfd") },
    ])

  private static let rtfReadingLosses: [LossKind] = [
    .characters, .comments, .formatting, .images, .layout, .links, .metadata, .tables,
  ]
}
