// Pictures, sound and films (source of the names: `UTCoreTypes.h` of Core Services).
public import Foundation

/// `public.image`.
public var kUTTypeImage: CFString { "public.image" }
/// `public.jpeg`.
public var kUTTypeJPEG: CFString { "public.jpeg" }
/// `public.jpeg-2000`.
public var kUTTypeJPEG2000: CFString { "public.jpeg-2000" }
/// `public.tiff`.
public var kUTTypeTIFF: CFString { "public.tiff" }
/// `com.apple.pict`.
public var kUTTypePICT: CFString { "com.apple.pict" }
/// `com.compuserve.gif`.
public var kUTTypeGIF: CFString { "com.compuserve.gif" }
/// `public.png`.
public var kUTTypePNG: CFString { "public.png" }
/// `com.apple.quicktime-image`.
public var kUTTypeQuickTimeImage: CFString { "com.apple.quicktime-image" }
/// `com.apple.icns`.
public var kUTTypeAppleICNS: CFString { "com.apple.icns" }
/// `com.microsoft.bmp`.
public var kUTTypeBMP: CFString { "com.microsoft.bmp" }
/// `com.microsoft.ico`.
public var kUTTypeICO: CFString { "com.microsoft.ico" }
/// `public.camera-raw-image`.
public var kUTTypeRawImage: CFString { "public.camera-raw-image" }
/// `public.svg-image`.
public var kUTTypeScalableVectorGraphics: CFString { "public.svg-image" }
/// `com.apple.live-photo`.
public var kUTTypeLivePhoto: CFString { "com.apple.live-photo" }
/// `public.3d-content`.
public var kUTType3DContent: CFString { "public.3d-content" }
/// `public.audiovisual-content`.
public var kUTTypeAudiovisualContent: CFString { "public.audiovisual-content" }
/// `public.movie`.
public var kUTTypeMovie: CFString { "public.movie" }
/// `public.video`.
public var kUTTypeVideo: CFString { "public.video" }
/// `public.audio`.
public var kUTTypeAudio: CFString { "public.audio" }
/// `com.apple.quicktime-movie`.
public var kUTTypeQuickTimeMovie: CFString { "com.apple.quicktime-movie" }
/// `public.mpeg`.
public var kUTTypeMPEG: CFString { "public.mpeg" }
/// `public.mpeg-2-video`.
public var kUTTypeMPEG2Video: CFString { "public.mpeg-2-video" }
/// `public.mpeg-2-transport-stream`.
public var kUTTypeMPEG2TransportStream: CFString { "public.mpeg-2-transport-stream" }
/// `public.mp3`.
public var kUTTypeMP3: CFString { "public.mp3" }
/// `public.mpeg-4`.
public var kUTTypeMPEG4: CFString { "public.mpeg-4" }
/// `public.mpeg-4-audio`.
public var kUTTypeMPEG4Audio: CFString { "public.mpeg-4-audio" }
/// `com.apple.protected-mpeg-4-audio`.
public var kUTTypeAppleProtectedMPEG4Audio: CFString { "com.apple.protected-mpeg-4-audio" }
/// `com.apple.protected-mpeg-4-video`.
public var kUTTypeAppleProtectedMPEG4Video: CFString { "com.apple.protected-mpeg-4-video" }
/// `public.avi`.
public var kUTTypeAVIMovie: CFString { "public.avi" }
/// `public.aiff-audio`.
public var kUTTypeAudioInterchangeFileFormat: CFString { "public.aiff-audio" }
/// `com.microsoft.waveform-audio`.
public var kUTTypeWaveformAudio: CFString { "com.microsoft.waveform-audio" }
/// `public.midi-audio`.
public var kUTTypeMIDIAudio: CFString { "public.midi-audio" }
/// `public.playlist`.
public var kUTTypePlaylist: CFString { "public.playlist" }
/// `public.m3u-playlist`.
public var kUTTypeM3UPlaylist: CFString { "public.m3u-playlist" }
