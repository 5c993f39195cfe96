// Text, source and documents (source of the names: `UTCoreTypes.h` of Core Services).
public import Foundation

/// `public.text`.
public var kUTTypeText: CFString { "public.text" }
/// `public.plain-text`.
public var kUTTypePlainText: CFString { "public.plain-text" }
/// `public.utf8-plain-text`.
public var kUTTypeUTF8PlainText: CFString { "public.utf8-plain-text" }
/// `public.utf16-external-plain-text`.
public var kUTTypeUTF16ExternalPlainText: CFString { "public.utf16-external-plain-text" }
/// `public.utf16-plain-text`.
public var kUTTypeUTF16PlainText: CFString { "public.utf16-plain-text" }
/// `public.delimited-values-text`.
public var kUTTypeDelimitedText: CFString { "public.delimited-values-text" }
/// `public.comma-separated-values-text`.
public var kUTTypeCommaSeparatedText: CFString { "public.comma-separated-values-text" }
/// `public.tab-separated-values-text`.
public var kUTTypeTabSeparatedText: CFString { "public.tab-separated-values-text" }
/// `public.utf8-tab-separated-values-text`.
public var kUTTypeUTF8TabSeparatedText: CFString { "public.utf8-tab-separated-values-text" }
/// `public.rtf`.
public var kUTTypeRTF: CFString { "public.rtf" }
/// `public.html`.
public var kUTTypeHTML: CFString { "public.html" }
/// `public.xml`.
public var kUTTypeXML: CFString { "public.xml" }
/// `public.source-code`.
public var kUTTypeSourceCode: CFString { "public.source-code" }
/// `public.assembly-source`.
public var kUTTypeAssemblyLanguageSource: CFString { "public.assembly-source" }
/// `public.c-source`.
public var kUTTypeCSource: CFString { "public.c-source" }
/// `public.objective-c-source`.
public var kUTTypeObjectiveCSource: CFString { "public.objective-c-source" }
/// `public.swift-source`.
public var kUTTypeSwiftSource: CFString { "public.swift-source" }
/// `public.c-plus-plus-source`.
public var kUTTypeCPlusPlusSource: CFString { "public.c-plus-plus-source" }
/// `public.objective-c-plus-plus-source`.
public var kUTTypeObjectiveCPlusPlusSource: CFString { "public.objective-c-plus-plus-source" }
/// `public.c-header`.
public var kUTTypeCHeader: CFString { "public.c-header" }
/// `public.c-plus-plus-header`.
public var kUTTypeCPlusPlusHeader: CFString { "public.c-plus-plus-header" }
/// `com.sun.java-source`.
public var kUTTypeJavaSource: CFString { "com.sun.java-source" }
/// `public.script`.
public var kUTTypeScript: CFString { "public.script" }
/// `com.apple.applescript.text`.
public var kUTTypeAppleScript: CFString { "com.apple.applescript.text" }
/// `com.apple.applescript.script`.
public var kUTTypeOSAScript: CFString { "com.apple.applescript.script" }
/// `com.apple.applescript.script-bundle`.
public var kUTTypeOSAScriptBundle: CFString { "com.apple.applescript.script-bundle" }
/// `com.netscape.javascript-source`.
public var kUTTypeJavaScript: CFString { "com.netscape.javascript-source" }
/// `public.shell-script`.
public var kUTTypeShellScript: CFString { "public.shell-script" }
/// `public.perl-script`.
public var kUTTypePerlScript: CFString { "public.perl-script" }
/// `public.python-script`.
public var kUTTypePythonScript: CFString { "public.python-script" }
/// `public.ruby-script`.
public var kUTTypeRubyScript: CFString { "public.ruby-script" }
/// `public.php-script`.
public var kUTTypePHPScript: CFString { "public.php-script" }
/// `public.json`.
public var kUTTypeJSON: CFString { "public.json" }
/// `com.apple.property-list`.
public var kUTTypePropertyList: CFString { "com.apple.property-list" }
/// `com.apple.xml-property-list`.
public var kUTTypeXMLPropertyList: CFString { "com.apple.xml-property-list" }
/// `com.apple.binary-property-list`.
public var kUTTypeBinaryPropertyList: CFString { "com.apple.binary-property-list" }
/// `com.adobe.pdf`.
public var kUTTypePDF: CFString { "com.adobe.pdf" }
/// `com.apple.rtfd`.
public var kUTTypeRTFD: CFString { "com.apple.rtfd" }
/// `com.apple.flat-rtfd`.
public var kUTTypeFlatRTFD: CFString { "com.apple.flat-rtfd" }
/// `com.apple.txn.text-multimedia-data`.
public var kUTTypeTXNTextAndMultimediaData: CFString { "com.apple.txn.text-multimedia-data" }
/// `com.apple.webarchive`.
public var kUTTypeWebArchive: CFString { "com.apple.webarchive" }
/// `public.spreadsheet`.
public var kUTTypeSpreadsheet: CFString { "public.spreadsheet" }
/// `public.presentation`.
public var kUTTypePresentation: CFString { "public.presentation" }
/// `public.database`.
public var kUTTypeDatabase: CFString { "public.database" }
/// `public.vcard`.
public var kUTTypeVCard: CFString { "public.vcard" }
/// `public.to-do-item`.
public var kUTTypeToDoItem: CFString { "public.to-do-item" }
/// `public.calendar-event`.
public var kUTTypeCalendarEvent: CFString { "public.calendar-event" }
/// `public.email-message`.
public var kUTTypeEmailMessage: CFString { "public.email-message" }
/// `com.apple.internet-location`.
public var kUTTypeInternetLocation: CFString { "com.apple.internet-location" }
/// `com.apple.ink.inktext`.
public var kUTTypeInkText: CFString { "com.apple.ink.inktext" }
/// `public.font`.
public var kUTTypeFont: CFString { "public.font" }
/// `public.bookmark`.
public var kUTTypeBookmark: CFString { "public.bookmark" }
/// `com.rsa.pkcs-12`.
public var kUTTypePKCS12: CFString { "com.rsa.pkcs-12" }
/// `public.x509-certificate`.
public var kUTTypeX509Certificate: CFString { "public.x509-certificate" }
/// `org.idpf.epub-container`.
public var kUTTypeElectronicPublication: CFString { "org.idpf.epub-container" }
/// `public.log`.
public var kUTTypeLog: CFString { "public.log" }
