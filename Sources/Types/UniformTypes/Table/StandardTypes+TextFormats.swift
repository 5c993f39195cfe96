extension StandardTypes {
  /// Positions 137 to 204: text formats and source code.
  static let textFormats: StaticString = #"""
    export public.delimited-values-text: public.text
      description delimited text values
    export public.comma-separated-values-text: public.plain-text public.delimited-values-text
      extension csv
      mime text/csv text/comma-separated-values
      description comma-separated values
      reference http://www.ietf.org/rfc/rfc4180.txt
    export public.tab-separated-values-text: public.plain-text public.delimited-values-text
      extension tsv
      mime text/tab-separated-values
      description tab-separated values
    export public.utf8-tab-separated-values-text: public.tab-separated-values-text public.utf8-plain-text
      pasteboard "NeXT tabular text pasteboard type"
    export public.rtf: public.text
      extension rtf
      mime text/rtf
      ostype "RTF "
      pasteboard "NeXT Rich Text Format v1.0 pasteboard type" NSRTFPboardType
      description rich text (RTF)
    export public.html: public.text
      extension html htm shtml shtm
      mime text/html
      ostype HTML
      pasteboard "Apple HTML pasteboard type"
      description HTML text
    export public.xml: public.text
      extension xml
      mime application/xml text/xml
      description XML text
    export public.xhtml: public.xml
      extension xhtml xhtm xht
      mime application/xhtml+xml
      description XHTML
    export public.rss: public.xml
      extension rss
      mime application/rss+xml
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
      description patch file
    export public.json: public.text
      extension json
      mime application/json
      description JSON
    export public.ndjson: public.text
      extension ndjson
      mime application/x-ndjson
      description NDJSON
      reference http://ndjson.org
    export public.yaml: public.text
      extension yml yaml
      mime application/x-yaml
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
      description property list
    export com.apple.xml-property-list: public.xml com.apple.property-list
      extension plist
      description XML property list
    export com.apple.binary-property-list: com.apple.property-list
      extension plist
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
      description C source code
    export public.c-source.preprocessed: public.c-source public.source-code.preprocessed
      extension i
      description preprocessed C source code
    export com.apple.iig-source: public.c-source
      extension iig
      description IOKit Interface Generator source code
    export public.objective-c-source: public.source-code
      extension m
      description Objective-C source code
    export public.objective-c-source.preprocessed: public.objective-c-source public.source-code.preprocessed
      extension mi
      description preprocessed Objective-C source code
    export public.c-plus-plus-source: public.source-code
      extension cp cpp c++ cc cxx
      description C++ source code
    export public.c-plus-plus-source.preprocessed: public.c-plus-plus-source public.source-code.preprocessed
      extension ii
      description preprocessed C++ source code
    export public.objective-c-plus-plus-source: public.source-code
      extension mm
      description Objective-C++ source code
    export public.objective-c-plus-plus-source.preprocessed: public.objective-c-plus-plus-source public.source-code.preprocessed
      extension mii
      description preprocessed Objective-C++ source code
    export public.c-header: public.source-code
      extension h
      description C header code
    export public.precompiled-c-header: public.source-code
      extension pch
      description precompiled C header
    export public.c-plus-plus-header: public.source-code
      extension hh hp hpp hxx h++ ipp
      description C++ header code
    export public.c-plus-plus-inline-header: public.c-plus-plus-header
      extension inl
      description C++ Inline Header
    export public.precompiled-c-plus-plus-header: public.source-code
      extension pch++
      description precompiled C++ header
    export public.swift-source: public.source-code
      extension swift
      description Swift Source Code
    export com.sun.java-source: public.source-code
      extension java jav
      description Java source code
    export public.script: public.source-code
      description script
    export public.assembly-source: public.source-code
      extension s
      description assembly source code
    export com.apple.rez-source: public.source-code
      extension r
      description Rez source code
    export public.lex-source: public.source-code
      extension l lm lmm lpp lxx ll
      description Lex source code
    export public.yacc-source: public.source-code
      extension y ym ymm ypp yxx yy
      description Yacc source code
    export public.mig-source: public.source-code
      extension defs mig
      description Mig definition source code
    export com.apple.symbol-export: public.source-code
      extension exp
      description symbol export list
    export public.fortran-source: public.source-code
      extension f for
      description Fortran source code
    export public.fortran-77-source: public.fortran-source
      extension f77
    export public.fortran-90-source: public.fortran-source
      extension f90
    export public.fortran-95-source: public.fortran-source
      extension f95
    export public.pascal-source: public.source-code
      extension pas
      description Pascal source code
    export public.ada-source: public.source-code
      extension ada adb ads
      description Ada source code
    export public.dylan-source: public.source-code
      extension dlyan lid
      description Dylan source code
    export com.netscape.javascript-source: public.script public.executable
      extension js jscript javascript mjs
      mime text/javascript
      description JavaScript
    export com.apple.xcode.dsym: com.apple.package
      extension dsym
      reference http://developer.apple.com/tools/xcode/
    export public.shell-script: public.script
      extension sh
      description shell script
    export public.bash-script: public.shell-script
      extension bash
      description Bourne-Again Shell script
    export public.csh-script: public.shell-script
      extension csh
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
      mime text/x-perl-script
      description Perl script
    export public.python-script: public.shell-script
      extension py
      mime text/x-python-script
      description Python script
    export public.ruby-script: public.shell-script
      extension rb rbw
      mime text/x-ruby-script
      description Ruby script
    export public.php-script: public.shell-script
      extension php php3 php4 ph3 ph4 phtml
      mime text/php text/x-php-script application/php
      description PHP script
    export com.sun.java-web-start: public.xml
      extension jnlp
      mime application/x-java-jnlp-file application/jnlp
      description Java web start
    export public.make-source: public.script
      extension make mak gmk mk
      description Makefile
    """#
}
