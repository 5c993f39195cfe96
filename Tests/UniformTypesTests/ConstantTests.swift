import TestSupport;
import Testing
import UniformTypes

@Suite struct ConstantTests {
  @Test func everyConstantIsAtItsPositionInTheStandardTable() throws {
    let rows = names.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
    try #require(rows.count == 143 && constants.count == 143)
    for (row, constant) in zip(rows, constants) {
      expectEqual(constant.identifier, row[1], "UTType.\(row[0])")
      expectEqual(UTType(row[1]), constant, "UTType.\(row[0]) is at the wrong position")
      expect(constant.isDeclared && !constant.isDynamic, "UTType.\(row[0])")
      let declaration = try require(TypeRegistry.standard.declaration(of: constant))
      expectEqual(declaration.identifier, row[1], "UTType.\(row[0]) is at the wrong position")
    }
  }

  @Test func constantsAreDifferentTypes() {
    expectEqual(Set(constants).count, constants.count)
  }
}

/// All constants, in the order of `names`.
private let constants: [UTType] = [
  .item, .data, .directory, .content, .compositeContent, .executable, .unixExecutable, .application,
  .archive, .bookmark, .database, .presentation, .spreadsheet, .threeDContent, .usd, .usdz, .realityFile,
  .sceneKitScene, .arReferenceObject, .message, .emailMessage, .toDoItem, .calendarEvent, .contact,
  .vCard, .text, .plainText, .utf8PlainText, .utf16ExternalPlainText, .utf16PlainText, .log, .resolvable,
  .symbolicLink, .mountPoint, .urlBookmarkData, .aliasFile, .exe, .diskImage, .tarArchive, .gzip, .bz2,
  .zip, .appleArchive, .url, .fileURL, .internetLocation, .internetShortcut, .delimitedText,
  .commaSeparatedText, .tabSeparatedText, .utf8TabSeparatedText, .rtf, .html, .xml, .css, .json, .yaml,
  .propertyList, .xmlPropertyList, .binaryPropertyList, .sourceCode, .cSource, .objectiveCSource,
  .cPlusPlusSource, .objectiveCPlusPlusSource, .cHeader, .cPlusPlusHeader, .swiftSource, .script,
  .assemblyLanguageSource, .javaScript, .shellScript, .perlScript, .pythonScript, .rubyScript, .phpScript,
  .makefile, .image, .livePhoto, .rawImage, .jpeg, .tiff, .png, .svg, .icns, .audiovisualContent, .movie,
  .video, .audio, .quickTimeMovie, .mpeg, .mpeg2Video, .mpeg4Movie, .appleProtectedMPEG4Video, .avi,
  .mpeg2TransportStream, .mp3, .playlist, .m3uPlaylist, .mpeg4Audio, .appleProtectedMPEG4Audio, .aiff,
  .midi, .font, .appleScript, .osaScript, .osaScriptBundle, .folder, .volume, .package, .bundle,
  .systemPreferencesPane, .framework, .applicationBundle, .flatRTFD, .rtfd, .pluginBundle, .xpcService,
  .applicationExtension, .spotlightImporter, .quickLookGenerator, .pkcs12, .x509Certificate, .webArchive,
  .epub, .pdf, .gif, .bmp, .ico, .webP, .exr, .heif, .heic, .heics, .wav, .ahap, .dng, .geoJSON, .jpegxl,
  .linkPresentationMetadata, .markdown, .dragBundle, .uriList,
]

/// The name of each constant and its identifier on Apple's systems.
private let names = """
  item public.item
  data public.data
  directory public.directory
  content public.content
  compositeContent public.composite-content
  executable public.executable
  unixExecutable public.unix-executable
  application com.apple.application
  archive public.archive
  bookmark public.bookmark
  database public.database
  presentation public.presentation
  spreadsheet public.spreadsheet
  threeDContent public.3d-content
  usd com.pixar.universal-scene-description
  usdz com.pixar.universal-scene-description-mobile
  realityFile com.apple.reality
  sceneKitScene com.apple.scenekit.scene
  arReferenceObject com.apple.arobject
  message public.message
  emailMessage public.email-message
  toDoItem public.to-do-item
  calendarEvent public.calendar-event
  contact public.contact
  vCard public.vcard
  text public.text
  plainText public.plain-text
  utf8PlainText public.utf8-plain-text
  utf16ExternalPlainText public.utf16-external-plain-text
  utf16PlainText public.utf16-plain-text
  log public.log
  resolvable com.apple.resolvable
  symbolicLink public.symlink
  mountPoint com.apple.mount-point
  urlBookmarkData com.apple.bookmark
  aliasFile com.apple.alias-file
  exe com.microsoft.windows-executable
  diskImage public.disk-image
  tarArchive public.tar-archive
  gzip org.gnu.gnu-zip-archive
  bz2 public.bzip2-archive
  zip public.zip-archive
  appleArchive com.apple.archive
  url public.url
  fileURL public.file-url
  internetLocation com.apple.internet-location
  internetShortcut com.microsoft.internet-shortcut
  delimitedText public.delimited-values-text
  commaSeparatedText public.comma-separated-values-text
  tabSeparatedText public.tab-separated-values-text
  utf8TabSeparatedText public.utf8-tab-separated-values-text
  rtf public.rtf
  html public.html
  xml public.xml
  css public.css
  json public.json
  yaml public.yaml
  propertyList com.apple.property-list
  xmlPropertyList com.apple.xml-property-list
  binaryPropertyList com.apple.binary-property-list
  sourceCode public.source-code
  cSource public.c-source
  objectiveCSource public.objective-c-source
  cPlusPlusSource public.c-plus-plus-source
  objectiveCPlusPlusSource public.objective-c-plus-plus-source
  cHeader public.c-header
  cPlusPlusHeader public.c-plus-plus-header
  swiftSource public.swift-source
  script public.script
  assemblyLanguageSource public.assembly-source
  javaScript com.netscape.javascript-source
  shellScript public.shell-script
  perlScript public.perl-script
  pythonScript public.python-script
  rubyScript public.ruby-script
  phpScript public.php-script
  makefile public.make-source
  image public.image
  livePhoto com.apple.live-photo
  rawImage public.camera-raw-image
  jpeg public.jpeg
  tiff public.tiff
  png public.png
  svg public.svg-image
  icns com.apple.icns
  audiovisualContent public.audiovisual-content
  movie public.movie
  video public.video
  audio public.audio
  quickTimeMovie com.apple.quicktime-movie
  mpeg public.mpeg
  mpeg2Video public.mpeg-2-video
  mpeg4Movie public.mpeg-4
  appleProtectedMPEG4Video com.apple.protected-mpeg-4-video
  avi public.avi
  mpeg2TransportStream public.mpeg-2-transport-stream
  mp3 public.mp3
  playlist public.playlist
  m3uPlaylist public.m3u-playlist
  mpeg4Audio public.mpeg-4-audio
  appleProtectedMPEG4Audio com.apple.protected-mpeg-4-audio
  aiff public.aiff-audio
  midi public.midi-audio
  font public.font
  appleScript com.apple.applescript.text
  osaScript com.apple.applescript.script
  osaScriptBundle com.apple.applescript.script-bundle
  folder public.folder
  volume public.volume
  package com.apple.package
  bundle com.apple.bundle
  systemPreferencesPane com.apple.systempreference.prefpane
  framework com.apple.framework
  applicationBundle com.apple.application-bundle
  flatRTFD com.apple.flat-rtfd
  rtfd com.apple.rtfd
  pluginBundle com.apple.plugin
  xpcService com.apple.xpc-service
  applicationExtension com.apple.application-and-system-extension
  spotlightImporter com.apple.metadata-importer
  quickLookGenerator com.apple.quicklook-generator
  pkcs12 com.rsa.pkcs-12
  x509Certificate public.x509-certificate
  webArchive com.apple.webarchive
  epub org.idpf.epub-container
  pdf com.adobe.pdf
  gif com.compuserve.gif
  bmp com.microsoft.bmp
  ico com.microsoft.ico
  webP org.webmproject.webp
  exr com.ilm.openexr-image
  heif public.heif
  heic public.heic
  heics public.heics
  wav com.microsoft.waveform-audio
  ahap com.apple.haptics.ahap
  dng com.adobe.raw-image
  geoJSON public.geojson
  jpegxl public.jpeg-xl
  linkPresentationMetadata com.apple.linkpresentation.metadata
  markdown net.daringfireball.markdown
  dragBundle io.proffer.drag-bundle
  uriList io.proffer.uri-list
  """
