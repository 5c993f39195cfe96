import Foundation

extension ExternalConverter {
  /// The declarations of the predefined programs; a program is used only if it is found.
  public static let standard: [ExternalConverter] = {
    do {
      return try declarations(json: Data(table.utf8)).map { converter in
        var converter = converter
        converter.versionArguments = versionArguments[converter.command[0]] ?? []
        converter.printedName = printedNames[converter.command[0]]
        return converter
      }
    } catch {
      fatalError("the standard table of programs cannot be read: \(error)")
    }
  }()

  /// For each predefined program, the arguments with which it prints its version.
  private static let versionArguments = [
    "pandoc": ["--version"], "soffice": ["--version"], "convert": ["--version"], "ffmpeg": ["-version"],
    "rsvg-convert": ["--version"], "pdftotext": ["-v"], "pdftocairo": ["-v"],
  ]

  /// The words that identify predefined programs whose file name is a common word.
  private static let printedNames = ["convert": "ImageMagick"]

  /// The lines of a page template for pandoc.
  ///
  /// If the document has no title, the page has no title either. Pandoc's own template would derive a title
  /// from the file name. The template also omits pandoc's colors and widths.
  private static let page = #"""
    ["<!DOCTYPE html>", "<html$if(lang)$ lang=\"$lang$\"$endif$>", "<head>", "<meta charset=\"utf-8\" />",
     "$for(author-meta)$", "<meta name=\"author\" content=\"$author-meta$\" />", "$endfor$",
     "$if(keywords)$", "<meta name=\"keywords\" content=\"$for(keywords)$$keywords$$sep$, $endfor$\" />", "$endif$",
     "$if(description-meta)$", "<meta name=\"description\" content=\"$description-meta$\" />", "$endif$",
     "$if(date-meta)$", "<meta name=\"dcterms.date\" content=\"$date-meta$\" />", "$endif$",
     "$if(title)$", "<title>$pagetitle$</title>", "$endif$", "</head>", "<body>",
     "$if(title)$", "<h1>$title$</h1>", "$endif$", "$if(subtitle)$", "<p>$subtitle$</p>", "$endif$",
     "$for(author)$", "<p>$author$</p>", "$endfor$", "$if(date)$", "<p>$date$</p>", "$endif$",
     "$if(abstract)$", "$abstract$", "$endif$", "$body$", "</body>", "</html>"]
    """#

  /// The lines of a LibreOffice settings file that disables macros and the loading of linked content.
  private static let settings = #"""
    ["<?xml version='1.0' encoding='UTF-8'?>", "<oor:items xmlns:oor='http://openoffice.org/2001/registry'>",
     "<item oor:path='/org.openoffice.Office.Common/Security/Scripting'>",
     "<prop oor:name='BlockUntrustedRefererLinks' oor:op='fuse'><value>true</value></prop>",
     "<prop oor:name='DisableActiveContent' oor:op='fuse'><value>true</value></prop>",
     "<prop oor:name='MacroSecurityLevel' oor:op='fuse'><value>3</value></prop>",
     "</item>", "</oor:items>"]
    """#

  /// The declarations, in the same format as a user's own file.
  ///
  /// If an image file has several pictures, the first picture is used. JPEG has no transparency, so
  /// transparent areas become white.
  private static let table = #"""
    {"programs": [
      {"name": "pandoc from Word", "reads": ["org.openxmlformats.wordprocessingml.document"], "writes": ["public.html"],
       "command": ["pandoc", "--sandbox", "--from=docx", "--to=html", "--standalone", "--template={folder}/page.html",
                   "--output={output}", "{input}"],
       "files": {"page.html": \#(page)},
       "losses": ["fonts", "colors", "layout", "images", "metadata"]},
      {"name": "pandoc from OpenDocument", "reads": ["org.oasis-open.opendocument.text"], "writes": ["public.html"],
       "command": ["pandoc", "--sandbox", "--from=odt", "--to=html", "--standalone", "--template={folder}/page.html",
                   "--output={output}", "{input}"],
       "files": {"page.html": \#(page)},
       "losses": ["fonts", "colors", "layout", "images", "metadata"]},
      {"name": "pandoc from EPUB", "reads": ["org.idpf.epub-container"], "writes": ["public.html"],
       "command": ["pandoc", "--sandbox", "--from=epub", "--to=html", "--standalone", "--template={folder}/page.html",
                   "--output={output}", "{input}"],
       "files": {"page.html": \#(page)},
       "losses": ["fonts", "colors", "layout", "images", "metadata"]},
      {"name": "pandoc to Word", "reads": ["public.html"], "writes": ["org.openxmlformats.wordprocessingml.document"],
       "command": ["pandoc", "--from=html", "--to=docx", "--output={output}", "{input}"], "wholePages": true,
       "losses": ["fonts", "colors", "layout", "metadata"]},
      {"name": "pandoc to OpenDocument", "reads": ["public.html"], "writes": ["org.oasis-open.opendocument.text"],
       "command": ["pandoc", "--from=html", "--to=odt", "--output={output}", "{input}"], "wholePages": true,
       "losses": ["fonts", "colors", "layout", "metadata"]},
      {"name": "LibreOffice from Word 97", "reads": ["com.microsoft.word.doc"],
       "writes": ["com.adobe.pdf", "public.rtf"], "timeout": 180, "cost": 400,
       "command": ["soffice", "-env:UserInstallation={folder-address}profile", "--headless", "--norestore",
                   "--infilter=MS Word 97", "--convert-to", "{output-extension}", "--outdir", "{folder}", "{input}"],
       "result": "input.{output-extension}", "files": {"profile/user/registrymodifications.xcu": \#(settings)},
       "losses": ["metadata"]},
      {"name": "LibreOffice from Word", "reads": ["org.openxmlformats.wordprocessingml.document"],
       "writes": ["com.adobe.pdf", "public.rtf"], "timeout": 180, "cost": 400,
       "command": ["soffice", "-env:UserInstallation={folder-address}profile", "--headless", "--norestore",
                   "--infilter=MS Word 2007 XML", "--convert-to", "{output-extension}", "--outdir", "{folder}",
                   "{input}"],
       "result": "input.{output-extension}", "files": {"profile/user/registrymodifications.xcu": \#(settings)},
       "losses": ["metadata"]},
      {"name": "LibreOffice from OpenDocument", "reads": ["org.oasis-open.opendocument.text"],
       "writes": ["com.adobe.pdf", "public.rtf"], "timeout": 180, "cost": 400,
       "command": ["soffice", "-env:UserInstallation={folder-address}profile", "--headless", "--norestore",
                   "--infilter=writer8", "--convert-to", "{output-extension}", "--outdir", "{folder}", "{input}"],
       "result": "input.{output-extension}", "files": {"profile/user/registrymodifications.xcu": \#(settings)},
       "losses": ["metadata"]},
      {"name": "LibreOffice from Excel 97", "reads": ["com.microsoft.excel.xls"],
       "writes": ["com.adobe.pdf", "org.oasis-open.opendocument.spreadsheet"], "timeout": 180, "cost": 400,
       "command": ["soffice", "-env:UserInstallation={folder-address}profile", "--headless", "--norestore",
                   "--infilter=MS Excel 97", "--convert-to", "{output-extension}", "--outdir", "{folder}",
                   "{input}"],
       "result": "input.{output-extension}", "files": {"profile/user/registrymodifications.xcu": \#(settings)},
       "losses": ["metadata"]},
      {"name": "LibreOffice from Excel", "reads": ["org.openxmlformats.spreadsheetml.sheet"],
       "writes": ["com.adobe.pdf", "org.oasis-open.opendocument.spreadsheet"], "timeout": 180, "cost": 400,
       "command": ["soffice", "-env:UserInstallation={folder-address}profile", "--headless", "--norestore",
                   "--infilter=Calc MS Excel 2007 XML", "--convert-to", "{output-extension}", "--outdir", "{folder}",
                   "{input}"],
       "result": "input.{output-extension}", "files": {"profile/user/registrymodifications.xcu": \#(settings)},
       "losses": ["metadata"]},
      {"name": "LibreOffice from OpenDocument spreadsheet", "reads": ["org.oasis-open.opendocument.spreadsheet"],
       "writes": ["com.adobe.pdf", "org.openxmlformats.spreadsheetml.sheet"], "timeout": 180, "cost": 400,
       "command": ["soffice", "-env:UserInstallation={folder-address}profile", "--headless", "--norestore",
                   "--infilter=calc8", "--convert-to", "{output-extension}", "--outdir", "{folder}",
                   "{input}"],
       "result": "input.{output-extension}", "files": {"profile/user/registrymodifications.xcu": \#(settings)},
       "losses": ["metadata"]},
      {"name": "LibreOffice from PowerPoint 97", "reads": ["com.microsoft.powerpoint.ppt"],
       "writes": ["com.adobe.pdf", "org.oasis-open.opendocument.presentation"], "timeout": 180, "cost": 400,
       "command": ["soffice", "-env:UserInstallation={folder-address}profile", "--headless", "--norestore",
                   "--infilter=MS PowerPoint 97", "--convert-to", "{output-extension}", "--outdir", "{folder}",
                   "{input}"],
       "result": "input.{output-extension}", "files": {"profile/user/registrymodifications.xcu": \#(settings)},
       "losses": ["metadata"]},
      {"name": "LibreOffice from PowerPoint", "reads": ["org.openxmlformats.presentationml.presentation"],
       "writes": ["com.adobe.pdf", "org.oasis-open.opendocument.presentation"], "timeout": 180, "cost": 400,
       "command": ["soffice", "-env:UserInstallation={folder-address}profile", "--headless", "--norestore",
                   "--infilter=Impress MS PowerPoint 2007 XML", "--convert-to", "{output-extension}", "--outdir", "{folder}",
                   "{input}"],
       "result": "input.{output-extension}", "files": {"profile/user/registrymodifications.xcu": \#(settings)},
       "losses": ["metadata"]},
      {"name": "LibreOffice from OpenDocument presentation", "reads": ["org.oasis-open.opendocument.presentation"],
       "writes": ["com.adobe.pdf", "org.openxmlformats.presentationml.presentation"], "timeout": 180, "cost": 400,
       "command": ["soffice", "-env:UserInstallation={folder-address}profile", "--headless", "--norestore",
                   "--infilter=impress8", "--convert-to", "{output-extension}", "--outdir", "{folder}",
                   "{input}"],
       "result": "input.{output-extension}", "files": {"profile/user/registrymodifications.xcu": \#(settings)},
       "losses": ["metadata"]},
      {"name": "ImageMagick",
       "reads": ["public.png", "public.jpeg", "public.tiff", "com.compuserve.gif", "org.webmproject.webp",
                 "com.microsoft.bmp", "public.heic"],
       "writes": ["public.png", "public.tiff", "com.compuserve.gif", "org.webmproject.webp", "com.microsoft.bmp"],
       "command": ["convert", "{input-extension}:{input}[0]", "-auto-orient", "{output-extension}:{output}"],
       "losses": ["colors", "images", "metadata", "precision"]},
      {"name": "ImageMagick to JPEG",
       "reads": ["public.png", "public.tiff", "com.compuserve.gif", "org.webmproject.webp", "com.microsoft.bmp",
                 "public.heic"],
       "writes": ["public.jpeg"],
       "command": ["convert", "{input-extension}:{input}[0]", "-auto-orient", "-background", "white", "-alpha", "remove",
                   "-alpha", "off", "{output-extension}:{output}"],
       "losses": ["colors", "images", "metadata", "precision"]},
      {"name": "rsvg-convert", "reads": ["public.svg-image"], "writes": ["public.png", "com.adobe.pdf"],
       "command": ["rsvg-convert", "--dpi-x=96", "--dpi-y=96", "--format={output-extension}", "{size}",
                   "--output={output}", "{input}"],
       "sizeArguments": ["--keep-aspect-ratio", "--width={width}", "--height={height}"],
       "losses": ["metadata"]},
      {"name": "poppler text", "reads": ["com.adobe.pdf"], "writes": ["public.html"], "timeout": 120,
       "command": ["pdftotext", "{page}", "-enc", "UTF-8", "-bbox-layout", "{input}", "{folder}/pages.html"],
       "then": [["pdftohtml", "{page}", "-xml", "-i", "-enc", "UTF-8", "{input}", "{folder}/links"]],
       "pageArguments": ["-f", "{number}", "-l", "{number}"], "result": "pages.html", "form": "pages of text",
       "losses": ["fonts", "colors", "formatting", "images", "links"]},
      {"name": "poppler pictures", "reads": ["com.adobe.pdf"], "writes": ["public.png"], "timeout": 120,
       "command": ["pdftocairo", "-png", "-singlefile", "-cropbox", "{page}", "{size}", "{input}",
                   "{folder}/output"],
       "pageInformation": ["pdfinfo", "{page}", "{input}"],
       "pageArguments": ["-f", "{number}", "-l", "{number}"],
       "sizeArguments": ["-scale-to-x", "{width}", "-scale-to-y", "{height}"], "result": "output.png",
       "losses": ["links", "metadata"]},
      {"name": "ffmpeg sound",
       "reads": ["com.microsoft.waveform-audio", "public.mp3", "public.mpeg-4-audio", "org.xiph.flac",
                 "public.aiff-audio"],
       "writes": ["com.microsoft.waveform-audio", "public.mp3", "com.apple.m4a-audio", "org.xiph.flac"],
       "timeout": 600,
       "command": ["ffmpeg", "-nostdin", "-v", "error", "-protocol_whitelist", "file", "-format_whitelist",
                   "wav,mp3,mov,flac,aiff", "-i", "file:{input}", "-vn", "file:{output}"],
       "losses": ["metadata", "precision"]},
      {"name": "ffmpeg film",
       "reads": ["public.mpeg-4", "com.apple.quicktime-movie", "org.webmproject.webm", "public.avi"],
       "writes": ["public.mpeg-4", "org.webmproject.webm"], "timeout": 3600,
       "command": ["ffmpeg", "-nostdin", "-v", "error", "-protocol_whitelist", "file", "-format_whitelist",
                   "mov,webm,matroska,avi", "-i", "file:{input}", "file:{output}"],
       "losses": ["metadata", "precision"]}
    ]}
    """#
}
