import Foundation

extension OutsideProgram {
  /// The programs that are declared from the start, each used only where it is found.
  public static let standard: [OutsideProgram] = {
    do {
      return try declarations(json: Data(table.utf8))
    } catch {
      fatalError("the standard table of programs cannot be read: \(error)")
    }
  }()

  /// In the form that a user's own file has.
  private static let table = #"""
    {"programs": [
      {"name": "pandoc from Word", "reads": ["org.openxmlformats.wordprocessingml.document"], "writes": ["public.html"],
       "command": ["pandoc", "--sandbox", "--from=docx", "--to=html", "--standalone", "--output={output}", "{input}"],
       "losses": ["fonts", "colours", "layout", "images"]},
      {"name": "pandoc from OpenDocument", "reads": ["org.oasis-open.opendocument.text"], "writes": ["public.html"],
       "command": ["pandoc", "--sandbox", "--from=odt", "--to=html", "--standalone", "--output={output}", "{input}"],
       "losses": ["fonts", "colours", "layout", "images"]},
      {"name": "pandoc from EPUB", "reads": ["org.idpf.epub-container"], "writes": ["public.html"],
       "command": ["pandoc", "--sandbox", "--from=epub", "--to=html", "--standalone", "--output={output}", "{input}"],
       "losses": ["fonts", "colours", "layout", "images"]},
      {"name": "pandoc to Word", "reads": ["public.html"], "writes": ["org.openxmlformats.wordprocessingml.document"],
       "command": ["pandoc", "--from=html", "--to=docx", "--output={output}", "{input}"],
       "losses": ["fonts", "colours", "layout"]},
      {"name": "pandoc to OpenDocument", "reads": ["public.html"], "writes": ["org.oasis-open.opendocument.text"],
       "command": ["pandoc", "--from=html", "--to=odt", "--output={output}", "{input}"],
       "losses": ["fonts", "colours", "layout"]},
      {"name": "LibreOffice from documents",
       "reads": ["com.microsoft.word.doc", "org.openxmlformats.wordprocessingml.document",
                 "org.oasis-open.opendocument.text"],
       "writes": ["com.adobe.pdf", "public.rtf"], "timeout": 180, "cost": 400,
       "command": ["soffice", "--headless", "--norestore", "--convert-to", "{output-extension}", "--outdir", "{folder}",
                   "{input}"],
       "result": "input.{output-extension}", "losses": ["metadata"]},
      {"name": "ImageMagick",
       "reads": ["public.png", "public.jpeg", "public.tiff", "com.compuserve.gif", "org.webmproject.webp",
                 "com.microsoft.bmp", "public.heic"],
       "writes": ["public.png", "public.jpeg", "public.tiff", "com.compuserve.gif", "org.webmproject.webp",
                  "com.microsoft.bmp"],
       "command": ["convert", "{input}[0]", "{output}"], "losses": ["metadata", "precision"]},
      {"name": "rsvg-convert", "reads": ["public.svg-image"], "writes": ["public.png", "com.adobe.pdf"],
       "command": ["rsvg-convert", "--format={output-extension}", "--output={output}", "{input}"],
       "losses": ["links", "metadata"]},
      {"name": "ffmpeg sound",
       "reads": ["com.microsoft.waveform-audio", "public.mp3", "public.mpeg-4-audio", "org.xiph.flac",
                 "public.aiff-audio"],
       "writes": ["com.microsoft.waveform-audio", "public.mp3", "public.mpeg-4-audio", "org.xiph.flac"],
       "timeout": 600, "command": ["ffmpeg", "-nostdin", "-v", "error", "-i", "{input}", "-vn", "{output}"],
       "losses": ["metadata", "precision"]},
      {"name": "ffmpeg film",
       "reads": ["public.mpeg-4", "com.apple.quicktime-movie", "org.webmproject.webm", "public.avi"],
       "writes": ["public.mpeg-4", "org.webmproject.webm"], "timeout": 3600,
       "command": ["ffmpeg", "-nostdin", "-v", "error", "-i", "{input}", "{output}"],
       "losses": ["metadata", "precision"]}
    ]}
    """#
}
