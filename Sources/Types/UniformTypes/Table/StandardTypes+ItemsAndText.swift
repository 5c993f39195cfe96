extension StandardTypes {
  /// Positions 0 to 136: items and contents, plain text, property names, programs, archives and links.
  static let items: StaticString = #"""
    export public.item
      name file or folder
      description item
      wildcard
    export public.data: public.item
      name file
      ostype sbFl
      unreported-mime application/octet-stream
      description data
      wildcard
    export public.directory: public.item
      name folder
      description directory
      wildcard
    export public.content
      description content
    export public.composite-content: public.content
      description content
    export public.named-pipe: public.item
    export public.character-special: public.item
    export public.block-special: public.item
    export public.socket: public.item
    export public.executable
      description executable
    export public.unix-executable: public.data public.executable com.apple.application-icon
      ostype xTol
      description Unix executable
    export com.apple.application: public.executable
      description application
    export public.archive
      description file archive
    export public.bookmark
      ostype bmrk
      description Bookmark
    export public.database
      description database
    export com.apple.csstore: public.data public.database
      extension csstore
    export public.presentation
      description presentation
    export public.spreadsheet
      description Spreadsheet
    export com.apple.icloud: public.item
      ostype sbIC
      description iCloud
      spelling com.apple.iCloud
    export public.3d-content: public.content
      description 3D Content
    export public.alembic: public.3d-content public.data
      extension abc
      description Alembic 3D Scene
    export public.geometry-definition-format: public.3d-content public.text
      extension obj
      mime model/obj
      description Geometry Definition File Format
    export public.standard-tesselated-geometry-format: public.3d-content public.data
      extension stl
      unreported-mime model/stl application/sla model/x.stl-binary model/x.stl-ascii
      description Standard Tesselated Geometry File Format
    export public.polygon-file-format: public.3d-content public.data
      extension ply
      unreported-mime model/ply
      description Polygon File Format
    export com.pixar.universal-scene-description: public.3d-content public.data
      extension usd
      unreported-extension usda usdc
      unreported-mime model/vnd.usd
      description Universal Scene Description
      reference http://openusd.org
    export com.pixar.universal-scene-description-mobile: com.pixar.universal-scene-description
      extension usdz
      mime model/vnd.usdz+zip
      description Universal Scene Description Package
      reference http://openusd.org
    export com.apple.reality: public.data
      extension reality
      mime model/vnd.reality
      description Reality File
    export com.apple.scenekit.scene: public.data public.3d-content
      extension scn scnz
      description SceneKit serialized format
    export com.apple.arobject: public.data
      extension arobject
      description AR Reference Object
    export public.message
      description message
    export public.email-message: public.message
      description email message
    export public.to-do-item
      description to-do item
    export public.calendar-event
      description calendar event
    export com.apple.ical.vcs: public.text public.item public.calendar-event
      extension vcs vcal
      mime text/x-vcalendar
      description VCS File
    export com.apple.ical.ics: public.text public.item public.calendar-event
      name iCalendar file
      extension ics
      mime text/calendar
      unreported-mime application/ics
      description ICS File
    export public.contact
      description contact information
    export public.vcard: public.text public.contact
      name vCard
      extension vcf vcard
      mime text/vcard text/directory text/x-vcard
      ostype vCrd
      pasteboard "Apple VCard pasteboard type"
      description electronic business card
      reference https://tools.ietf.org/html/rfc6350
    export com.apple.shazamsignature: public.data
      extension shazamsignature
      description Shazam Signature Data
    export com.apple.shazamcatalog: public.data
      extension shazamcatalog
      description Shazam Catalog
    export public.text: public.data public.content
      name text
      description text
    export public.plain-text: public.text
      name plain text
      extension txt text
      mime text/plain
    export public.utf8-plain-text: public.plain-text
      name UTF-8 text
      mime text/plain;charset=utf-8 text/plain;charset="utf-8"
      ostype utf8
      pasteboard NSStringPboardType
    export public.utf16-external-plain-text: public.plain-text
      name UTF-16 text with byte order mark
      ostype ut16
    export public.utf16-plain-text: public.plain-text
      name UTF-16 text
      mime text/plain;charset=utf-16 text/plain;charset="utf-16"
      ostype utxt
    export com.apple.traditional-mac-plain-text: public.plain-text
      ostype TEXT ttro
    export public.case-insensitive-text: public.text
    export public.log: public.item
      description Log file
    export com.apple.log: public.plain-text public.log
      extension log
      unreported-mime text/x-log
    export com.apple.shutdownstall: public.utf8-plain-text public.log
      extension shutdownstall
      description Shutdown Stall
      spelling com.apple.shutdownStall
    export com.apple.gpurestart: public.utf8-plain-text public.log
      extension gpurestart
      description GPU Restart
      spelling com.apple.gpuRestart
    export com.apple.crashreport: public.utf8-plain-text public.log
      extension crash
      description Crash Report
    export com.apple.hangreport: public.utf8-plain-text public.log
      extension hang
      description Hang Report
    export com.apple.spinreport: public.utf8-plain-text public.log
      extension spin
      description Spin Report
    export com.apple.panicreport: public.utf8-plain-text public.log
      extension panic
      description Panic Report
    export com.apple.ktrace: com.apple.trace public.log
      extension ktrace
      description Darwin kernel trace file
    export public.filename-extension: public.case-insensitive-text
      description file name extension
    export public.mime-type: public.case-insensitive-text
      description MIME type
    export com.apple.ostype: public.text
      description four-character code
    export com.apple.nspboard-type: public.text
      description NSPasteboard type
    export com.apple.device-model-code: public.text
      description device model code
    export com.apple.pasteboard.promised-file-url
      description Promised file URL
    export com.apple.pasteboard.promised-file-content-type
      description Promised file content type
    export com.apple.cocoa.pasteboard.color: public.data
      pasteboard "NSColor pasteboard type"
      description color
    export com.apple.cocoa.pasteboard.sound: public.data
      pasteboard NSSoundPboardType
      description sound
    export com.apple.cocoa.pasteboard.character-formatting: public.data
      pasteboard "NeXT font pasteboard type"
      description character format
    export com.apple.cocoa.pasteboard.paragraph-formatting: public.data
      pasteboard "NeXT ruler pasteboard type"
      description paragraph format
    export com.apple.cocoa.pasteboard.multiple-text-selection: public.data
      pasteboard "Apple multiple text selection pasteboard type"
      description text selection
    export com.apple.cocoa.pasteboard.find-panel-search-options: public.data
      pasteboard "NSFindPanel search options pasteboard type"
      description search options
    export com.apple.mapkit.map-item: public.data
      description Map Item
    export com.apple.resolvable
      description resolvable
    export public.symlink: public.item com.apple.resolvable
      description symbolic link
    export com.apple.mount-point: public.item com.apple.resolvable
      description mount point
    export com.apple.bookmark: public.data com.apple.resolvable
      description bookmark
    export com.apple.alias-file: public.data com.apple.resolvable
      description alias
    export com.apple.alias-record: public.data com.apple.resolvable
      ostype alis
      description alias data
    export com.apple.icloud-file-fault: public.data
      extension icloud
      description iCloud synchronization file
    export com.apple.finder.clipping: public.data
      ostype clpu
      description clipping
    export com.apple.finder.sound-clipping: com.apple.finder.clipping
      extension sndclipping
      ostype clps
      description Sound Clipping
    export com.apple.finder.textclipping: com.apple.finder.clipping
      extension textclipping
      ostype clpt
      description text clipping
    export com.apple.finder.pictclipping: com.apple.finder.clipping public.image
      extension pictclipping
      ostype clpp
      description picture clipping
    export com.apple.finder.burn-folder: public.folder
      extension fpbf
      ostype bfld sbBF
      description Burn Folder
    export com.apple.iconset: public.folder
      extension iconset
      description Icon Set
    export com.apple.finder.smart-folder: public.data
      extension savedsearch
      ostype sfld sbSF
      description Smart Folder
    export com.apple.finder.recent-items: com.apple.finder.smart-folder
      ostype rcnt sbRc sbAF
      description Recent Items
    export public.object-code: public.data public.executable
      extension o
      unreported-mime application/x-object
      description object code
    export com.apple.mach-o-binary: public.unix-executable
      unreported-mime application/x-mach-binary
      description Mach-O binary
    export com.apple.mach-o-object: com.apple.mach-o-binary
      description Mach-O object
    export com.apple.mach-o-executable: com.apple.mach-o-binary
      description Mach-O executable
    export com.apple.x11-mach-o-executable: com.apple.mach-o-binary
      description X11 application
    export com.apple.mach-o-core: com.apple.mach-o-binary
      description Mach-O core
    export com.apple.mach-o-dylib: com.apple.mach-o-binary
      extension dylib
      description Mach-O dynamic library
    export com.apple.mach-o-bundle: com.apple.mach-o-binary
      description Mach-O bundle
    export com.apple.pef-binary: public.data public.executable
      description PEF binary
    export public.elf-binary: public.data public.executable
      unreported-extension elf axf prx
      unreported-mime application/x-elf application/x-executable application/x-pie-executable
      description ELF binary
    export com.microsoft.windows-executable: public.data public.executable
      extension exe
      mime application/x-msdownload
      unreported-mime application/vnd.microsoft.portable-executable application/x-ms-dos-executable application/x-msdos-program
      description Microsoft Windows application
    export com.microsoft.windows-dynamic-link-library: public.data public.executable
      extension dll
      mime application/x-msdownload
      description Microsoft dynamic link library
    export com.sun.java-class: public.data public.executable
      extension class
      unreported-mime application/x-java application/java application/java-vm application/java-byte-code application/x-java-class application/x-java-vm application/x-java-applet
      description Java class
    export com.sun.java-archive: public.zip-archive public.executable
      extension jar
      mime application/java-archive
      unreported-mime application/x-java-archive application/x-jar
      description Java archive
    export com.sun.web-application-archive: com.sun.java-archive
      extension war
      description web application archive
    export com.apple.quartz-composer-composition: public.data public.executable
      extension qtz
      mime application/x-quartzcomposer
      description Quartz Composer composition
    export com.apple.bom-archive: public.archive
      description BOM-compatible archive
    export public.disk-image: public.archive
      description disk image
    export org.gnu.gnu-tar-archive: public.data public.archive
      extension gtar
      mime application/x-gtar
      description GNU tar archive
    export public.tar-archive: org.gnu.gnu-tar-archive
      extension tar
      mime application/x-tar application/tar
      unreported-mime application/x-ustar
      description tar archive
    export org.gnu.gnu-zip-archive: public.data public.archive
      extension gz gzip
      mime application/x-gzip application/gzip
      unreported-mime application/x-gunzip application/gzipped
      description GZip archive
    export org.gnu.gnu-zip-tar-archive: org.gnu.gnu-zip-archive
      extension tgz
      unreported-mime application/x-compressed-tar application/x-gtar-compressed
      description gzip tar archive
    export public.bzip2-archive: public.data public.archive
      extension bz2 bz
      mime application/x-bzip2 application/x-bzip application/bzip2 application/bzip application/x-bz2
      description Bzip2 archive
    export public.tar-bzip2-archive: public.bzip2-archive
      extension tbz2 tbz
      unreported-extension tb2
      unreported-mime application/x-bzip-compressed-tar application/x-bzip2-compressed-tar
      description Bzip2 compressed tar archive
    export com.apple.binhex-archive: public.data public.archive
      extension hqx
      mime application/mac-binhex40 application/mac-binhex application/binhex
      description BinHex archive
    export com.apple.macbinary-archive: public.data public.archive
      extension bin
      mime application/macbinary application/x-macbinary
      description MacBinary archive
    export com.apple.applesingle-archive: public.data public.archive
      extension as
      description AppleSingle archive
    export public.uuencoded-archive: public.data public.archive
      extension uu
      unreported-extension uue
      mime text/x-uuencode
      unreported-mime text/x-uuencoded
      description UUEncoded archive
    export public.z-archive: public.data public.archive
      extension z
      mime application/x-compress
      unreported-mime application/compress
      description Z archive
    export com.apple.bom-compressed-cpio: public.data com.apple.bom-archive
      extension cpgz
      description BOM-generated compressed CPIO archive
    export public.cpio-archive: public.data public.archive
      extension cpio pax
      unreported-mime application/x-cpio
      description CPIO archive
    export com.pkware.zip-archive: public.data public.archive
      description PKZip archive
    export public.zip-archive: com.pkware.zip-archive
      name zip archive
      extension zip
      unreported-extension zipx
      mime application/zip application/x-zip-compressed
      unreported-mime application/x-zip
      description Zip archive
    export com.apple.xar-archive: public.data public.archive
      extension xar
      unreported-mime application/x-xar
      description XAR Archive
    export com.apple.xip-archive: com.apple.xar-archive
      extension xip
      description XIP Secure Archive
    export com.apple.installer-package-archive: public.data public.archive
      extension pkg mpkg
      unreported-mime application/vnd.apple.installer+xml
      description Installer package archive
    export com.apple.archive: public.data public.archive
      extension aar yaa
      description Apple Archive
    export com.apple.encrypted-archive: public.data public.archive
      extension aea
      description Apple Encrypted Archive
    export public.url: public.data
      name link
      ostype "url " gurl
      description URL
    export public.file-url: public.url
      ostype furl
      description file URL
    export public.url-name: public.data
      ostype urln
      description URL name
    export public.stored-url
    export com.apple.internet-location: public.stored-url public.data
      description internet location
    export com.apple.web-internet-location: com.apple.internet-location
      extension webloc
      ostype ilht
      description web internet location
    export com.apple.vnc-internet-location: com.apple.internet-location
      extension vncloc
      ostype ilvn
      description VNC Internet Location
    export com.apple.mail-internet-location: com.apple.internet-location
      extension mailloc
      ostype ilma
      description mail internet location
    export com.apple.afp-internet-location: com.apple.internet-location
      extension afploc
      ostype ilaf
      description AFP internet location
    export com.apple.file-internet-location: com.apple.internet-location
      extension fileloc
      ostype ilfi
      description file internet location
    export com.apple.ftp-internet-location: com.apple.internet-location
      extension ftploc
      ostype ilft
      description FTP internet location
    export com.apple.news-internet-location: com.apple.internet-location
      extension newsloc
      ostype ilnw
      description news internet location
    export com.apple.generic-internet-location: com.apple.internet-location
      extension inetloc
      ostype ilge
      description internet location
    export com.microsoft.internet-shortcut: public.stored-url public.data
      extension url
      unreported-mime application/x-mswinurl application/internet-shortcut
      description Windows Internet shortcut
    export com.apple.itunes.store-url: public.url
      extension itms
      description iTunes store URL
    """#

  /// Positions 137 to 204: text formats and source code.
  static let textFormats: StaticString = #"""
    export public.delimited-values-text: public.text
      name delimited text
      description delimited text values
    export public.comma-separated-values-text: public.plain-text public.delimited-values-text
      name CSV
      extension csv
      mime text/csv text/comma-separated-values
      unreported-mime application/csv text/x-csv text/x-comma-separated-values
      description comma-separated values
      reference http://www.ietf.org/rfc/rfc4180.txt
    export public.tab-separated-values-text: public.plain-text public.delimited-values-text
      name TSV
      extension tsv
      unreported-extension tab
      mime text/tab-separated-values
      unreported-mime text/tsv
      description tab-separated values
    export public.utf8-tab-separated-values-text: public.tab-separated-values-text public.utf8-plain-text
      pasteboard "NeXT tabular text pasteboard type"
    export public.rtf: public.text
      name RTF
      extension rtf
      mime text/rtf
      unreported-mime application/rtf
      ostype "RTF "
      pasteboard "NeXT Rich Text Format v1.0 pasteboard type" NSRTFPboardType
      description rich text (RTF)
    export public.html: public.text
      name HTML
      extension html htm shtml shtm
      mime text/html
      ostype HTML
      pasteboard "Apple HTML pasteboard type"
      description HTML text
    export public.xml: public.text
      name XML
      extension xml
      unreported-extension xbl
      mime application/xml text/xml
      unreported-mime application/x-xml
      description XML text
    export public.xhtml: public.xml
      name XHTML
      extension xhtml xhtm xht
      mime application/xhtml+xml
      description XHTML
    export public.rss: public.xml
      extension rss
      mime application/rss+xml
      unreported-mime text/rss application/x-rss+xml
      description RSS web feed
    export public.xfd: public.xml
      extension xfd
      description XML Form (XFD)
    export public.css: public.text
      extension css
      mime text/css
      description CSS
    export public.patch-file: public.plain-text
      extension patch diff
      unreported-extension rej
      unreported-mime text/x-patch text/x-diff
      description patch file
    export public.json: public.text
      extension json
      mime application/json
      unreported-mime text/json application/x-json
      description JSON
    export public.ndjson: public.text
      extension ndjson
      mime application/x-ndjson
      unreported-mime application/ndjson application/json-seq
      description NDJSON
      reference http://ndjson.org
    export public.yaml: public.text
      extension yml yaml
      mime application/x-yaml
      unreported-mime application/yaml text/yaml text/x-yaml
      description YAML
    export com.scenarist.closed-caption: public.text
      extension scc
      description Scenarist Closed Caption
    export org.w3.webvtt: public.text
      extension vtt
      mime text/vtt
      description WebVTT Format
    export com.apple.generic-stationery: public.data
      ostype sdoc
      description Stationery
    export com.apple.property-list: public.data
      extension plist
      unreported-mime application/x-plist
      description property list
    export com.apple.xml-property-list: public.xml com.apple.property-list
      extension plist
      description XML property list
    export com.apple.binary-property-list: com.apple.property-list
      extension plist
      unreported-mime application/x-bplist
      description binary property list
    export com.apple.ascii-property-list: public.text com.apple.property-list
      extension plist
      description ascii property list
    export public.source-code: public.plain-text
      description source code
    export public.source-code.preprocessed: public.source-code
      description preprocessed source code
    export public.c-source: public.source-code
      extension c
      unreported-mime text/x-csrc text/x-c text/x-c-code
      description C source code
    export public.c-source.preprocessed: public.c-source public.source-code.preprocessed
      extension i
      description preprocessed C source code
    export com.apple.iig-source: public.c-source
      extension iig
      description IOKit Interface Generator source code
    export public.objective-c-source: public.source-code
      extension m
      unreported-mime text/x-objcsrc text/x-objc
      description Objective-C source code
    export public.objective-c-source.preprocessed: public.objective-c-source public.source-code.preprocessed
      extension mi
      description preprocessed Objective-C source code
    export public.c-plus-plus-source: public.source-code
      extension cp cpp c++ cc cxx
      unreported-mime text/x-c++src
      description C++ source code
    export public.c-plus-plus-source.preprocessed: public.c-plus-plus-source public.source-code.preprocessed
      extension ii
      description preprocessed C++ source code
    export public.objective-c-plus-plus-source: public.source-code
      extension mm
      unreported-mime text/x-objc++src
      description Objective-C++ source code
    export public.objective-c-plus-plus-source.preprocessed: public.objective-c-plus-plus-source public.source-code.preprocessed
      extension mii
      description preprocessed Objective-C++ source code
    export public.c-header: public.source-code
      extension h
      unreported-mime text/x-chdr
      description C header code
    export public.precompiled-c-header: public.source-code
      extension pch
      description precompiled C header
    export public.c-plus-plus-header: public.source-code
      extension hh hp hpp hxx h++ ipp
      unreported-mime text/x-c++hdr
      description C++ header code
    export public.c-plus-plus-inline-header: public.c-plus-plus-header
      extension inl
      description C++ Inline Header
    export public.precompiled-c-plus-plus-header: public.source-code
      extension pch++
      description precompiled C++ header
    export public.swift-source: public.source-code
      name Swift source
      extension swift
      unreported-mime text/x-swift
      description Swift Source Code
    export com.sun.java-source: public.source-code
      extension java jav
      unreported-mime text/x-java text/x-java-source
      description Java source code
    export public.script: public.source-code
      description script
    export public.assembly-source: public.source-code
      extension s
      unreported-mime text/x-asm
      description assembly source code
    export com.apple.rez-source: public.source-code
      extension r
      description Rez source code
    export public.lex-source: public.source-code
      extension l lm lmm lpp lxx ll
      unreported-mime text/x-lex
      description Lex source code
    export public.yacc-source: public.source-code
      extension y ym ymm ypp yxx yy
      unreported-mime text/x-yacc
      description Yacc source code
    export public.mig-source: public.source-code
      extension defs mig
      description Mig definition source code
    export com.apple.symbol-export: public.source-code
      extension exp
      description symbol export list
    export public.fortran-source: public.source-code
      extension f for
      unreported-extension ftn fpp
      unreported-mime text/x-fortran
      description Fortran source code
    export public.fortran-77-source: public.fortran-source
      extension f77
    export public.fortran-90-source: public.fortran-source
      extension f90
    export public.fortran-95-source: public.fortran-source
      extension f95
    export public.pascal-source: public.source-code
      extension pas
      unreported-extension dpr lpr
      unreported-mime text/x-pascal
      description Pascal source code
    export public.ada-source: public.source-code
      extension ada adb ads
      unreported-mime text/x-adasrc text/x-ada text/x-adahdr
      description Ada source code
    export public.dylan-source: public.source-code
      extension dlyan lid
      description Dylan source code
    export com.netscape.javascript-source: public.script public.executable
      extension js jscript javascript mjs
      unreported-extension es es6 jsm
      mime text/javascript
      unreported-mime application/javascript application/x-javascript application/ecmascript text/ecmascript text/x-javascript
      description JavaScript
    export com.apple.xcode.dsym: com.apple.package
      extension dsym
      reference http://developer.apple.com/tools/xcode/
    export public.shell-script: public.script
      name shell script
      extension sh
      unreported-mime application/x-shellscript application/x-sh text/x-sh text/x-shellscript
      description shell script
    export public.bash-script: public.shell-script
      extension bash
      description Bourne-Again Shell script
    export public.csh-script: public.shell-script
      extension csh
      unreported-mime application/x-csh
      description C Shell script
    export public.ksh-script: public.shell-script
      extension ksh
      description Korn Shell script
    export public.tcsh-script: public.shell-script
      extension tcsh
      description Tenex C Shell script
    export public.zsh-script: public.shell-script
      extension zsh
      description Z Shell script
    export public.perl-script: public.shell-script
      extension pl pm
      unreported-extension perl al t
      mime text/x-perl-script
      unreported-mime application/x-perl text/x-perl
      description Perl script
    export public.python-script: public.shell-script
      extension py
      unreported-extension wsgi pyx pyw py3 pyi
      mime text/x-python-script
      unreported-mime text/x-python text/x-python3 application/x-python application/x-python-script
      description Python script
    export public.ruby-script: public.shell-script
      extension rb rbw
      unreported-extension rake gemspec ru
      mime text/x-ruby-script
      unreported-mime application/x-ruby text/x-ruby application/ruby
      description Ruby script
    export public.php-script: public.shell-script
      extension php php3 php4 ph3 ph4 phtml
      unreported-extension php5 php7 phps
      mime text/php text/x-php-script application/php
      unreported-mime application/x-php text/x-php application/x-httpd-php application/x-httpd-php-source
      description PHP script
    export com.sun.java-web-start: public.xml
      extension jnlp
      mime application/x-java-jnlp-file application/jnlp
      description Java web start
    export public.make-source: public.script
      extension make mak gmk mk
      unreported-mime text/x-makefile
      description Makefile
    """#
}
