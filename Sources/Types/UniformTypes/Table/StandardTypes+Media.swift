extension StandardTypes {
  /// Positions 205 to 281: images, moving pictures, sound and fonts.
  static let media: StaticString = #"""
    export public.image: public.data public.content
      description image
    export com.apple.live-photo
      description Live Photo
    export com.apple.private.live-photo-bundle: com.apple.live-photo com.apple.bundle com.apple.package
      extension pvt
    export public.fax: public.image public.message
      description fax
    export public.camera-raw-image: public.image
      description camera raw image
    export public.jpeg: public.image
      extension jpeg jpg jpe
      mime image/jpeg image/jpg
      ostype JPEG
      description JPEG image
    export public.jpeg-2000: public.image
      extension jp2 jpf jpx j2k j2c
      mime image/jp2
      ostype "jp2 "
      description JPEG 2000 image
    export public.tiff: public.image
      extension tiff tif
      mime image/tiff
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
      ostype PNTG
      description MacPaint image
    export public.png: public.image
      extension png
      mime image/png
      ostype PNGf
      pasteboard "Apple PNG pasteboard type"
      description PNG image
    export public.svg-image: public.image public.xml
      extension svg svgz
      mime image/svg+xml
      ostype "svg " svgz
      description SVG image
    export com.apple.quicktime-image: public.image
      extension qtif qti
      mime image/x-quicktime
      ostype qtif
      description QuickTime image
    export com.apple.icns: public.image
      extension icns
      ostype icns
      description Apple icon image
    export public.xbitmap-image: public.image
      extension xbm
      mime image/x-xbitmap
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
      extension mov qt
      mime video/quicktime
      ostype MooV
      description QuickTime movie
    export public.mpeg: public.movie
      extension mpg mpeg mpe m75 m15
      mime video/mpeg video/mpg video/x-mpeg video/x-mpg
      ostype "MPG " MPEG
      description MPEG movie
    export public.mpeg-2-video: public.video
      extension m2v
      mime video/mpeg2 video/mpeg2-video
      description MPEG-2 video
    export public.mpeg-4: public.movie
      extension mp4 mpg4
      mime video/mp4 video/mp4v-es
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
      ostype dvc!
      description DV movie
    export public.avi: public.movie
      extension avi vfw
      mime video/avi video/msvideo video/x-msvideo
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
      ostype "FLI "
      description FLC animation
    export public.mpeg-2-transport-stream: public.movie
      extension ts
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
      description MP2 audio
    export public.mp3: public.audio
      extension mp3 mpga
      mime audio/mpeg audio/mpeg3 audio/mpg audio/mp3 audio/x-mpeg audio/x-mpeg3 audio/x-mpg audio/x-mp3
      ostype MPG3 mpg3 "Mp3 " "MP3 " mp3! MP3!
      description MP3 audio
    export public.playlist
      description playlist
    export public.m3u-playlist: public.plain-text public.playlist
      extension m3u m3u8
      mime audio/mpegurl application/vnd.apple.mpegurl audio/x-mpegurl
      description M3U Playlist
      reference http://www.schworak.com/programming/music/playlist_m3u.asp
    export public.pls-playlist: public.text public.playlist
      extension pls
      mime audio/x-scpls
      description PLS Playlist
    export public.mpeg-4-audio: public.audio
      extension mp4 mpg4
      mime audio/mp4 audio/mp4a-latm
      ostype mpg4 "MP4 "
      description MPEG-4 audio
    export com.apple.m4a-audio: public.mpeg-4-audio
      extension m4a
      mime audio/x-m4a
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
      ostype "M4B "
      description protected MPEG-4 audio
    export public.ulaw-audio: public.audio
      extension ul ulw ulaw
      ostype ULAW
      description uLaw audio
    export public.au-audio: public.audio
      extension au snd
      mime audio/basic
      description AU audio
    export public.aifc-audio: public.audio
      extension aifc
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
      ostype Midi
      description MIDI audio
    export public.downloadable-sound: public.audio
      extension dls
      mime audio/dls
      description downloadable sound
    export com.apple.coreaudio-format: public.audio
      extension caf
      ostype caff
      description Apple CoreAudio format
    export public.ac3-audio: public.audio
      extension ac3
      mime audio/ac3
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
      ostype OTTO
      description PostScript OpenType font
    export public.opentype-collection-font: public.opentype-font
      extension otc
      description PostScript OpenType collection font
    export public.truetype-ttf-font: public.truetype-font
      extension ttf
      mime font/ttf
      description TrueType OpenType font
    export public.truetype-collection-font: public.truetype-font
      extension ttc
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
      description PostScript Type 1 outline font
    export com.adobe.postscript-pfa-font: com.adobe.postscript-font
      extension pfa
      description PostScript Type 1 outline font
    export com.apple.profile-font-icon: public.item
      ostype pfnt
      description Profile Font
    """#
}
