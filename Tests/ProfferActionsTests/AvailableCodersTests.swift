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
    expectEmpty(InstalledConverters(in: .standard).found)
  }

  /// A promise must be kept on every machine that opens the bundle.
  @Test func aPromiseIsNeverMadeByAnExternalConverter() throws {
    let folder = try TemporaryFolder()
    let source = "org.openxmlformats.wordprocessingml.document"
    let destination = try require(
      ExternalConverter.standard.first { $0.command[0] == "soffice" && $0.reads.contains(source) }?.writes
        .first { type in (try? AvailableCoders(in: .standard).own.plan(from: [source], to: type)) == nil })
    var coders = AvailableCoders(in: try context(with: "soffice", in: folder))
    #expect(throws: Never.self) { try coders.plan(from: [source], to: destination) }
    let error = expectThrows(ActionError.self) {
      try coders.promisedPlan(from: [source], to: destination)
    }
    expectEqual(error?.message.contains("only an external converter writes this type"), true)
  }

  /// A context with two folders on its search path, whose `convert` prints the given text and notes each run in a file.
  private func context(
    withConvertPrinting texts: [String], in folder: TemporaryFolder
  ) async throws -> ActionContext {
    var context = ActionContext.standard
    var folders: [String] = []
    for (number, text) in texts.enumerated() {
      try FileManager.default.createDirectory(
        atPath: folder.path("\(number)"), withIntermediateDirectories: false)
      try await folder.writeScript(
        "echo \(number) >> \(folder.path("runs")); echo '\(text)'", to: "\(number)/convert")
      folders.append(folder.path("\(number)"))
    }
    context.searchPath = folders.joined(separator: ":")
    return context
  }

  private static let imageMagick = "Version: ImageMagick 6.9.11-60 Q16 x86_64"

  @Test func aProgramThatOnlyHasTheNameOfAConverterIsMissing() async throws {
    let folder = try TemporaryFolder()
    let context = try await context(withConvertPrinting: ["convert: 12 inches = 1 foot"], in: folder)
    var coders = AvailableCoders(in: context, program: "ImageMagick")
    let error = expectThrows(ActionError.self) {
      try coders.plan(from: ["com.microsoft.bmp"], to: "com.compuserve.gif")
    }
    expectEqual(error?.message.hasPrefix("ImageMagick is not installed; install "), true)
    let listed = try CoderListing().run(in: context).programs.filter { $0.command == "convert" }
    #expect(!listed.isEmpty && listed.allSatisfy { $0.file == nil && $0.version == nil })
  }

  @Test func theNextProgramOfTheSameNameIsUsed() async throws {
    let folder = try TemporaryFolder()
    let context = try await context(withConvertPrinting: ["units", "weights", Self.imageMagick], in: folder)
    var coders = AvailableCoders(in: context, program: "ImageMagick")
    let plan = try coders.plan(from: ["com.microsoft.bmp"], to: "com.compuserve.gif")
    expectEqual(plan.bridges.compactMap(\.converterName), ["ImageMagick"])
    let listed = try CoderListing().run(in: context).programs.filter { $0.command == "convert" }
    #expect(!listed.isEmpty && listed.allSatisfy { $0.file == folder.path("2/convert") })
    expect(listed.allSatisfy { $0.version == "6.9.11-60" }, listed)
  }

  @Test func aProgramIsExaminedOnceAndOnlyIfAPlanUsesIt() async throws {
    let folder = try TemporaryFolder()
    let context = try await context(withConvertPrinting: [Self.imageMagick], in: folder)
    var coders = AvailableCoders(in: context)
    _ = try coders.plan(from: ["com.microsoft.bmp"], to: "com.compuserve.gif")
    #expect(try coders.destinations(from: ["com.microsoft.bmp"]).contains("public.jpeg"))
    #expect(try !folder.names().contains("runs"))
    var named = AvailableCoders(in: context, program: "ImageMagick")
    for type in ["com.compuserve.gif", "public.tiff", "public.jpeg"] {
      _ = try named.plan(from: ["com.microsoft.bmp"], to: type)
    }
    try expectEqual(folder.read("runs"), Array("0\n".utf8))
  }

  /// A program that draws has no options of pictures, so that its picture is written again.
  @Test(.requires(.libpng)) func optionsOfPicturesNeedAWriterOfThisLibrary() throws {
    let folder = try TemporaryFolder()
    let context = try context(with: "rsvg-convert", in: folder)
    func plan(_ change: (inout CoderOptions) -> Void) throws -> ConversionPlan {
      var options = CoderOptions()
      change(&options)
      var coders = AvailableCoders(in: context, options: options)
      return try coders.plan(from: ["public.svg-image"], to: "public.png")
    }
    let drawn = try plan { _ in }
    expectEqual(drawn.bridges.compactMap(\.converterName), ["rsvg-convert"])
    for change: (inout CoderOptions) -> Void in [
      { $0.images.maximumSize = ImageSize(width: 10, height: 10) }, { $0.images.stripsMetadata = true },
    ] {
      let written = try plan(change)
      expectEqual(written.bridges.compactMap(\.converterName), ["rsvg-convert"])
      #expect(
        written.writer.kind == ValueKind<Image>.image.erased && drawn.writer.kind != written.writer.kind)
    }
  }
}
