extension StandardTypes {
  /// Positions 205 to 281: images, moving pictures, sound and fonts.
  static let media: StaticString = #"""
    export public.image: public.data public.content
      name picture
      description image
    export com.apple.live-photo
      description Live Photo
    export com.apple.private.live-photo-bundle: com.apple.live-photo com.apple.bundle com.apple.package
      extension pvt
    export public.fax: public.image public.message
      description fax
    export public.camera-raw-image: public.image
      unreported-mime image/x-dcraw
      description camera raw image
    export public.jpeg: public.image
      name JPEG picture
      extension jpeg jpg jpe
      unreported-extension jfif pjpeg
      mime image/jpeg image/jpg
      unreported-mime image/pjpeg
      ostype JPEG
      description JPEG image
    export public.jpeg-2000: public.image
      extension jp2 jpf jpx j2k j2c
      unreported-extension jpc jpg2
      mime image/jp2
      unreported-mime image/jpx image/x-jp2-codestream image/jpeg2000 image/jpeg2000-image image/x-jpeg2000-image
      ostype "jp2 "
      description JPEG 2000 image
    export public.tiff: public.image
      name TIFF picture
      extension tiff tif
      mime image/tiff
      unreported-mime image/x-tiff image/tiff-fx
      ostype TIFF
      pasteboard "NeXT TIFF v4.0 pasteboard type" NSTIFFPboardType
      description TIFF image
    export com.apple.pict: public.image
      extension pict pct pic
      mime image/pict image/x-pict image/x-macpict
      ostype PICT
      pasteboard "Apple PICT pasteboard type" NSPICTPboardType
      description QuickDraw picture
    export com.apple.macpaint-image: public.image
      extension pntg
      unreported-mime image/x-macpaint
      ostype PNTG
      description MacPaint image
    export public.png: public.image
      name PNG picture
      extension png
      mime image/png
      unreported-mime image/x-png
      ostype PNGf
      pasteboard "Apple PNG pasteboard type"
      description PNG image
    export public.svg-image: public.image public.xml
      name SVG picture
      extension svg svgz
      mime image/svg+xml
      unreported-mime image/svg
      ostype "svg " svgz
      description SVG image
    export com.apple.quicktime-image: public.image
      extension qtif qti
      mime image/x-quicktime
      ostype qtif
      description QuickTime image
    export com.apple.icns: public.image
      extension icns
      unreported-mime image/x-icns image/icns
      ostype icns
      description Apple icon image
    export public.xbitmap-image: public.image
      extension xbm
      mime image/x-xbitmap
      unreported-mime image/x-xbm
      description X bitmap image
    export public.mpo-image: public.image
      extension mpo
      description Multiple Picture Object image
    export ca.mcgill.mni.bic.mnc: public.image
      extension mnc minc
      ostype MINC
      description MINC Image
      reference http://www.bic.mni.mcgill.ca/software/minc/
    export org.nema.dicom: public.data
      extension dcm dicom
      mime application/dicom
      ostype DICM
      description DICOM
      reference http://dicom.nema.org
    export gov.nih.nifti-1: public.data
      extension nii
      ostype NII1
      description NIfTI-1
      reference http://nifti.nimh.nih.gov
    export public.audiovisual-content: public.data public.content
      description audiovisual content
    export public.movie: public.audiovisual-content
      description movie
    export public.video: public.movie
      description video
    export public.audio: public.audiovisual-content
      description audio
    export com.apple.quicktime-movie: public.movie
      name QuickTime video
      extension mov qt
      unreported-extension moov qtvr
      mime video/quicktime
      unreported-mime video/x-quicktime
      ostype MooV
      description QuickTime movie
    export public.mpeg: public.movie
      extension mpg mpeg mpe m75 m15
      unreported-extension mpv
      mime video/mpeg video/mpg video/x-mpeg video/x-mpg
      unreported-mime video/mpeg-system video/x-mpeg-system
      ostype "MPG " MPEG
      description MPEG movie
    export public.mpeg-2-video: public.video
      extension m2v
      mime video/mpeg2 video/mpeg2-video
      description MPEG-2 video
    export public.mpeg-4: public.movie
      name MPEG-4 video
      extension mp4 mpg4
      mime video/mp4 video/mp4v-es
      unreported-mime video/x-mp4
      ostype mpg4 "MP4 "
      description MPEG-4 movie
    export com.apple.m4v-video: public.mpeg-4
      extension m4v
      mime video/x-m4v
      ostype "M4V "
      description Apple MPEG-4 movie
    export com.apple.protected-mpeg-4-video: com.apple.m4v-video
      description protected MPEG-4 movie
    export public.dv-movie: public.movie
      extension dv dif
      mime video/x-dv
      unreported-mime video/dv
      ostype dvc!
      description DV movie
    export public.avi: public.movie
      extension avi vfw
      unreported-extension avf
      mime video/avi video/msvideo video/x-msvideo
      unreported-mime video/vnd.avi video/vnd.divx
      ostype "VfW " "Vfw "
      description AVI movie
    export public.3gpp: public.movie
      extension 3gp 3gpp sdv
      mime video/3gpp audio/3gpp
      ostype 3gpp "sdv "
      description 3GPP movie
    export public.3gpp2: public.movie
      extension 3g2 3gp2
      mime video/3gpp2 audio/3gpp2
      ostype 3gp2
      description 3GPP2 movie
    export public.flc-animation: public.movie
      extension flc fli cel
      mime video/flc
      unreported-mime video/x-flic video/fli video/x-fli
      ostype "FLI "
      description FLC animation
    export public.mpeg-2-transport-stream: public.movie
      extension ts
      unreported-mime video/mp2t
      description MPEG-2 Transport Stream
    export public.audiovisual-content-collection
      description Audiovisual Collection
    export public.avchd-collection: com.apple.package public.audiovisual-content-collection
      extension avchd
      description AVCHD Collection
    export com.apple.audio-unit-preset: com.apple.xml-property-list
      extension aupreset
      description audio unit preset
    export public.mp2: public.audio
      extension mp2
      unreported-mime audio/mp2 audio/x-mp2
      description MP2 audio
    export public.mp3: public.audio
      name MP3 sound
      extension mp3 mpga
      mime audio/mpeg audio/mpeg3 audio/mpg audio/mp3 audio/x-mpeg audio/x-mpeg3 audio/x-mpg audio/x-mp3
      unreported-mime audio/x-mpeg-3
      ostype MPG3 mpg3 "Mp3 " "MP3 " mp3! MP3!
      description MP3 audio
    export public.playlist
      description playlist
    export public.m3u-playlist: public.plain-text public.playlist
      extension m3u m3u8
      mime audio/mpegurl application/vnd.apple.mpegurl audio/x-mpegurl
      unreported-mime audio/x-mp3-playlist audio/m3u audio/x-m3u application/x-mpegurl application/m3u
      description M3U Playlist
      reference http://www.schworak.com/programming/music/playlist_m3u.asp
    export public.pls-playlist: public.text public.playlist
      extension pls
      mime audio/x-scpls
      unreported-mime audio/scpls
      description PLS Playlist
    export public.mpeg-4-audio: public.audio
      name MPEG-4 sound
      extension mp4 mpg4
      mime audio/mp4 audio/mp4a-latm
      ostype mpg4 "MP4 "
      description MPEG-4 audio
    export com.apple.m4a-audio: public.mpeg-4-audio
      extension m4a
      mime audio/x-m4a
      unreported-mime audio/m4a
      ostype "M4A "
      description Apple MPEG-4 audio
    export com.apple.mpeg-4-ringtone: public.mpeg-4-audio
      extension m4r
      mime audio/x-m4r
      ostype "M4R "
      description Ringtone
    export com.apple.protected-mpeg-4-audio: public.audio
      extension m4p
      ostype "M4P "
      description protected MPEG-4 audio
    export com.apple.protected-mpeg-4-audio-b: com.apple.protected-mpeg-4-audio
      extension m4b
      unreported-mime audio/x-m4b
      ostype "M4B "
      description protected MPEG-4 audio
    export public.ulaw-audio: public.audio
      extension ul ulw ulaw
      ostype ULAW
      description uLaw audio
    export public.au-audio: public.audio
      extension au snd
      mime audio/basic
      unreported-mime audio/x-au
      description AU audio
    export public.aifc-audio: public.audio
      extension aifc
      unreported-extension aiffc
      unreported-mime audio/x-aifc audio/x-aiffc
      ostype AIFC
      description AIFF-C audio
    export public.aiff-audio: public.aifc-audio
      extension aiff aif
      mime audio/aiff audio/x-aiff
      ostype AIFF
      description AIFF audio
    export public.cdda-audio: public.aifc-audio
      extension cdda
      ostype cdda
      description CDDA audio
    export public.midi-audio: public.audio
      extension midi mid smf kar
      mime audio/midi audio/x-midi
      unreported-mime audio/mid
      ostype Midi
      description MIDI audio
    export public.downloadable-sound: public.audio
      extension dls
      mime audio/dls
      description downloadable sound
    export com.apple.coreaudio-format: public.audio
      extension caf
      unreported-mime audio/x-caf
      ostype caff
      description Apple CoreAudio format
    export public.ac3-audio: public.audio
      extension ac3
      mime audio/ac3
      unreported-mime audio/x-ac3
      ostype ac-3
      description AC-3 audio
    export public.enhanced-ac3-audio: public.audio
      extension eac3 ec3
      mime audio/eac3
      ostype ec-3
      description Enhanced AC-3 audio
    export org.3gpp.adaptive-multi-rate-audio: public.audio
      extension amr
      mime audio/amr
      ostype "amr "
      description Adaptive Multi-rate audio
    export public.aac-audio: public.audio
      extension aac adts
      mime audio/aac audio/x-aac
      unreported-mime audio/aacp
      ostype "aac "
      description AAC audio
    export com.audible.aa-audio: public.audio
      description Audible.com Audio
    export com.audible.aa-audiobook: com.audible.aa-audio
      extension aa
      mime audio/audible audio/x-pn-audibleaudio audio/x-audible
      ostype AUDB
      description Audible.com Audiobook
    export com.audible.aax-audiobook: com.audible.aa-audio
      extension aax
      mime audio/vnd.audible.aax
      ostype AUDX
      description Audible.com Audiobook
    export com.sony.wave64: public.audio
      extension w64
      description Wave64 Audio
    export public.font: public.data
      unreported-mime application/x-font
      description font
    export public.truetype-font: public.font
      description TrueType font
    export com.adobe.postscript-font: public.font
      description PostScript font
    export com.apple.truetype-datafork-suitcase-font: public.truetype-font
      extension dfont
      ostype dfon
      description TrueType datafork font
    export public.opentype-font: public.font
      extension otf
      mime font/otf
      unreported-mime application/x-font-otf application/vnd.ms-opentype font/opentype
      ostype OTTO
      description PostScript OpenType font
    export public.opentype-collection-font: public.opentype-font
      extension otc
      description PostScript OpenType collection font
    export public.truetype-ttf-font: public.truetype-font
      extension ttf
      mime font/ttf
      unreported-mime application/x-font-ttf application/x-font-truetype font/sfnt
      description TrueType OpenType font
    export public.truetype-collection-font: public.truetype-font
      extension ttc
      unreported-mime font/collection
      ostype ttcf
      description TrueType collection font
    export com.apple.font-suitcase: public.font
      extension suit
      ostype FFIL ffil sfnt tfil
      description font suitcase
    export com.adobe.postscript-lwfn-font: com.adobe.postscript-font
      ostype LWFN
      description PostScript Type 1 outline font
    export com.adobe.postscript-pfb-font: com.adobe.postscript-font
      extension pfb
      unreported-mime application/x-font-type1 application/x-font-pfb
      description PostScript Type 1 outline font
    export com.adobe.postscript-pfa-font: com.adobe.postscript-font
      extension pfa
      description PostScript Type 1 outline font
    export com.apple.profile-font-icon: public.item
      ostype pfnt
      description Profile Font
    """#

  /// Positions 282 to 381: folders, bundles, packages and other system types.
  static let foldersAndBundles: StaticString = #"""
    export com.apple.applescript.text: public.script
      extension applescript
      unreported-mime text/x-applescript
      description AppleScript text
    export com.apple.applescript.script: public.data public.script
      extension scpt
      ostype osas
      description AppleScript
    export com.apple.applescript.script-bundle: com.apple.bundle com.apple.package
      extension scptd
      description Script bundle
    export com.apple.scripting-definition: public.xml
      extension sdef
      description Scripting Definition
    export public.folder: public.directory
      ostype fold fldr adcL sbFd
      description folder
      wildcard
    export com.apple.drop-folder: public.folder
      ostype dbox sbDB
    export com.apple.applications-folder: public.folder
      ostype apps tAps sbAp
    export com.apple.server-applications-folder: public.folder
      ostype sapp
    export com.apple.library-folder: public.folder
      ostype ƒlib extn tLib
    export com.apple.document-type.system-folder: public.folder
      ostype macs
      description System Folder
    export com.apple.trash-empty: public.folder
      ostype trsh sbTr
      description Trash
    export com.apple.trash-full: public.folder
      ostype ftrh
      description Full Trash
    export com.apple.sites-folder: public.folder
      ostype issf tSts
      description Sites Folder
    export com.apple.groups-folder: public.folder
      ostype gfld
      description Groups Folder
    export com.apple.servers-folder: public.folder
      ostype shpt
    export com.apple.desktop-folder: public.folder
      ostype desk tDsk sbDt
      description Desktop Folder
    export com.apple.documents-folder: public.folder
      ostype docs tDoc sbDc
      description Documents Folder
    export com.apple.downloads-folder: public.folder
      ostype dwnf tDwn sbDl
      description Downloads Folder
    export com.apple.movie-folder: public.folder
      ostype fvoc tMov sbMv
      description Movie Folder
    export com.apple.music-folder: public.folder
      ostype spki tMus sbMs
      description Music Folder
    export com.apple.pictures-folder: public.folder
      ostype tPic morƒ sbPc
      description Pictures Folder
    export com.apple.public-folder: public.folder
      ostype tPub pubf
      description Public Folder
    export com.apple.home-folder: public.folder
      ostype ufld thom sbHm
      description Home Folder
    export com.apple.developer-folder: public.folder
      ostype devf
      description Developer Folder
    export com.apple.users-folder: public.folder
      ostype wfld
      description Users Folder
    export com.apple.utilities-folder: public.folder
      ostype utiƒ tUtl sbUF
      description Utilities Folder
    export public.volume: public.folder
      ostype disk
      description volume
    export public.file-sharepoint
      description sharepoint
    export com.apple.network-neighborhood
      ostype gnet macn sbNw
      description neighborhood
    export com.apple.dot-mac
      ostype mymc
      description .Mac
    export com.apple.idisk
      ostype idsk sbID
      description iDisk
    export com.apple.user-idisk
      ostype udsk
      description User iDisk
    export com.apple.package: public.directory
      description Package
      wildcard
    export com.apple.bundle: public.directory
      description bundle
      wildcard
    export com.apple.generic-bundle: com.apple.bundle com.apple.package
      extension bundle
      ostype BNDL
      description bundle
    export com.apple.systempreference.prefpane: com.apple.package com.apple.bundle
      extension prefpane
      description System Preference pane
    export com.apple.systempreference.screen-saver: com.apple.package com.apple.bundle
      extension saver
      description Screen Saver
    export com.apple.systempreference.screen-slide-saver: com.apple.package com.apple.bundle
      extension slidesaver
      description Screen Slide Saver
    export com.apple.menu-extra: com.apple.package com.apple.bundle
      extension menu
      description System Menu Extra
    export com.apple.localizable-name-bundle: com.apple.bundle
    export com.apple.framework: com.apple.bundle
      extension framework
      ostype FMWK
      description framework
    export com.apple.application-bundle: com.apple.application com.apple.localizable-name-bundle com.apple.package
      extension app
      ostype APPL
    export com.apple.application-file: com.apple.application public.data
      extension app
      ostype APPL
    export com.apple.deprecated-application-file: com.apple.application-file
      ostype APPC APPD APPE appe CDEV cdev dfil
    export com.apple.flat-rtfd: public.data public.composite-content
      name flat RTFD
      ostype rtfd
      pasteboard "NeXT RTFD pasteboard type" NSRTFDPboardType
      description rich text with attachments (RTFD) data
    export com.apple.installer-package: com.apple.bundle com.apple.package
      extension pkg
      ostype pkg1
      description Installer package
    export com.apple.installer-distribution-package: com.apple.bundle com.apple.package
      extension dist distz
      ostype dist
      description Installer distribution
    export com.apple.installer-meta-package: com.apple.bundle com.apple.package
      extension mpkg
      ostype mpkg
      description Installer package
    export com.apple.intelligentsuggestions.assets: com.apple.bundle com.apple.package
      extension suggestionsassets
      description Intelligent Suggestions assets
    export com.apple.rtfd: com.apple.package public.composite-content
      name RTFD
      extension rtfd
      description rich text with attachments (RTFD)
    export com.apple.application-placeholder: com.apple.application-bundle
      extension placeholder
    export com.apple.service-application: com.apple.application-bundle
      extension service
    export com.apple.plugin: com.apple.bundle com.apple.package
      extension plugin
      ostype plug
      description plug-in
    export com.apple.xpc-service: com.apple.bundle com.apple.package
      extension xpc
      description XPC Service
    export com.apple.kernel-extension: com.apple.bundle com.apple.package
      extension kext
      description Kernel Extension
    export com.apple.application-and-system-extension: com.apple.xpc-service
      extension appex
      description Application and System Extension
    export com.apple.pluginkit: com.apple.bundle com.apple.package
      extension pluginkit
      description PlugInKit plug-in
    export com.apple.webkit-plugin: com.apple.plugin
      extension webplugin
      description WebKit plug-in
    export com.apple.metadata-importer: com.apple.plugin
      extension mdimporter
      description Spotlight importer
    export com.apple.quicklook-generator: com.apple.plugin
      extension qlgenerator
      description QuickLook preview generator
    export com.apple.dashboard-widget: com.apple.localizable-name-bundle com.apple.package
      extension wdgt
      description Dashboard widget
    export com.apple.driver-extension: com.apple.localizable-name-bundle com.apple.package
      extension dext
      description Driver Extension
    export com.apple.system-extension: com.apple.localizable-name-bundle com.apple.package
      extension systemextension
      description System Extension
    export com.apple.ppp-plug-in: com.apple.plugin
      extension ppp
      description PPP Plug-in
    export com.apple.file-system-plug-in: com.apple.plugin
      extension fs
      description File System Plug-in
    export com.apple.data-container: public.folder com.apple.localizable-name-bundle
    export org.openxmlformats.openxml: public.data
      description Office Open XML
    export org.oasis-open.opendocument: public.data
      description Open Document
    export com.rsa.pkcs-12: public.data
      extension p12 pfx
      mime application/x-pkcs12
      unreported-mime application/pkcs12
      description personal information exchange (PKCS#12)
    export public.x509-certificate: public.data
      extension cer der crt pem
      unreported-extension cert
      mime application/x-x509-ca-cert
      unreported-mime application/pkix-cert application/x-pem-file application/x-x509-user-cert
      description certificate (X.509)
    export com.apple.alert
      description Alert
    export com.apple.alert-note: com.apple.alert
      ostype note
      description Alert Note
    export com.apple.alert-caution: com.apple.alert
      ostype caut
      description Alert Caution
    export com.apple.alert-stop: com.apple.alert
      ostype stop
      description Alert Stop
    export com.apple.webarchive: public.data public.composite-content
      name web archive
      extension webarchive
      mime application/x-webarchive
      ostype weba
      pasteboard "Apple Web Archive pasteboard type"
      description web archive
    export org.idpf.epub-container: public.data public.composite-content
      name EPUB book
      extension epub
      mime application/epub+zip
      description EPUB publication
    export com.apple.localized-pdf-bundle: com.apple.localizable-name-bundle com.apple.package public.composite-content
      extension lpdf
      description localized PDF
    export org.aafassociation.advanced-authoring-format: public.data public.composite-content
      extension aaf
      ostype "AAF "
      description Advanced Authoring Format
    export com.apple.txn.text-multimedia-data: public.data public.composite-content
      ostype txtn
      description text with multimedia
    export com.apple.colorsync-profile: public.data
      extension icc icm pf
      unreported-mime application/vnd.iccprofile
      ostype clsp prof
      description ColorSync profile
    export com.apple.profile-background-color: public.data
      ostype pbcl
      description Profile Background Color
    export com.apple.profile-font-and-color: public.data
      ostype pfcl
      description Profile Font And Color
    export com.apple.color-file: public.data
      extension clr ccl
      description Color File
    export com.apple.ink.inktext: public.data
      ostype inkt
      pasteboard "Apple InkText pasteboard type"
      description writing
    export com.apple.mobileconfig: public.xml
      extension mobileconfig mobile
      mime application/x-apple-aspen-config
      description mobile configuration
    export com.apple.provisionprofile: public.xml
      extension provisionprofile
      description provision profile
    export com.apple.configprofile: public.xml
      extension configprofile
      description configuration profile
    export com.apple.user
      ostype user
      description User
    export com.apple.guest-user: com.apple.user
      ostype gusr
      description Guest User
    export com.apple.help-document: public.data
      ostype help
      description Help Document
    export com.apple.user-group
      ostype grup
      description User Group
    export com.apple.user-unknown
      ostype unus
      description User Unknown
    export com.apple.airdrop
      ostype sbNC
      description AirDrop
    export com.apple.bonjour
      ostype bonj sbBj
      description Bonjour
    export com.apple.notifications
      description Notifications
    export com.apple.mobileprovision: public.data
      extension mobileprovision
      mime application/x-apple-aspen-mobileprovision
      description mobile provision
    export com.apple.pkpass: com.apple.bundle com.apple.package
      extension pkpass
      mime application/vnd.apple.pkpass
      description Pass
    export com.apple.pkpass-data: public.data
      extension pkpass
      unreported-mime application/vnd.apple.pkpass
      description Pass
    export com.apple.pkpasses-data: public.data
      extension pkpasses
      mime application/vnd.apple.pkpasses
      description Passes
    export com.apple.watchface: public.data public.content
      extension watchface
      description Watchface
    """#
}
