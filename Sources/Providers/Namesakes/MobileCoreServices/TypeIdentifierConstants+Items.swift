// Items, files and folders (source of the names: `UTCoreTypes.h` of Core Services).
public import Foundation

/// `public.item`.
public var kUTTypeItem: CFString { "public.item" }
/// `public.content`.
public var kUTTypeContent: CFString { "public.content" }
/// `public.composite-content`.
public var kUTTypeCompositeContent: CFString { "public.composite-content" }
/// `public.message`.
public var kUTTypeMessage: CFString { "public.message" }
/// `public.contact`.
public var kUTTypeContact: CFString { "public.contact" }
/// `public.archive`.
public var kUTTypeArchive: CFString { "public.archive" }
/// `public.disk-image`.
public var kUTTypeDiskImage: CFString { "public.disk-image" }
/// `public.data`.
public var kUTTypeData: CFString { "public.data" }
/// `public.directory`.
public var kUTTypeDirectory: CFString { "public.directory" }
/// `com.apple.resolvable`.
public var kUTTypeResolvable: CFString { "com.apple.resolvable" }
/// `public.symlink`.
public var kUTTypeSymLink: CFString { "public.symlink" }
/// `public.executable`.
public var kUTTypeExecutable: CFString { "public.executable" }
/// `com.apple.mount-point`.
public var kUTTypeMountPoint: CFString { "com.apple.mount-point" }
/// `com.apple.alias-file`.
public var kUTTypeAliasFile: CFString { "com.apple.alias-file" }
/// `com.apple.alias-record`.
public var kUTTypeAliasRecord: CFString { "com.apple.alias-record" }
/// `com.apple.bookmark`.
public var kUTTypeURLBookmarkData: CFString { "com.apple.bookmark" }
/// `public.url`.
public var kUTTypeURL: CFString { "public.url" }
/// `public.file-url`.
public var kUTTypeFileURL: CFString { "public.file-url" }
/// `public.folder`.
public var kUTTypeFolder: CFString { "public.folder" }
/// `public.volume`.
public var kUTTypeVolume: CFString { "public.volume" }
/// `com.apple.package`.
public var kUTTypePackage: CFString { "com.apple.package" }
/// `com.apple.bundle`.
public var kUTTypeBundle: CFString { "com.apple.bundle" }
/// `com.apple.plugin`.
public var kUTTypePluginBundle: CFString { "com.apple.plugin" }
/// `com.apple.metadata-importer`.
public var kUTTypeSpotlightImporter: CFString { "com.apple.metadata-importer" }
/// `com.apple.quicklook-generator`.
public var kUTTypeQuickLookGenerator: CFString { "com.apple.quicklook-generator" }
/// `com.apple.xpc-service`.
public var kUTTypeXPCService: CFString { "com.apple.xpc-service" }
/// `com.apple.framework`.
public var kUTTypeFramework: CFString { "com.apple.framework" }
/// `com.apple.application`.
public var kUTTypeApplication: CFString { "com.apple.application" }
/// `com.apple.application-bundle`.
public var kUTTypeApplicationBundle: CFString { "com.apple.application-bundle" }
/// `com.apple.application-file`.
public var kUTTypeApplicationFile: CFString { "com.apple.application-file" }
/// `public.unix-executable`.
public var kUTTypeUnixExecutable: CFString { "public.unix-executable" }
/// `com.microsoft.windows-executable`.
public var kUTTypeWindowsExecutable: CFString { "com.microsoft.windows-executable" }
/// `com.sun.java-class`.
public var kUTTypeJavaClass: CFString { "com.sun.java-class" }
/// `com.sun.java-archive`.
public var kUTTypeJavaArchive: CFString { "com.sun.java-archive" }
/// `com.apple.systempreference.prefpane`.
public var kUTTypeSystemPreferencesPane: CFString { "com.apple.systempreference.prefpane" }
/// `org.gnu.gnu-zip-archive`.
public var kUTTypeGNUZipArchive: CFString { "org.gnu.gnu-zip-archive" }
/// `public.bzip2-archive`.
public var kUTTypeBzip2Archive: CFString { "public.bzip2-archive" }
/// `public.zip-archive`.
public var kUTTypeZipArchive: CFString { "public.zip-archive" }
