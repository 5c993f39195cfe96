extension FurtherTypes {
  /// Types of pictures, sound, films and models that Apple does not declare.
  static let media: StaticString = #"""
    # Pictures
    import io.proffer.windows-cursor: public.image
      extension cur
      mime image/x-win-bitmap image/vnd.microsoft.cursor
      description Windows cursor
    import io.proffer.animated-cursor: public.image
      extension ani
      mime application/x-navi-animation
      description Animated Windows cursor
    import io.proffer.gimp-image: public.image
      extension xcf
      mime image/x-xcf image/x-compressed-xcf
      description GIMP image
    import io.proffer.gimp-brush: public.image
      extension gbr
      mime image/x-gimp-gbr
      description GIMP brush
    import io.proffer.gimp-pattern: public.image
      extension pat
      mime image/x-gimp-pat
      description GIMP pattern
    import io.proffer.krita-image: public.zip-archive public.image
      extension kra krz
      mime application/x-krita
      description Krita image
    import io.proffer.xfig: public.image public.plain-text
      extension fig
      mime image/x-xfig
      description Xfig figure
    import public.radiance: public.image
      extension hdr rgbe
      mime image/vnd.radiance image/x-hdr image/x-rgbe
      description Radiance image
    import com.microsoft.dds: public.image
      extension dds
      mime image/vnd-ms.dds image/x-dds
      description DirectDraw surface
    import io.proffer.ktx-2: public.image
      extension ktx2
      mime image/ktx2
      description Khronos texture (KTX 2)
    import public.pbm: public.image
      name PBM picture
      extension pbm pfm pgm ppm pnm
      mime image/x-portable-anymap image/x-portable-bitmap image/x-portable-graymap image/x-portable-pixmap
      description Portable bitmap
    import io.proffer.portable-arbitrary-map: public.image
      extension pam
      mime image/x-portable-arbitrarymap
      description Portable arbitrary map
    import io.proffer.pcx: public.image
      extension pcx pcc
      mime image/vnd.zbrush.pcx image/x-pcx image/pcx
      description PCX image
    import io.proffer.animated-png: public.png
      extension apng
      mime image/apng image/vnd.mozilla.apng
      description Animated PNG image
    import io.proffer.mng: public.movie
      extension mng
      mime video/x-mng
      description MNG animation
    import io.proffer.enhanced-metafile: public.image
      extension emf
      mime image/emf image/x-emf
      description Enhanced metafile
    import io.proffer.windows-metafile: public.image
      extension wmf
      mime image/wmf image/x-wmf application/x-wmf application/x-msmetafile
      description Windows metafile
    import io.proffer.qoi: public.image
      extension qoi
      mime image/qoi image/x-qoi
      description QOI image
    import io.proffer.bpg: public.image
      extension bpg
      mime image/bpg
      description BPG image
    import io.proffer.jpeg-ls: public.image
      extension jls
      mime image/jls
      description JPEG-LS image
    import io.proffer.jpeg-xr: public.image
      extension jxr hdp wdp
      mime image/jxr image/vnd.ms-photo
      description JPEG XR image
    import io.proffer.fits: public.image
      extension fits fit fts
      mime image/fits application/fits image/x-fits
      description FITS image
    import io.proffer.xpm: public.image public.plain-text
      extension xpm
      mime image/x-xpixmap image/x-xpm image/xpm
      description X pixmap
    import io.proffer.xwd: public.image
      extension xwd
      mime image/x-xwindowdump
      description X window dump
    import io.proffer.sun-raster: public.image
      extension ras im1 im8 im24 im32 sun
      mime image/x-sun-raster image/x-cmu-raster
      description Sun raster image
    import io.proffer.ilbm: public.image
      extension ilbm iff lbm
      mime image/x-ilbm
      description IFF ILBM image
    import io.proffer.multipage-pcx: public.image
      extension dcx
      mime image/x-dcx
      description Multi-page PCX image
    import io.proffer.flif: public.image
      extension flif
      mime image/flif
      description FLIF image
    import org.khronos.astc: public.image
      extension astc
      mime image/astc
      description ASTC texture
    import public.pvr: public.image
      extension pvr
      description PowerVR texture
    import io.proffer.coreldraw: public.image
      extension cdr cdt
      mime application/vnd.corel-draw application/coreldraw application/x-coreldraw image/cdr image/x-cdr
      description CorelDRAW drawing
    import io.proffer.cgm: public.image
      extension cgm
      mime image/cgm
      description Computer graphics metafile
    import io.proffer.fax-g3: public.fax
      extension g3
      mime image/g3fax
      description Group 3 fax
    import io.proffer.kodak-kdc: public.camera-raw-image
      extension kdc
      mime image/x-kodak-kdc
      description Kodak raw image
    import io.proffer.sigma-raw: public.camera-raw-image
      extension x3f
      mime image/x-sigma-x3f
      description Sigma raw image
    import io.proffer.compressed-svg: public.svg-image org.gnu.gnu-zip-archive
      mime image/svg+xml-compressed
      description Compressed SVG image
    import io.proffer.jpeg-2000-compound: public.image
      extension jpm
      mime image/jpm
      description JPEG 2000 compound image
    import io.proffer.motion-jpeg-2000: public.movie
      extension mj2 mjp2
      mime video/mj2
      description Motion JPEG 2000 film
    import io.proffer.jpeg-xs: public.image
      extension jxs
      mime image/jxs
      description JPEG XS image
    import io.proffer.photoshop-brush: public.data
      extension abr
      description Photoshop brushes
    import io.proffer.color-swatches: public.data
      extension aco ase
      description Color swatches
    import io.proffer.gimp-palette: public.plain-text
      extension gpl
      description GIMP palette
    # Sound and moving pictures
    import org.videolan.ape: public.audio
      extension ape apl
      mime audio/x-ape audio/ape
      description Monkey's Audio sound
    import org.videolan.wv: public.audio
      extension wv wvp
      mime audio/x-wavpack
      description WavPack sound
    import org.matroska.mka: public.audio
      extension mka
      mime audio/x-matroska audio/matroska
      description Matroska audio
    import io.proffer.matroska-3d: org.matroska.mkv
      extension mk3d
      mime video/x-matroska-3d video/matroska-3d
      description Matroska 3D video
    import org.videolan.dts: public.audio
      extension dts
      mime audio/vnd.dts audio/x-dts
      description DTS sound
    import io.proffer.dts-hd: org.videolan.dts
      extension dtshd
      mime audio/vnd.dts.hd audio/x-dtshd
      description DTS-HD sound
    import org.videolan.vob: public.movie
      extension vob
      mime video/dvd video/x-ms-vob
      description DVD video object
    import org.videolan.divx: public.movie
      extension divx
      mime video/divx video/x-divx
      description DivX film
    import public.avchd-mpeg-2-transport-stream: public.mpeg-2-transport-stream
      extension mts m2ts m2t
      mime model/vnd.mts
      description AVCHD transport stream
    import org.xiph.ogv: public.movie
      extension ogv ogx ogm
      mime video/ogg video/x-ogg video/x-theora+ogg video/x-theora application/ogg video/x-ogm+ogg video/x-ogm
      description Ogg video
    import org.xiph.opus: org.xiph.ogg-audio
      extension opus
      mime audio/x-opus+ogg audio/opus
      description Opus sound
    import io.proffer.vorbis: org.xiph.ogg-audio
      mime audio/x-vorbis+ogg audio/vorbis audio/x-vorbis
      description Ogg Vorbis sound
    import io.proffer.speex: org.xiph.ogg-audio
      extension spx
      mime audio/x-speex+ogg audio/speex audio/x-speex
      description Speex sound
    import io.proffer.ogg-flac: org.xiph.ogg-audio
      mime audio/x-flac+ogg audio/x-oggflac
      description FLAC in Ogg
    import org.videolan.axa: public.audio
      extension axa
      mime audio/annodex audio/x-annodex
      description Annodex sound
    import org.videolan.axv: public.movie
      extension axv anx
      mime video/annodex application/annodex application/x-annodex video/x-annodex
      description Annodex film
    import org.videolan.mpc: public.audio
      extension mpc mpp+ mp+
      mime audio/x-musepack
      description Musepack sound
    import org.videolan.tta: public.audio
      extension tta
      mime audio/x-tta audio/tta
      description True Audio sound
    import org.videolan.voc: public.audio
      extension voc
      mime audio/x-voc
      description Creative voice
    import org.videolan.it: public.audio
      extension it
      mime audio/x-it
      description Impulse Tracker module
    import org.videolan.s3m: public.audio
      extension s3m
      mime audio/x-s3m
      description Scream Tracker module
    import org.videolan.xm: public.audio
      extension xm
      mime audio/x-xm
      description FastTracker module
    import org.videolan.mod: public.audio
      extension mod strk
      mime audio/x-mod
      description Tracker module
    import io.proffer.dsf: public.audio
      extension dsf
      mime audio/x-dsf audio/dsf
      description DSD stream file
    import io.proffer.dff: public.audio
      extension dff
      mime audio/x-dff audio/dff
      description DSDIFF sound
    import io.proffer.gsm: public.audio
      extension gsm
      mime audio/x-gsm
      description GSM sound
    import io.proffer.adaptive-multi-rate-wide: org.3gpp.adaptive-multi-rate-audio
      extension awb
      mime audio/AMR-WB
      description AMR wideband sound
    import io.proffer.soundfont-3: com.soundblaster.soundfont
      extension sf3
      description SoundFont 3
    import io.proffer.nintendo-sound: public.audio
      extension nsf
      description NES sound
    import io.proffer.commodore-sound: public.audio
      extension sid psid
      mime audio/prs.sid
      description SID tune
    import io.proffer.spc-sound: public.audio
      extension spc
      description SPC-700 sound
    import org.videolan.xesc: public.movie
      extension xesc
      description Expression Encoder capture
    import org.videolan.nsv: public.movie
      extension nsv
      mime application/x-netshow-channel-video video/x-nsv
      description Nullsoft video
    import org.videolan.gxf: public.movie
      extension gxf
      mime application/gxf
      description GXF film
    import org.videolan.wtv: public.movie
      extension wtv
      mime video/wtv
      description Windows recorded television
    import io.proffer.motion-jpeg: public.movie
      extension mjpeg mjpg
      mime video/x-mjpeg
      description Motion JPEG film
    import io.proffer.flash: public.data
      extension swf spl
      mime application/vnd.adobe.flash.movie application/x-shockwave-flash application/futuresplash
      description Flash film
    import io.proffer.matroska-subtitles: public.plain-text
      extension mks
      mime application/x-matroska
      description Matroska subtitles
    import io.proffer.subrip: public.plain-text
      extension srt
      mime application/x-subrip application/x-srt
      description SubRip subtitles
    import io.proffer.substation-alpha: public.plain-text
      extension ssa ass
      mime text/x-ssa
      description SubStation Alpha subtitles
    import io.proffer.subtitles: public.plain-text
      extension sub
      mime text/x-microdvd text/x-mpsub text/x-subviewer
      description Subtitles
    import io.proffer.sami: public.plain-text
      extension smi sami
      mime application/x-sami application/smil-sami
      description SAMI subtitles
    import io.proffer.smil: public.xml
      extension smil kino sml
      mime application/smil+xml application/smil
      description SMIL presentation
    import io.proffer.ttml: public.xml
      extension ttml dfxp
      mime application/ttml+xml
      description Timed text
    import io.proffer.xspf: public.xml public.playlist
      extension xspf
      mime application/xspf+xml
      description XSPF playlist
    import io.proffer.cue-sheet: public.plain-text
      extension cue
      mime application/x-cue
      description Cue sheet
    import io.proffer.quicktime-link: public.data
      extension qtl
      mime application/x-quicktime-media-link application/x-quicktimeplayer
      description QuickTime media link
    import io.proffer.hls-segment: public.mpeg-4
      extension m4s cmfv cmfa
      mime video/iso.segment
      description MPEG-4 segment
    import io.proffer.h264: public.movie
      extension h264 264 avc
      mime video/h264
      description H.264 stream
    import io.proffer.h265: public.movie
      extension h265 265 hevc
      mime video/h265
      description H.265 stream
    import io.proffer.ivf: public.movie
      extension ivf
      mime video/x-ivf
      description IVF film
    import io.proffer.y4m: public.movie
      extension y4m
      mime video/x-yuv4mpeg
      description YUV4MPEG2 film
    import io.proffer.ableton-set: public.data
      extension als alp
      description Ableton Live set
    import io.proffer.musicxml: public.xml
      extension musicxml
      mime application/vnd.recordare.musicxml+xml
      description MusicXML score
    import io.proffer.musicxml-zip: public.zip-archive
      extension mxl
      mime application/vnd.recordare.musicxml
      description Compressed MusicXML score
    import io.proffer.lilypond: public.plain-text
      extension ly
      mime text/x-lilypond
      description LilyPond score
    import io.proffer.abc-notation: public.plain-text
      mime text/vnd.abc
      description ABC notation
    # Three-dimensional models and drawings
    import com.autodesk.fbx: public.3d-content public.data
      extension fbx
      mime application/vnd.autodesk.fbx model/x-fbx
      description FBX model
    import io.proffer.3mf: public.zip-archive public.3d-content
      extension 3mf
      mime model/3mf application/vnd.ms-package.3dmanufacturing-3dmodel+xml
      description 3MF model
    import org.blenderfoundation.blender.file: public.3d-content public.data
      extension blend blend1
      mime application/x-blender
      description Blender scene
    import io.proffer.3d-studio: public.3d-content public.data
      extension 3ds
      mime image/x-3ds application/x-3ds
      description 3D Studio scene
    import io.proffer.step: public.3d-content public.plain-text
      extension step stp p21
      mime model/step model/vnd.step application/step application/p21
      description STEP model
    import io.proffer.iges: public.3d-content public.plain-text
      extension iges igs
      mime model/iges
      description IGES model
    import com.autodesk.dwg: public.3d-content public.data
      extension dwg dwt
      mime image/vnd.dwg application/acad application/x-dwg
      description AutoCAD drawing
    import com.autodesk.dxf: public.3d-content public.data
      extension dxf
      mime image/vnd.dxf image/x-dxf application/dxf
      description AutoCAD exchange drawing
    import io.proffer.sketchup: public.3d-content public.data
      extension skp
      mime application/vnd.sketchup.skp
      description SketchUp model
    import io.proffer.ifc: public.3d-content public.plain-text
      extension ifc
      mime application/x-step application/ifc model/ifc
      description IFC building model
    import io.proffer.gcode: public.plain-text
      extension gcode gco
      mime text/x-gcode text/x.gcode
      description G-code
    import io.proffer.vrml: public.3d-content public.plain-text
      extension wrl vrml wrz
      mime model/vrml x-world/x-vrml
      description VRML scene
    import io.proffer.x3d: public.3d-content public.xml
      extension x3d
      mime model/x3d+xml
      description X3D scene
    import io.proffer.rhino: public.3d-content public.data
      extension 3dm
      mime model/vnd.3dm
      description Rhino model
    import io.proffer.openscad: public.source-code
      extension scad
      mime application/x-openscad text/x-openscad
      description OpenSCAD source
    import io.proffer.material-library: public.plain-text
      extension mtl
      mime model/mtl
      description Wavefront materials
    import org.materialx.mtlx: public.xml
      extension mtlx
      description MaterialX
    import io.proffer.freecad: public.zip-archive public.3d-content
      extension fcstd
      mime application/x-extension-fcstd
      description FreeCAD document
    import io.proffer.godot-scene: public.plain-text
      extension tscn
      mime application/x-godot-scene
      description Godot scene
    import io.proffer.unity-package: public.data
      extension unitypackage
      description Unity package
    import io.proffer.lightwave: public.3d-content public.data
      extension lwo lws
      mime image/x-lwo
      description LightWave object
    """#
}
