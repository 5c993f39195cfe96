import ExternalConverters
import Foundation
import ImageCoders
import ProfferActions
import ProfferConversions
import ProfferFileSystem
import StandardCoders
import TestSupport
import Testing

struct AvailableCodersTests {
  /// A context whose search path is a folder with a program of the given name.
  private func context(with program: String, in folder: TemporaryFolder) throws -> ActionContext {
    try folder.write(Array("#!/bin/sh\n".utf8), to: program)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: folder.path(program))
    var context = ActionContext.standard
    context.searchPath = folder.path
    return context
  }

  @Test func theStandardContextHasNoExternalConverters() {
    let converters = InstalledConverters(in: .standard)
    #expect(converters.found.isEmpty && !converters.missing.isEmpty)
  }

  @Test func aConverterIsFoundInTheSearchPathOfItsContextOnly() throws {
    let folder = try TemporaryFolder()
    let context = try context(with: "pandoc", in: folder)
    let found = InstalledConverters(in: context).found
    #expect(!found.isEmpty && found.allSatisfy { $0.file == folder.path("pandoc") })
    #expect(InstalledConverters(in: .standard).found.isEmpty)
  }

  /// A promise must be kept on every machine that opens the bundle.
  @Test func aPromiseIsNeverMadeByAnExternalConverter() throws {
    let folder = try TemporaryFolder()
    let source = "org.openxmlformats.wordprocessingml.document"
    let destination = try #require(
      ExternalConverter.standard.first { $0.command[0] == "soffice" && $0.reads.contains(source) }?.writes
        .first { type in (try? AvailableCoders(in: .standard).own.plan(from: [source], to: type)) == nil })
    var coders = AvailableCoders(in: try context(with: "soffice", in: folder))
    #expect(throws: Never.self) { try coders.plan(from: [source], to: destination) }
    let error = #expect(throws: ActionError.self) {
      try coders.promisedPlan(from: [source], to: destination)
    }
    #expect(error?.message.contains("only an external converter writes this type") == true)
  }

  /// Whether the library that reads PNG is installed.
  private static let hasPNG =
    (try? AvailableCoders(in: .standard).own.plan(from: ["public.png"], to: "public.png")) != nil

  /// A program that draws has no options of pictures, so that its picture is written again.
  @Test(.enabled(if: hasPNG)) func optionsOfPicturesNeedAWriterOfThisLibrary() throws {
    let folder = try TemporaryFolder()
    let context = try context(with: "rsvg-convert", in: folder)
    func plan(_ change: (inout CoderOptions) -> Void) throws -> ConversionPlan {
      var options = CoderOptions()
      change(&options)
      var coders = AvailableCoders(in: context, options: options)
      return try coders.plan(from: ["public.svg-image"], to: "public.png")
    }
    let drawn = try plan { _ in }
    #expect(drawn.bridges.compactMap(\.converterName) == ["rsvg-convert"])
    for change: (inout CoderOptions) -> Void in [
      { $0.images.maximumSize = ImageSize(width: 10, height: 10) }, { $0.images.stripsMetadata = true },
    ] {
      let written = try plan(change)
      #expect(written.bridges.compactMap(\.converterName) == ["rsvg-convert"])
      #expect(
        written.writer.kind == ValueKind<Image>.image.erased && drawn.writer.kind != written.writer.kind)
    }
  }
}
