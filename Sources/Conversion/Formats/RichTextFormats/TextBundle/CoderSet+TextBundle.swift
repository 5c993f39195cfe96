public import Conversions

extension CoderSet {
  /// TextBundle: a folder of Markdown and the files it shows, read and written.
  public static let textBundle = CoderSet(
    readers: [
      RepresentationReader(
        "textbundle", reads: [TextBundle.typeIdentifier], as: .richText, mayLose: webReaderLosses + [.tables],
        takesPackages: true
      ) { source in
        guard case .package(let members) = source.contents else {
          throw CoderError(.wrongFormat, "a TextBundle is a folder, and this is bytes")
        }
        return try TextBundle.read(members)
      }
    ],
    writers: [
      RepresentationWriter(
        "textbundle", writes: [TextBundle.typeIdentifier], from: .richText,
        mayLose: [.colours, .fonts, .formatting, .layout, .metadata, .tables]
      ) { text, _ in TextBundle.write(text) }
    ])
}
