import Foundation
import ItemProviders
import ProfferFileSystem
import ProviderBundles
import TypeDiscovery
import UniformTypes

/// A source of a batch of conversions.
struct BatchSource: Sendable {
  /// The input, or the error that prevents its conversion.
  var input: Result<ActionInput, any Error>
  /// The name that messages use for the source.
  var name: String
  /// The path of the input; nil for a stream.
  var path: FilePath?
  /// The item and its bundle; nil if the source is not an item of a bundle.
  var item: (place: BundlePlace, bundle: BatchBundle)?
  /// The part of the document; nil if the source is a whole document.
  var part: Part?
  /// The name of the result, without its extension.
  var stem: String?
  /// The subfolders of the output folder in which the result is written, outermost first.
  var folders: [FileName] = []
  /// Whether the source was found in a folder, rather than named by the user.
  var isFound = false
  /// The reason why the source is not converted; nil if it is to be converted.
  var skipReason: String?

  /// A part of a document, by its number, counted from 1.
  enum Part: Sendable {
    case sheet(Int)
    case page(Int)
  }

  init(_ input: ActionInput) {
    self.input = .success(input)
    name = input.description
    path = input.path
    stem = input.path.flatMap(Self.stem)
  }

  init(_ name: String, path: FilePath?, failed error: any Error) {
    input = .failure(error)
    self.name = name
    self.path = path
  }

  init(_ place: BundlePlace, of input: ActionInput, _ bundle: BatchBundle, stem: String) {
    self.input = .success(input)
    name = "item \(place) of \(input)"
    path = input.path
    item = (place, bundle)
    self.stem = stem
  }

  /// Returns the name of a file without its extension; nil if the name is not UTF-8.
  private static func stem(of path: FilePath) -> String? {
    guard let name = path.lastComponent?.string else { return nil }
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
    return String(name[..<dot])
  }
}

/// Finds the sources of a batch: files, items of bundles, and files below folders.
///
/// The output folder is never a source. An input that cannot be examined becomes a source that fails, so that
/// the other inputs are still converted.
struct BatchSources {
  private(set) var sources: [BatchSource] = []
  /// The number of hidden files and folders that were left out.
  private(set) var hiddenCount = 0
  private let conversion: DocumentConversion
  private let context: ActionContext
  private let declared: UTType?
  /// The output folder and the folder for pictures, if they exist.
  private let outputs: [FileStatus]

  /// - Parameter folder: the output folder; nil if the results are kept in memory.
  init(of conversion: DocumentConversion, into folder: FilePath?, in context: ActionContext) throws {
    self.conversion = conversion
    self.context = context
    declared = try conversion.from?.resolved(in: context)
    var folders = [folder].compactMap(\.self)
    if case .folder(let pictures)? = conversion.pictures { folders.append(pictures) }
    outputs = try folders.compactMap { try FileStatus.ifPresent($0) }
    let isOnly = conversion.inputs.count == 1 && conversion.list == nil
    for input in conversion.inputs {
      do { try add(input, isOnly: isOnly) } catch  where !isOnly {
        sources.append(BatchSource(input.description, path: input.path, failed: error))
      }
    }
    if let list = conversion.list { try add(list) }
    if conversion.separatesPages { sources = sources.flatMap { $0.pages(of: conversion, in: context) } }
    if conversion.separatesSheets { sources = sources.flatMap { $0.sheets(of: conversion, in: context) } }
  }

  /// Adds the files of a list.
  ///
  /// The folders of a listed path are kept in the output folder. The names of the results therefore do not
  /// depend on the other files in the list, and a long list can be divided.
  private mutating func add(_ list: InputList) throws {
    var listed: Set<FilePath> = []
    for entry in try list.entries(in: context) {
      switch entry {
      case .path(let path):
        let count = sources.count
        if listed.insert(path).inserted {
          do { try add(ActionInput(path), isOnly: false) } catch {
            sources.append(BatchSource(path.description, path: path, failed: error))
          }
        } else {
          var repeated = BatchSource(ActionInput(path))
          repeated.skipReason = "it is listed twice"
          sources.append(repeated)
        }
        let folders = path.parent.bytes.split(separator: UInt8(ascii: "/")).compactMap { FileName(bytes: $0) }
        for index in count..<sources.count { sources[index].folders.insert(contentsOf: folders, at: 0) }
      case .invalid(let name):
        sources.append(
          BatchSource(
            name, path: nil,
            failed: ActionError.failure(
              "the name contains a NUL character; if the names in the list end with NUL, add -0", of: name
            )))
      }
    }
  }

  private mutating func add(_ named: ActionInput, isOnly: Bool) throws {
    let input = try named.readable.spooled(in: context)
    guard try declared != nil || input.path.map({ try FileStatus.ifPresent($0) != nil }) ?? true else {
      // The conversion reports the error in the same way as for an unreadable source.
      sources.append(BatchSource(named))
      return
    }
    let type = try declared ?? type(of: input)
    if type == .dragBundle {
      sources += try items(of: input, at: conversion.place)
    } else if let folder = input.path, let status = try FileStatus.ifPresent(folder), status.kind == .folder,
      !context.types.registry.conforms(type, to: .package)
    {
      guard !outputs.contains(where: status.isSameFile) else {
        if !isOnly { return }
        throw ActionError.usage("\(folder) is the output folder, which is never an input")
      }
      guard conversion.isRecursive else {
        throw ActionError.failure("\(folder) is a folder", code: .isFolder)
      }
      try addFiles(below: folder)
    } else {
      var source = BatchSource(input)
      source.stem = BatchSource(named).stem
      sources.append(source)
    }
  }

  private func type(of input: ActionInput) throws -> UTType {
    switch input.origin {
    case .path(let path): try context.types.detect(path).type
    case .stream(let file), .contents(let file, _):
      try context.types.detect(file, named: nil, isExecutable: false, bytes: nil).type
    }
  }

  private func items(of input: ActionInput, at place: PlaceReference?) throws -> [BatchSource] {
    let bundle = try input.openBundle(in: context)
    try context.types.include(typesOf: bundle)
    let place = try place?.resolved(in: bundle, for: context.identity)
    let items = try bundle.items(numbered: place?.item)
    do {
      try bundle.checkExpansion(ofLargestIn: items.lazy.map(\.item), to: context.identity)
    } catch {
      throw ActionError.failure(error.message, cause: error, code: .itemsExpandTooFar)
    }
    let shared = BatchBundle(of: input, itemCount: items.count, in: context)
    return items.map { number, item in
      BatchSource(
        place ?? BundlePlace(item: number), of: input, shared,
        stem: item.stem(showing: bundle.visible(in: item, to: .other).map(\.representation))
          ?? "item \(number)")
    }
  }

  // MARK: Folders

  /// Adds the sources below a folder: files, packages such as `Notes.rtfd`, and items of bundles.
  ///
  /// A package is a folder that is a single document. Hidden files and folders, and the output folder, are
  /// left out.
  private mutating func addFiles(below folder: FilePath) throws {
    let files = try FileList(below: folder, skippingHidden: true, excluding: outputs)
    hiddenCount += files.hiddenCount
    let bundles = try bundleFolders(in: files)
    var documents: Set<FilePath> = []
    for number in 0..<files.count {
      let names = files.path(at: number).bytes.dropFirst(folder.bytes.count)
        .split(separator: UInt8(ascii: "/")).compactMap { FileName(bytes: Array($0)) }
      // The outermost folder that is a single document; if there is none, the file.
      let end =
        names.dropLast().indices.first { index in
          isDocument(names[index]) || bundles.contains(folder.appending(Array(names[...index])))
        } ?? names.count - 1
      let path = folder.appending(Array(names[...end]))
      guard documents.insert(path).inserted else { continue }
      var found = [BatchSource(ActionInput(path))]
      if isNamedBundle(names[end]) || bundles.contains(path) || end == names.count - 1 && isArchive(path) {
        do { found = try items(of: ActionInput(path), at: nil) } catch {
          // The conversion reports the error in the same way as for an unreadable source.
        }
      }
      for var source in found {
        source.folders = Array(names[..<end])
        source.isFound = true
        sources.append(source)
      }
    }
  }

  /// Returns the folders that are bundles by their contents.
  private func bundleFolders(in files: FileList) throws -> Set<FilePath> {
    guard let mark = FileName("mimetype") else { return [] }
    var folders: Set<FilePath> = []
    for number in 0..<files.count where files.name(at: number) == mark {
      let folder = files.path(at: number).parent
      if try context.types.detectUndeclared(folder).type == .dragBundle { folders.insert(folder) }
    }
    return folders
  }

  /// Returns whether a file is a bundle by its contents, whatever its name is.
  private func isArchive(_ path: FilePath) -> Bool {
    do {
      // Only a zip archive can be a bundle, and most files are not zip archives.
      let (file, status) = try OpenFile.examiningRegular(path)
      guard status.byteCount > 4, try file.bytes(at: 0, count: 4) == Array("PK\u{3}\u{4}".utf8) else {
        return false
      }
      return try context.types.detectUndeclared(path).type == .dragBundle
    } catch {
      // The conversion reports the error.
      return false
    }
  }

  /// Returns whether a folder with this name is a single document.
  private func isDocument(_ name: FileName) -> Bool {
    type(of: name, conformingTo: .package) != nil || isNamedBundle(name)
  }

  private func isNamedBundle(_ name: FileName) -> Bool { type(of: name, conformingTo: nil) == .dragBundle }

  /// Returns the declared type of the extension of a file name; nil if there is none.
  private func type(of name: FileName, conformingTo parent: UTType?) -> UTType? {
    guard let name = name.string, let dot = name.lastIndex(of: "."), dot != name.startIndex else {
      return nil
    }
    let type = context.types.registry.type(
      tag: String(name[name.index(after: dot)...]), tagClass: .filenameExtension, conformingTo: parent)
    return type?.isDynamic == false ? type : nil
  }
}
