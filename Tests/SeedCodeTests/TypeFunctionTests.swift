#if !canImport(Darwin)
  import Foundation
  import MobileCoreServices
  import TestSupport; import Testing

  struct TypeFunctionTests {
    @Test func aTypeIsFoundByItsExtensionAndBack() {
      let pathExtension = "jpg"
      let identifier = UTTypeCreatePreferredIdentifierForTag(
        kUTTagClassFilenameExtension, pathExtension as CFString, nil)?.takeRetainedValue()
      expectEqual(identifier as String?, "public.jpeg")
      guard let identifier else { return }
      #expect(UTTypeConformsTo(identifier, kUTTypeImage))
      #expect(!UTTypeConformsTo(kUTTypeImage, identifier))
      let mimeType =
        UTTypeCopyPreferredTagWithClass(identifier, kUTTagClassMIMEType)?.takeRetainedValue() as String?
      expectEqual(mimeType, "image/jpeg")
      let fileExtensions =
        UTTypeCopyAllTagsWithClass(identifier, kUTTagClassFilenameExtension)?.takeRetainedValue() as? [String]
      expectEqual(fileExtensions?.contains("jpg"), true)
    }

    @Test func allTypesOfATagComeBestFirst() {
      let all = UTTypeCreateAllIdentifiersForTag(kUTTagClassMIMEType, "text/plain" as CFString, nil)
      let identifiers = all?.takeRetainedValue() as? [String]
      expectEqual(identifiers?.first, kUTTypePlainText as String)
    }

    @Test func anUnknownExtensionIsADynamicType() {
      let type = UTTypeCreatePreferredIdentifierForTag(
        kUTTagClassFilenameExtension, "no-such-extension" as CFString, kUTTypeData)
      guard let identifier = type?.takeRetainedValue() else {
        Issue.record("there is no type")
        return
      }
      #expect(UTTypeIsDynamic(identifier))
      #expect(!UTTypeIsDeclared(identifier))
      #expect(UTTypeConformsTo(identifier, kUTTypeData))
      expectNil(UTTypeCopyDescription(identifier))
      expectNil(UTTypeCopyDeclaration(identifier))
    }

    @Test func identifiersAreEqualWithoutRegardToCase() {
      #expect(UTTypeEqual("public.PNG" as CFString, kUTTypePNG))
      #expect(!UTTypeEqual(kUTTypeJPEG, kUTTypePNG))
      #expect(UTTypeConformsTo("object" as CFString, "object" as CFString))
      #expect(!UTTypeConformsTo("object" as CFString, kUTTypeData))
    }

    @Test func aDeclarationHasTheKeysOfAPropertyList() {
      let declaration = UTTypeCopyDeclaration(kUTTypePNG)?.takeRetainedValue() as? [String: Any]
      expectEqual(declaration?[kUTTypeIdentifierKey as String] as? String, "public.png")
      expectEqual((declaration?[kUTTypeConformsToKey as String] as? [String])?.contains("public.image"), true)
      let tags = declaration?[kUTTypeTagSpecificationKey as String] as? [String: [String]]
      expectEqual(tags?[kUTTagClassFilenameExtension as String], ["png"])
      expectNotNil(declaration?[kUTTypeDescriptionKey as String])
    }

    @Test func textThatIsNotATypeHasNoAnswers() {
      let text = "no type" as CFString
      #expect(!UTTypeIsDeclared(text))
      #expect(!UTTypeIsDynamic(text))
      expectNil(UTTypeCopyPreferredTagWithClass(text, kUTTagClassMIMEType))
      expectNil(
        UTTypeCreatePreferredIdentifierForTag(kUTTagClassMIMEType, "text/plain" as CFString, text))
      expectNil(UTTypeCreatePreferredIdentifierForTag("no class" as CFString, "x" as CFString, nil))
    }

    @Test func everyConstantNamesADeclaredType() {
      let constants: [CFString] = [
        kUTTypeItem, kUTTypeContent, kUTTypeCompositeContent, kUTTypeMessage, kUTTypeContact,
        kUTTypeArchive, kUTTypeDiskImage, kUTTypeData, kUTTypeDirectory, kUTTypeResolvable,
        kUTTypeSymLink, kUTTypeExecutable, kUTTypeMountPoint, kUTTypeAliasFile, kUTTypeAliasRecord,
        kUTTypeURLBookmarkData, kUTTypeURL, kUTTypeFileURL, kUTTypeFolder, kUTTypeVolume, kUTTypePackage,
        kUTTypeBundle, kUTTypePluginBundle, kUTTypeSpotlightImporter, kUTTypeQuickLookGenerator,
        kUTTypeXPCService, kUTTypeFramework, kUTTypeApplication, kUTTypeApplicationBundle,
        kUTTypeApplicationFile, kUTTypeUnixExecutable, kUTTypeWindowsExecutable, kUTTypeJavaClass,
        kUTTypeJavaArchive, kUTTypeSystemPreferencesPane, kUTTypeGNUZipArchive, kUTTypeBzip2Archive,
        kUTTypeZipArchive, kUTTypeText, kUTTypePlainText, kUTTypeUTF8PlainText,
        kUTTypeUTF16ExternalPlainText, kUTTypeUTF16PlainText, kUTTypeDelimitedText,
        kUTTypeCommaSeparatedText, kUTTypeTabSeparatedText, kUTTypeUTF8TabSeparatedText, kUTTypeRTF,
        kUTTypeHTML, kUTTypeXML, kUTTypeSourceCode, kUTTypeAssemblyLanguageSource, kUTTypeCSource,
        kUTTypeObjectiveCSource, kUTTypeSwiftSource, kUTTypeCPlusPlusSource,
        kUTTypeObjectiveCPlusPlusSource, kUTTypeCHeader, kUTTypeCPlusPlusHeader, kUTTypeJavaSource,
        kUTTypeScript, kUTTypeAppleScript, kUTTypeOSAScript, kUTTypeOSAScriptBundle, kUTTypeJavaScript,
        kUTTypeShellScript, kUTTypePerlScript, kUTTypePythonScript, kUTTypeRubyScript, kUTTypePHPScript,
        kUTTypeJSON, kUTTypePropertyList, kUTTypeXMLPropertyList, kUTTypeBinaryPropertyList, kUTTypePDF,
        kUTTypeRTFD, kUTTypeFlatRTFD, kUTTypeTXNTextAndMultimediaData, kUTTypeWebArchive,
        kUTTypeSpreadsheet, kUTTypePresentation, kUTTypeDatabase, kUTTypeVCard, kUTTypeToDoItem,
        kUTTypeCalendarEvent, kUTTypeEmailMessage, kUTTypeInternetLocation, kUTTypeInkText, kUTTypeFont,
        kUTTypeBookmark, kUTTypePKCS12, kUTTypeX509Certificate, kUTTypeElectronicPublication, kUTTypeLog,
        kUTTypeImage, kUTTypeJPEG, kUTTypeJPEG2000, kUTTypeTIFF, kUTTypePICT, kUTTypeGIF, kUTTypePNG,
        kUTTypeQuickTimeImage, kUTTypeAppleICNS, kUTTypeBMP, kUTTypeICO, kUTTypeRawImage,
        kUTTypeScalableVectorGraphics, kUTTypeLivePhoto, kUTType3DContent, kUTTypeAudiovisualContent,
        kUTTypeMovie, kUTTypeVideo, kUTTypeAudio, kUTTypeQuickTimeMovie, kUTTypeMPEG, kUTTypeMPEG2Video,
        kUTTypeMPEG2TransportStream, kUTTypeMP3, kUTTypeMPEG4, kUTTypeMPEG4Audio,
        kUTTypeAppleProtectedMPEG4Audio, kUTTypeAppleProtectedMPEG4Video, kUTTypeAVIMovie,
        kUTTypeAudioInterchangeFileFormat, kUTTypeWaveformAudio, kUTTypeMIDIAudio, kUTTypePlaylist,
        kUTTypeM3UPlaylist,
      ]
      for constant in constants { expect(UTTypeIsDeclared(constant), "\(constant)") }
      expectEqual(Set(constants.map { $0 as String }).count, constants.count)
    }
  }
#endif
