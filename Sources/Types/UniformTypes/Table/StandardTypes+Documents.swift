extension StandardTypes {
  /// Positions 483 to 619: documents of applications, and third-party archive formats.
  static let documents: StaticString = #"""
    import com.adobe.pdf: public.data public.composite-content
      name PDF
      extension pdf
      mime application/pdf
      unreported-mime application/x-pdf application/acrobat application/nappdf image/pdf
      ostype "PDF "
      pasteboard "Apple PDF pasteboard type"
      description PDF document
    import com.adobe.edn: public.data
      extension edn
      description Adobe DRM Activation Key (EDN)
    import com.adobe.etd: public.data
      extension etd
      description Adobe Digital Editions (ETD)
    import com.adobe.xfdf: public.data public.composite-content
      extension xfdf
      unreported-mime application/vnd.adobe.xfdf
      description Adobe Acrobat Forms Document (XFDF)
    import com.adobe.fdf: public.data
      extension fdf
      unreported-mime application/vnd.fdf
      description Adobe Acrobat Forms Document (FDF)
    import com.adobe.postscript: public.data public.composite-content
      extension ps
      mime application/postscript
      description PostScript
    import com.adobe.encapsulated-postscript: com.adobe.postscript
      extension eps
      unreported-extension epsi epsf
      unreported-mime image/x-eps application/eps application/x-eps image/eps
      ostype EPSF
      pasteboard "NeXT Encapsulated PostScript v1.2 pasteboard type" NSPostScriptPboardType
      description Encapsulated PostScript
    import com.compuserve.gif: public.image
      name GIF picture
      extension gif
      mime image/gif
      ostype GIFf
      description GIF image
    import com.microsoft.bmp: public.image
      name BMP picture
      extension bmp dib
      mime image/bmp
      unreported-mime image/x-bmp image/x-ms-bmp image/x-windows-bmp
      ostype "BMP " BMPf
      description Windows BMP image
    import com.microsoft.ico: public.image
      name ICO icon
      extension ico
      unreported-extension icon
      mime image/vnd.microsoft.icon
      unreported-mime image/x-icon image/x-ico image/ico
      description Windows icon image
    import org.webmproject.webp: public.image
      name WebP picture
      extension webp
      mime image/webp
      description WebP Image
      reference https://developers.google.com/speed/webp
    import org.webmproject.webm: public.movie
      extension webm
      mime video/webm audio/webm
      description WebM Media
      reference https://www.webmproject.org/docs/container/
    import public.ofd: public.data public.composite-content
      extension ofd
      mime application/ofd
      description Open Fixed-layout Document
    import org.openoffice.text: public.data public.content
      extension sxw sdw
      unreported-extension vor sgl
      mime application/vnd.sun.xml.writer application/vnd.stardivision.writer
      unreported-mime application/x-starwriter
      description OpenOffice.org 1.0 Text
    import org.openoffice.text-template: public.data public.content
      extension stw
      mime application/vnd.sun.xml.writer.template
      description OpenOffice.org 1.0 Text Template
    import org.oasis-open.opendocument.text: org.oasis-open.opendocument public.composite-content
      name OpenDocument text
      extension odt
      mime application/vnd.oasis.opendocument.text
      description Open Document text
    import org.oasis-open.opendocument.text-template: org.oasis-open.opendocument public.composite-content
      extension ott
      mime application/vnd.oasis.opendocument.text-template
      description Open Document text template
    import org.openoffice.graphics: public.data public.content
      extension sxd sda
      mime application/vnd.sun.xml.draw application/vnd.stardivision.draw
      description OpenOffice.org 1.0 Drawing
    import org.openoffice.graphics-template: public.data public.content
      extension std
      mime application/vnd.sun.xml.draw.template
      description OpenOffice.org 1.0 Drawing Template
    import org.oasis-open.opendocument.graphics: org.oasis-open.opendocument public.composite-content
      extension odg
      mime application/vnd.oasis.opendocument.graphics
      description Open Document graphics
    import org.oasis-open.opendocument.graphics-template: org.oasis-open.opendocument public.composite-content
      extension otg
      mime application/vnd.oasis.opendocument.graphics-template
      description Open Document graphics template
    import org.openoffice.presentation: public.data public.content public.composite-content public.presentation
      extension sxi sdd sdp
      mime application/vnd.sun.xml.impress application/vnd.stardivision.impress application/vnd.stardivision.impress-packed
      unreported-mime application/x-starimpress
      description OpenOffice.org 1.0 Presentation
    import org.openoffice.presentation-template: public.data public.content public.composite-content public.presentation
      extension sti
      mime application/vnd.sun.xml.impress.template
      description OpenOffice.org 1.0 Presentation Template
    import org.oasis-open.opendocument.presentation: org.oasis-open.opendocument public.composite-content public.presentation
      name OpenDocument presentation
      extension odp
      mime application/vnd.oasis.opendocument.presentation
      description Open Document presentation
    import org.oasis-open.opendocument.presentation-template: org.oasis-open.opendocument public.composite-content public.presentation
      extension otp
      mime application/vnd.oasis.opendocument.presentation-template
      description Open Document presentation template
    import org.openoffice.spreadsheet: public.data public.content public.spreadsheet
      extension sxc sdc
      mime application/vnd.sun.xml.calc application/vnd.stardivision.calc
      unreported-mime application/x-starcalc
      description OpenOffice.org 1.0 Spreadsheet
    import org.openoffice.spreadsheet-template: public.data public.content public.spreadsheet
      extension stc
      mime application/vnd.sun.xml.calc.template
      description OpenOffice.org 1.0 Spreadsheet Template
    import org.oasis-open.opendocument.spreadsheet: org.oasis-open.opendocument public.composite-content public.spreadsheet
      name OpenDocument spreadsheet
      extension ods
      mime application/vnd.oasis.opendocument.spreadsheet
      description Open Document spreadsheet
    import org.oasis-open.opendocument.spreadsheet-template: org.oasis-open.opendocument public.composite-content public.spreadsheet
      extension ots
      mime application/vnd.oasis.opendocument.spreadsheet-template
      description Open Document spreadsheet template
    import org.oasis-open.opendocument.chart: org.oasis-open.opendocument public.composite-content
      extension odc
      mime application/vnd.oasis.opendocument.chart
      description Open Document chart
    import org.oasis-open.opendocument.chart-template: org.oasis-open.opendocument public.composite-content
      extension otc
      mime application/vnd.oasis.opendocument.chart-template
      description Open Document chart template
    import org.oasis-open.opendocument.image: org.oasis-open.opendocument public.image
      extension odi
      mime application/vnd.oasis.opendocument.image
      description Open Document image
    import org.oasis-open.opendocument.image-template: org.oasis-open.opendocument public.image
      extension oti
      mime application/vnd.oasis.opendocument.image-template
      description Open Document image template
    import org.openoffice.formula: public.data public.content
      extension sxm smf
      mime application/vnd.sun.xml.math application/vnd.stardivision.math
      description OpenOffice.org 1.0 Formula
    import org.oasis-open.opendocument.formula: org.oasis-open.opendocument public.content
      extension odf
      mime application/vnd.oasis.opendocument.formula
      description Open Document formula
    import org.oasis-open.opendocument.formula-template: org.oasis-open.opendocument public.content
      extension otf
      mime application/vnd.oasis.opendocument.formula-template
      description Open Document formula template
    import org.openoffice.text-master: public.data public.content
      extension sxg
      mime application/vnd.sun.xml.writer.global
      description OpenOffice.org 1.0 Master
    import org.oasis-open.opendocument.text-master: org.oasis-open.opendocument public.composite-content
      extension odm
      mime application/vnd.oasis.opendocument.text-master
      description Open Document text master
    import org.oasis-open.opendocument.text-web: org.oasis-open.opendocument public.composite-content
      extension oth
      mime application/vnd.oasis.opendocument.text-web
      description Open Document HTML template
    import org.oasis-open.opendocument.database: public.data public.content public.database
      extension odb
      mime application/vnd.oasis.opendocument.database
      unreported-mime application/vnd.oasis.opendocument.base application/vnd.sun.xml.base
      description Open Document database
    import com.microsoft.word.wordml: public.xml public.composite-content
      extension xml
      description Microsoft Word 2003 XML document
    import org.openxmlformats.wordprocessingml.document: org.openxmlformats.openxml public.composite-content
      name Word document
      extension docx
      mime application/vnd.openxmlformats-officedocument.wordprocessingml.document
      description Office Open XML word processing document
    import org.openxmlformats.wordprocessingml.document.macroenabled: org.openxmlformats.openxml public.composite-content public.executable
      name Word document with macros
      extension docm
      mime application/vnd.ms-word.document.macroEnabled.12
      description Office Open XML word processing document (macros enabled)
    import org.openxmlformats.wordprocessingml.template: org.openxmlformats.openxml public.composite-content
      extension dotx
      mime application/vnd.openxmlformats-officedocument.wordprocessingml.template
      description Office Open XML word processing template
    import org.openxmlformats.wordprocessingml.template.macroenabled: org.openxmlformats.openxml public.composite-content public.executable
      extension dotm
      mime application/vnd.ms-word.template.macroEnabled.12
      description Office Open XML word processing template (macros enabled)
    import org.openxmlformats.spreadsheetml.sheet: org.openxmlformats.openxml public.composite-content public.spreadsheet
      name Excel workbook
      extension xlsx
      mime application/vnd.openxmlformats-officedocument.spreadsheetml.sheet
      description Office Open XML spreadsheet
    import org.openxmlformats.spreadsheetml.sheet.macroenabled: org.openxmlformats.openxml public.composite-content public.spreadsheet public.executable
      extension xlsm
      mime application/vnd.ms-excel.sheet.macroEnabled.12
      description Office Open XML spreadsheet (macros enabled)
    import com.microsoft.excel.sheet.binary.macroenabled: public.zip-archive public.composite-content public.spreadsheet public.executable
      extension xlsb
      mime application/vnd.ms-excel.sheet.binary.macroEnabled.12
      description Microsoft Excel 2007 spreadsheet (macros enabled)
    import org.openxmlformats.spreadsheetml.template: org.openxmlformats.openxml public.composite-content public.spreadsheet
      extension xltx
      mime application/vnd.openxmlformats-officedocument.spreadsheetml.template
      description Office Open XML spreadsheet template
    import org.openxmlformats.spreadsheetml.template.macroenabled: org.openxmlformats.openxml public.composite-content public.spreadsheet public.executable
      extension xltm
      mime application/vnd.ms-excel.template.macroEnabled.12
      description Office Open XML spreadsheet template (macros enabled)
    import org.openxmlformats.presentationml.presentation: org.openxmlformats.openxml public.composite-content public.presentation
      name PowerPoint presentation
      extension pptx
      mime application/vnd.openxmlformats-officedocument.presentationml.presentation
      description Office Open XML presentation
    import org.openxmlformats.presentationml.presentation.macroenabled: org.openxmlformats.openxml public.composite-content public.presentation public.executable
      extension pptm
      mime application/vnd.ms-powerpoint.presentation.macroEnabled.12
      description Office Open XML presentation (macros enabled)
    import org.openxmlformats.presentationml.slideshow: org.openxmlformats.openxml public.composite-content public.presentation
      extension ppsx
      mime application/vnd.openxmlformats-officedocument.presentationml.slideshow
      description Office Open XML slide show
    import org.openxmlformats.presentationml.slideshow.macroenabled: org.openxmlformats.openxml public.composite-content public.presentation public.executable
      extension ppsm
      mime application/vnd.ms-powerpoint.slideshow.macroEnabled.12
      description Office Open XML slide show (macros enabled)
    import org.openxmlformats.presentationml.template: org.openxmlformats.openxml public.composite-content public.presentation
      extension potx
      mime application/vnd.openxmlformats-officedocument.presentationml.template
      description Office Open XML presentation template
    import org.openxmlformats.presentationml.template.macroenabled: org.openxmlformats.openxml public.composite-content public.presentation public.executable
      extension potm
      mime application/vnd.ms-powerpoint.template.macroEnabled.12
      description Office Open XML presentation template (macros enabled)
    import com.microsoft.word.doc: public.data public.composite-content
      name Word 97 document
      extension doc
      mime application/msword
      unreported-mime application/vnd.ms-word application/x-msword zz-application/zz-winassoc-doc
      ostype W8BN
      description Microsoft Word 97-2004 document
    import com.microsoft.word.dot: public.data public.composite-content
      extension dot
      mime application/msword
      unreported-mime application/msword-template
      ostype W8TN
      description Microsoft Word 97-2004 template
    import com.microsoft.excel.xls: public.data public.composite-content public.spreadsheet
      name Excel 97 workbook
      extension xls
      mime application/vnd.ms-excel application/msexcel
      unreported-mime application/x-msexcel zz-application/zz-winassoc-xls application/x-ms-excel
      ostype XLS8
      description Microsoft Excel 97-2004 worksheet
    import com.microsoft.excel.xlt: public.data public.content public.spreadsheet
      extension xlt
      mime application/vnd.ms-excel application/msexcel
      ostype sLS8
      description Microsoft Excel 97-2004 template
    import com.microsoft.excel.xlw: public.data public.content public.spreadsheet
      extension xlw
      mime application/vnd.ms-excel application/msexcel
      ostype XLW8
      description Microsoft Excel 97-2004 workspace
    import com.microsoft.excel.xla: public.data
      extension xla
      ostype XLA5
      description Microsoft Excel add-in
    import com.microsoft.powerpoint.ppt: public.data public.composite-content public.presentation
      name PowerPoint 97 presentation
      extension ppt
      mime application/vnd.ms-powerpoint application/mspowerpoint
      unreported-mime application/x-mspowerpoint application/powerpoint
      ostype SLD8
      description Microsoft PowerPoint 97-2004 presentation
    import com.microsoft.powerpoint.pot: public.data public.composite-content public.presentation
      extension pot
      mime application/vnd.ms-powerpoint application/mspowerpoint
      ostype PPOT
      description Microsoft PowerPoint 97-2004 template
    import com.microsoft.powerpoint.pps: public.data public.composite-content public.presentation
      extension pps
      mime application/vnd.ms-powerpoint application/mspowerpoint
      ostype PPSS
      description Microsoft PowerPoint 97-2004 slide show
    import com.apple.keynote.key: com.apple.package public.composite-content public.presentation
      description Keynote document
    import com.apple.keynote.kth: com.apple.package public.composite-content public.presentation
      description Keynote theme
    import com.apple.iwork.keynote.key: com.apple.package public.presentation com.apple.keynote.key
      extension key
      description Keynote document
      reference http://www.apple.com/iwork/keynote/
      spelling com.apple.iWork.Keynote.key
    import com.apple.iwork.keynote.key-tef: com.apple.package public.presentation com.apple.keynote.key
      extension key-tef
      description Keynote document
      reference http://www.apple.com/iwork/keynote/
      spelling com.apple.iWork.Keynote.key-tef
    import com.apple.iwork.keynote.sffkey: public.data public.composite-content public.presentation
      extension key
      mime application/x-iwork-keynote-sffkey
      unreported-mime application/vnd.apple.keynote application/x-iwork-keynote-sffkey-tef
      description Keynote document
      reference http://www.apple.com/iwork/keynote/
      spelling com.apple.iWork.Keynote.sffkey
    import com.apple.iwork.keynote.kth: com.apple.package public.presentation com.apple.keynote.kth
      extension kth
      description Keynote theme
      reference http://www.apple.com/iwork/keynote/
      spelling com.apple.iWork.Keynote.kth
    import com.apple.iwork.keynote.sffkth: public.data public.composite-content public.presentation
      extension kth
      mime application/x-iwork-keynote-sffkth
      description Keynote theme
      reference http://www.apple.com/iwork/keynote/
      spelling com.apple.iWork.Keynote.sffkth
    import com.apple.iwork.pages.pages: com.apple.package public.composite-content
      extension pages
      description Pages document
      reference http://www.apple.com/iwork/pages/
      spelling com.apple.iWork.Pages.pages
    import com.apple.iwork.pages.pages-tef: com.apple.package public.composite-content
      extension pages-tef
      description Pages document
      reference http://www.apple.com/iwork/pages/
      spelling com.apple.iWork.Pages.pages-tef
    import com.apple.iwork.pages.sffpages: public.data public.composite-content
      extension pages
      mime application/x-iwork-pages-sffpages
      unreported-mime application/vnd.apple.pages
      description Pages document
      reference http://www.apple.com/iwork/pages/
      spelling com.apple.iWork.Pages.sffpages
    import com.apple.iwork.pages.template: com.apple.package public.composite-content
      extension template
      description Pages template
      reference http://www.apple.com/iwork/pages/
      spelling com.apple.iWork.Pages.template
    import com.apple.iwork.pages.sfftemplate: public.data public.composite-content
      extension template
      mime application/x-iwork-pages-sfftemplate
      description Pages template
      reference http://www.apple.com/iwork/pages/
      spelling com.apple.iWork.Pages.sfftemplate
    import com.apple.iwork.numbers.numbers: com.apple.package public.composite-content public.spreadsheet
      extension numbers
      description Numbers document
      reference http://www.apple.com/iwork/numbers/
      spelling com.apple.iWork.Numbers.numbers
    import com.apple.iwork.numbers.numbers-tef: com.apple.package public.composite-content public.spreadsheet
      extension numbers-tef
      description Numbers document
      reference http://www.apple.com/iwork/numbers/
      spelling com.apple.iWork.Numbers.numbers-tef
    import com.apple.iwork.numbers.sffnumbers: public.data public.composite-content public.spreadsheet
      extension numbers
      mime application/x-iwork-numbers-sffnumbers
      unreported-mime application/vnd.apple.numbers
      description Numbers document
      reference http://www.apple.com/iwork/numbers/
      spelling com.apple.iWork.Numbers.sffnumbers
    import com.apple.iwork.numbers.template: com.apple.package public.composite-content public.spreadsheet
      extension nmbtemplate
      description Numbers template
      reference http://www.apple.com/iwork/numbers/
      spelling com.apple.iWork.Numbers.template
    import com.apple.iwork.numbers.sfftemplate: public.data public.composite-content public.spreadsheet
      extension nmbtemplate
      mime application/x-iwork-numbers-sfftemplate
      description Numbers template
      reference http://www.apple.com/iwork/numbers/
      spelling com.apple.iWork.Numbers.sfftemplate
    import com.apple.garageband.project: com.apple.package public.audiovisual-content
      extension band gbproj
      description GarageBand Project
      reference http://www.apple.com/ilife/garageband/
    import com.adobe.photoshop-image: public.image
      extension psd
      unreported-extension pdd
      mime image/vnd.adobe.photoshop image/photoshop image/x-photoshop image/psd application/photoshop
      unreported-mime application/x-photoshop
      ostype 8BPS
      description Adobe Photoshop document
    import com.adobe.photoshop-large-image: public.image
      extension psb
      ostype 8BPB
      description Adobe Photoshop large document
    import com.adobe.illustrator.ai-image: public.image
      extension ai
      unreported-mime application/illustrator
      description Adobe Illustrator document
    import com.truevision.tga-image: public.image
      extension tga
      unreported-extension icb tpic vda
      mime image/targa image/tga application/tga
      unreported-mime image/x-tga image/x-targa image/x-icb
      ostype TPIC
      description TGA image
    import com.sgi.sgi-image: public.image
      extension sgi
      mime image/sgi
      unreported-mime image/x-sgi image/x-sgi-bw
      ostype .SGI
      description Silicon Graphics image
    import com.ilm.openexr-image: public.image
      extension exr
      unreported-mime image/x-exr image/aces
      description OpenEXR image
    import com.kodak.flashpix-image: public.image
      extension fpx
      mime image/fpx application/vnd.fpx
      description FlashPix image
    import public.heif-standard: public.image
      description HEIF Image
    import public.heif: public.heif-standard
      name HEIF picture
      extension heif hif
      mime image/heif
    import public.heic: public.heif-standard
      name HEIC picture
      extension heic
      mime image/heic
    import public.avci: public.heif-standard
      extension avci
      mime image/avci
    import public.heifs: public.heif-standard
      extension heifs
      mime image/heif-sequence
      description HEIF Image Sequence
    import public.heics: public.heif-standard
      extension heics
      mime image/heic-sequence
      description HEIF Image Sequence
    import public.avcs: public.heif-standard
      extension avcs
      mime image/avcs
      description HEIF Image Sequence
    import com.apple.drawing: public.image
      extension drawing
      description Apple Drawing Format
    import com.j2.jfx-fax: public.fax
      extension jfx
      description J2 fax
    import com.j2.efx-fax: public.fax
      extension efx
      mime image/efax
      description eFax fax
    import com.digidesign.sd2-audio: public.audio
      extension sd2
      ostype Sd2f
      description Sound Designer II audio
    import com.microsoft.waveform-audio: public.audio
      name WAV sound
      extension wav wave bwf
      mime audio/vnd.wave audio/wav audio/wave audio/x-wav
      ostype .WAV WAVE
      description Waveform audio
    import com.microsoft.advanced-systems-format: public.audiovisual-content
      extension asf
      mime video/x-ms-asf
      unreported-mime application/vnd.ms-asf video/x-ms-asf-plugin audio/x-ms-asf
      ostype ASF_
      description Microsoft Advanced Systems Format
    import com.microsoft.windows-media-wm: public.movie com.microsoft.advanced-systems-format
      extension wm
      mime video/x-ms-wm
      description Windows media
    import com.microsoft.windows-media-wmv: public.movie com.microsoft.advanced-systems-format
      extension wmv
      mime video/x-ms-wmv
      description Windows media
    import com.microsoft.windows-media-wmp: public.movie com.microsoft.advanced-systems-format
      extension wmp
      mime video/x-ms-wmp
      description Windows media
    import com.microsoft.windows-media-wma: public.audio com.microsoft.advanced-systems-format
      extension wma
      mime video/x-ms-wma
      unreported-mime audio/x-ms-wma audio/wma
      description Windows media audio
    import com.microsoft.advanced-stream-redirector: public.audiovisual-content public.xml
      extension asx
      mime video/x-ms-asx
      unreported-mime audio/x-ms-asx
      ostype ASX_
      description Advanced Stream Redirector
    import com.microsoft.windows-media-wmx: public.movie com.microsoft.advanced-stream-redirector
      extension wmx
      mime video/x-ms-wmx
      description Windows media
    import com.microsoft.windows-media-wvx: public.movie com.microsoft.advanced-stream-redirector
      extension wvx
      mime video/x-ms-wvx
      description Windows media
    import com.microsoft.windows-media-wax: public.audio com.microsoft.advanced-stream-redirector
      extension wax
      mime video/x-ms-wax
      description Windows media audio
    import com.real.realmedia: public.movie
      extension rm
      unreported-extension rmj rmm rms rmx rv rvx
      mime application/vnd.rn-realmedia
      unreported-mime video/vnd.rn-realvideo video/x-real-video
      ostype PNRM
      description RealMedia
    import com.real.realmedia-vbr: public.movie
      extension rmvb
      mime application/vnd.rn-realmedia-vbr
      description RealMedia Variable Bitrate
    import org.smpte.mxf: public.movie
      extension mxf
      mime application/mxf
      description Material eXchange Format
    import com.real.realaudio: public.audio
      extension ram ra
      unreported-extension rax
      mime audio/vnd.rn-realaudio audio/x-pn-realaudio audio/x-realaudio
      unreported-mime application/ram
      ostype PNRA
      description RealMedia Audio
    import com.soundblaster.soundfont: public.audio
      extension sf2
      unreported-mime audio/x-sf2
      description SoundFont audio
    import org.xiph.flac: public.audio
      extension flac
      mime audio/flac
      unreported-mime audio/x-flac
      description FLAC audio
    import com.avid.open-media-framework: public.audiovisual-content
      extension omf
      ostype "OMF "
      description Open Media Framework interchange format
    import public.mp4a-loas: public.audio
      extension loas latm
      description Low Overhead MPEG-4 Audio Stream
    import public.mp4a-latm: public.audio
      mime audio/mp4a-latm
      description Low-overhead MPEG-4 Audio Transport Multiplex
    import com.allume.stuffit-archive: public.data public.archive
      description StuffIt archive family
    import com.stuffit.archive.sitx: com.allume.stuffit-archive
      extension sitx
      mime application/x-stuffitx application/x-sitx
      ostype SITX
      description StuffIt X archive
    import com.stuffit.archive.sidx: com.allume.stuffit-archive
      extension sidx
      mime application/x-stuffitx-index application/x-sitx-index
      ostype SIDX
      description StuffIt X index
    import com.stuffit.archive.sit: com.allume.stuffit-archive
      extension sit sea
      mime application/x-stuffit application/x-sit
      ostype SIT5
      description StuffIt archive
    import com.adobe.flash.video: public.movie
      extension flv f4v f4p f4a f4b
      mime video/x-flv
      unreported-mime application/x-flash-video flv-application/octet-stream video/flv
      description Flash video
    import org.khronos.collada.digital-asset-exchange: public.xml public.audiovisual-content public.3d-content
      extension dae
      unreported-mime model/vnd.collada+xml
      description Digital Asset Exchange (DAE)
    import com.apple.imovielibrary: com.apple.package
      extension imovielibrary
      description iMovie Library
      spelling com.apple.iMovieLibrary
    import com.apple.imovietheater: com.apple.package
      extension theater
      description iMovie Theater
      spelling com.apple.iMovieTheater
    import org.7-zip.7-zip-archive: public.data public.archive
      extension 7z
      mime application/x-7z-compressed
      description 7-Zip archive
      reference https://www.7-zip.org/7z.html
    import org.tukaani.xz-archive: public.data public.archive
      extension xz
      mime application/x-xz
      unreported-mime application/xz
      description xz compressed archive
      reference https://tukaani.org/xz/format.html
    import org.tukaani.tar-xz-archive: public.data public.archive
      extension txz
      unreported-mime application/x-xz-compressed-tar
      description xz compressed tar archive
      reference https://tukaani.org/xz/format.html
    import com.microsoft.cab: public.data public.archive
      extension cab
      unreported-mime application/vnd.ms-cab-compressed application/x-cab
      description Microsoft Cabinet archive
      reference https://docs.microsoft.com/en-us/windows/win32/msi/cabinet-files
    import public.haptics-content
      description Haptics content
    import com.apple.haptics.ahap: public.haptics-content public.json
      extension ahap
      description Apple Haptics Audio Pattern
    import com.apple.coreml.model: public.data
      extension mlmodel mlkitmodel
      description Core ML Machine Learning Model
    import com.apple.coreml.mlpackage: com.apple.package
      extension mlpackage
      description Core ML Machine Learning Model Package
    import com.apple.groupactivities.activity: public.data
      extension groupactivity
      description Group Activity
    """#
}
