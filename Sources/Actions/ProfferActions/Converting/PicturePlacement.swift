package import ProfferConversions
public import ProfferFileSystem
package import UniformTypes

/// Where a conversion keeps the pictures of a document if the result, such as Markdown, only refers to them.
public enum PicturePlacement: Sendable, Hashable {
  /// Pictures are written to files in a folder, and the result refers to these files.
  ///
  /// If there are several inputs, each has a folder of its own in this folder.
  case folder(FilePath)
  /// The addresses in the result are `data:` URLs that contain the pictures.
  case inline
}

/// Where one conversion keeps the pictures of its document.
package enum KeptPictures: Sendable {
  case folder(PictureFolder)
  case inline

  /// - Parameters:
  ///   - names: the subfolders of the pictures folder that only this document uses, outermost first.
  ///   - destination: the path of the result; addresses are relative to its folder.
  package init(
    _ placement: PicturePlacement, in names: [FileName] = [], referredFrom destination: FilePath,
    replacing: Bool, types: TypeRegistry
  ) {
    switch placement {
    case .inline: self = .inline
    case .folder(let folder):
      self = .folder(
        PictureFolder(folder, names, referredFrom: destination, replacing: replacing, types: types))
    }
  }

  /// The picture keeper that writers call.
  package var keeper: PictureKeeper {
    switch self {
    case .inline: .inline
    case .folder(let folder): folder.keeper
    }
  }

  /// Calls a function that converts the document.
  ///
  /// If the function throws, no pictures are left behind.
  package func keeping<Result>(_ convert: () throws -> Result) throws -> Result {
    guard case .folder(let folder) = self else { return try convert() }
    do {
      return try convert()
    } catch {
      folder.discard()
      throw error
    }
  }

  /// Ends the writing of pictures; must be called before the result is final.
  package func finish() throws {
    if case .folder(let folder) = self { try folder.finish() }
  }
}

extension PicturePlacement {
  /// Throws `unusedOption` if a plan writes a type that cannot refer to the pictures of a document.
  ///
  /// - Parameter isOneOfMany: whether other inputs may have pictures although this one has none.
  package func refuseUnused(in plan: ConversionPlan, isOneOfMany: Bool = false) throws {
    let isMarkdown = TypeIdentifier(plan.destinationIdentifier) == "net.daringfireball.markdown"
    if plan.canKeepPictures || isOneOfMany && isMarkdown { return }
    let names = TypeNames([plan.sourceIdentifier, plan.destinationIdentifier])
    throw ActionError.usage(
      "pictures can be kept only when formatted text is converted to Markdown; this conversion is "
        + "\(names[plan.sourceIdentifier]) to \(names[plan.destinationIdentifier])", code: .unusedOption)
  }
}

extension ActionContext {
  /// A placeholder path for a result that is not a file; picture addresses are relative to its folder.
  package var unnamedResult: FilePath {
    FilePath(bytes: folders.current.bytes + Array("/result".utf8)) ?? folders.current
  }
}
