extension FurtherTypes {
  /// Types of documents and books that Apple does not declare.
  static let documents: StaticString = #"""
    import com.microsoft.xps: public.data public.composite-content
      extension xps
      mime application/vnd.ms-xpsdocument
      description XPS document
    import io.proffer.oxps: public.data public.composite-content
      extension oxps
      mime application/oxps
      description OpenXPS document
    import com.lizardtech.djvu: public.data public.composite-content
      extension djvu djv
      mime image/vnd.djvu image/vnd.djvu+multipage image/x-djvu image/x.djvu
      description DjVu document
    import io.proffer.mobipocket: public.data public.composite-content
      extension mobi prc azw
      mime application/x-mobipocket-ebook application/vnd.amazon.ebook
      description Mobipocket book
    import io.proffer.kindle-8: io.proffer.mobipocket
      extension azw3 kfx
      mime application/vnd.amazon.mobi8-ebook application/x-mobi8-ebook
      description Kindle book
    import io.proffer.fictionbook: public.xml public.composite-content
      extension fb2
      mime application/x-fictionbook+xml application/x-fictionbook
      description FictionBook
    import io.proffer.fictionbook-zip: public.zip-archive
      extension fbz
      mime application/x-zip-compressed-fb2
      description Compressed FictionBook
    import com.macitbetter.cbz-archive: public.zip-archive
      extension cbz
      mime application/vnd.comicbook+zip application/x-cbz
      description Comic book (zip)
    import com.macitbetter.cbr-archive: com.rarlab.rar-archive
      extension cbr
      mime application/vnd.comicbook-rar application/x-cbr
      description Comic book (RAR)
    import io.proffer.comic-book-7z: org.7-zip.7-zip-archive
      extension cb7
      mime application/x-cb7
      description Comic book (7-Zip)
    import io.proffer.comic-book-tar: public.tar-archive
      extension cbt
      mime application/x-cbt
      description Comic book (tar)
    import com.microsoft.word.mhtml: public.data public.composite-content
      extension mht mhtm mhtml
      mime multipart/related application/x-mimearchive message/x-mht
      description Web archive (MHTML)
    import io.proffer.asciidoc: public.plain-text
      extension adoc asciidoc
      mime text/asciidoc text/x-asciidoc
      description AsciiDoc text
    import org.orgmode.org: public.plain-text
      extension org
      mime text/org text/x-org
      description Org mode text
    import org.jupyter.ipynb: public.json
      extension ipynb
      mime application/x-ipynb+json
      description Jupyter notebook
    import io.proffer.visio-drawing: public.data public.composite-content
      extension vsd vss vst vsw
      mime application/vnd.visio application/x-visio
      description Visio drawing
    import io.proffer.visio-openxml-drawing: org.openxmlformats.openxml public.composite-content
      extension vsdx vssx vstx
      mime application/vnd.ms-visio.drawing.main+xml application/vnd.ms-visio.drawing application/vnd.ms-visio.stencil.main+xml application/vnd.ms-visio.template.main+xml application/vnd.ms-visio.viewer
      description Visio drawing (Office Open XML)
    import io.proffer.visio-openxml-drawing-macroenabled: org.openxmlformats.openxml public.composite-content
      extension vsdm vssm vstm
      mime application/vnd.ms-visio.drawing.macroEnabled.main+xml application/vnd.ms-visio.stencil.macroEnabled.main+xml application/vnd.ms-visio.template.macroEnabled.main+xml
      description Visio drawing with macros
    import io.proffer.project-plan: public.data public.composite-content
      extension mpp mpt mpx
      mime application/vnd.ms-project application/x-project
      description Microsoft Project plan
    import io.proffer.publisher-document: public.data public.composite-content
      extension pub
      mime application/vnd.ms-publisher application/x-mspublisher
      description Microsoft Publisher document
    import io.proffer.onenote-section: public.data public.composite-content
      extension one onetoc2
      mime application/onenote application/msonenote
      description OneNote section
    import io.proffer.works-document: public.data public.composite-content
      extension wps wks wdb xlr
      mime application/vnd.ms-works
      description Microsoft Works document
    import io.proffer.outlook-message: public.data public.email-message
      extension msg
      mime application/vnd.ms-outlook
      description Outlook message
    import io.proffer.outlook-store: public.data public.database
      extension pst ost
      mime application/vnd.ms-outlook-pst
      description Outlook data file
    import com.c-command.mbox: public.data
      extension mbox mbx
      mime application/mbox
      description Mailbox
    import io.proffer.wordperfect: public.data public.composite-content
      extension wpd wp wp5 wp6
      mime application/vnd.wordperfect application/wordperfect application/x-wordperfect
      description WordPerfect document
    import io.proffer.lotus-wordpro: public.data public.composite-content
      extension lwp
      mime application/vnd.lotus-wordpro
      description Lotus Word Pro document
    import io.proffer.lotus-123: public.data public.spreadsheet
      extension 123 wk1 wk3 wk4
      mime application/vnd.lotus-1-2-3 application/x-lotus123 application/x-123 application/wk1
      description Lotus 1-2-3 spreadsheet
    import io.proffer.quattro-pro: public.data public.spreadsheet
      extension wb1 wb2 wb3 qpw wq1
      mime application/x-quattropro application/x-quattro-pro
      description Quattro Pro spreadsheet
    import io.proffer.hangul-document: public.data public.composite-content
      extension hwp
      mime application/x-hwp application/vnd.haansoft-hwp application/haansofthwp
      description Hangul document
    import io.proffer.hangul-openxml-document: public.zip-archive public.composite-content
      extension hwpx
      mime application/hwp+zip application/haansofthwpx application/vnd.hancom.hwpx
      description Hangul document (OWPML)
    import io.proffer.abiword: public.xml public.composite-content
      extension abw zabw
      mime application/x-abiword
      description AbiWord document
    import io.proffer.gnumeric: public.data public.spreadsheet
      extension gnumeric
      mime application/x-gnumeric
      description Gnumeric spreadsheet
    import io.proffer.dia-diagram: public.data public.composite-content
      extension dia
      mime application/x-dia-diagram
      description Dia diagram
    import io.proffer.scribus: public.data public.composite-content
      extension sla scd
      mime application/vnd.scribus application/x-scribus
      description Scribus document
    import io.proffer.pagemaker: public.data public.composite-content
      extension p65 pmd pm6
      mime application/x-pagemaker application/vnd.pagemaker
      description PageMaker document
    import io.proffer.framemaker: public.data public.composite-content
      extension fm
      mime application/vnd.framemaker
      description FrameMaker document
    import com.adobe.indesign-image: public.data public.composite-content
      extension indd indt
      mime application/x-indesign application/x-adobe-indesign application/vnd.adobe.indesign
      description InDesign document
    import io.proffer.indesign-markup: public.zip-archive public.composite-content
      extension idml
      mime application/vnd.adobe.indesign-idml-package
      description InDesign Markup document
    import com.bohemiancoding.sketch.drawing.single: public.zip-archive public.composite-content
      extension sketch
      mime application/vnd.sketch application/x-sketch
      description Sketch document
    import io.proffer.opendocument-flat-text: public.xml public.composite-content
      extension fodt
      mime application/vnd.oasis.opendocument.text-flat-xml
      description Flat OpenDocument text
    import io.proffer.opendocument-flat-spreadsheet: public.xml public.spreadsheet
      extension fods
      mime application/vnd.oasis.opendocument.spreadsheet-flat-xml
      description Flat OpenDocument spreadsheet
    import io.proffer.opendocument-flat-presentation: public.xml public.presentation
      extension fodp
      mime application/vnd.oasis.opendocument.presentation-flat-xml
      description Flat OpenDocument presentation
    import io.proffer.opendocument-flat-graphics: public.xml public.content
      extension fodg
      mime application/vnd.oasis.opendocument.graphics-flat-xml
      description Flat OpenDocument drawing
    import io.proffer.openoffice-extension: public.zip-archive
      extension oxt
      mime application/vnd.openofficeorg.extension
      description OpenOffice extension
    import io.proffer.encrypted-openxml: public.data public.composite-content
      description Encrypted Office Open XML document
    import io.proffer.compound-file: public.data
      mime application/x-ole-storage
      description Compound file of Microsoft Office
    import com.microsoft.chm-archive: public.data
      extension chm
      mime application/vnd.ms-htmlhelp application/x-chm
      description Compiled HTML help
    import io.proffer.windows-help: public.data
      extension hlp
      mime application/winhlp
      description Windows help
    import io.proffer.openraster: public.zip-archive public.image
      extension ora
      mime image/openraster
      description OpenRaster image
    import org.tug.tex.dvi: public.data public.composite-content
      extension dvi
      mime application/x-dvi application/dvi
      description TeX DVI document
    import org.tug.tex.xdv: public.data public.composite-content
      extension xdv
      description XeTeX DVI document
    import io.proffer.texinfo: public.plain-text
      extension texi texinfo
      mime text/x-texinfo application/x-texinfo
      description Texinfo source
    import io.proffer.troff: public.plain-text
      extension tr roff ms
      mime text/troff application/x-troff text/x-troff
      description troff source
    import io.proffer.manual-page: io.proffer.troff
      extension man
      mime application/x-troff-man text/x-troff-man
      description Manual page
    import io.proffer.docbook: public.xml
      extension docbook dbk
      mime application/docbook+xml application/x-docbook+xml application/vnd.oasis.docbook+xml
      description DocBook document
    import io.proffer.dita: public.xml
      extension dita ditamap
      mime application/dita+xml
      description DITA document
    import io.proffer.lyx: public.plain-text
      extension lyx
      mime application/x-lyx text/x-lyx
      description LyX document
    import io.proffer.mediawiki: public.plain-text
      extension mediawiki wiki
      description MediaWiki text
    import io.proffer.xslfo: public.xml
      extension fo xslfo
      mime text/x-xslfo text/xsl
      description XSL formatting objects
    import io.proffer.enriched-text: public.plain-text
      extension etx
      mime text/enriched text/richtext
      description Enriched text
    """#
}
