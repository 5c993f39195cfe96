// The classes of tags, and the keys of declarations (source of the names: `UTType.h` of Core Services).
public import Foundation

/// `public.filename-extension`.
public var kUTTagClassFilenameExtension: CFString { "public.filename-extension" }
/// `public.mime-type`.
public var kUTTagClassMIMEType: CFString { "public.mime-type" }
/// `com.apple.nspboard-type`.
public var kUTTagClassNSPboardType: CFString { "com.apple.nspboard-type" }
/// `com.apple.ostype`.
public var kUTTagClassOSType: CFString { "com.apple.ostype" }
/// `UTExportedTypeDeclarations`.
public var kUTExportedTypeDeclarationsKey: CFString { "UTExportedTypeDeclarations" }
/// `UTImportedTypeDeclarations`.
public var kUTImportedTypeDeclarationsKey: CFString { "UTImportedTypeDeclarations" }
/// `UTTypeIdentifier`.
public var kUTTypeIdentifierKey: CFString { "UTTypeIdentifier" }
/// `UTTypeTagSpecification`.
public var kUTTypeTagSpecificationKey: CFString { "UTTypeTagSpecification" }
/// `UTTypeConformsTo`.
public var kUTTypeConformsToKey: CFString { "UTTypeConformsTo" }
/// `UTTypeDescription`.
public var kUTTypeDescriptionKey: CFString { "UTTypeDescription" }
/// `UTTypeIconFile`.
public var kUTTypeIconFileKey: CFString { "UTTypeIconFile" }
/// `UTTypeReferenceURL`.
public var kUTTypeReferenceURLKey: CFString { "UTTypeReferenceURL" }
/// `UTTypeVersion`.
public var kUTTypeVersionKey: CFString { "UTTypeVersion" }
