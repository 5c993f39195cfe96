extension StandardTypes {
  /// Positions 282 to 381: folders, bundles, packages and what else the system has of its own.
  static let foldersAndBundles: StaticString = #"""
    export com.apple.applescript.text: public.script
      extension applescript
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
      description personal information exchange (PKCS#12)
    export public.x509-certificate: public.data
      extension cer der crt pem
      mime application/x-x509-ca-cert
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
      extension webarchive
      mime application/x-webarchive
      ostype weba
      pasteboard "Apple Web Archive pasteboard type"
      description web archive
    export org.idpf.epub-container: public.data public.composite-content
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
