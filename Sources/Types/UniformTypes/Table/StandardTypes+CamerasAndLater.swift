extension StandardTypes {
  /// Positions 689 to 758: raw pictures of cameras, then the types that came after the rest or that applications declare.
  static let camerasAndLater: StaticString = #"""
    import com.adobe.raw-image: public.camera-raw-image
      extension dng
      mime image/x-adobe-dng
      description Adobe raw image
    import com.dxo.raw-image: public.camera-raw-image
      extension dxo
      mime image/x-dxo-dxo
      description DxO raw image
    import com.canon.crw-raw-image: public.camera-raw-image
      extension crw
      mime image/x-canon-crw
      description Canon CRW raw image
    import com.canon.cr2-raw-image: public.camera-raw-image
      extension cr2
      description Canon CR2 raw image
    import com.canon.cr3-raw-image: public.camera-raw-image
      extension cr3
      description Canon CR3 raw image
    import com.canon.tif-raw-image: public.camera-raw-image
      description Canon TIF raw image
    import com.epson.raw-image: public.camera-raw-image
      extension erf
      mime image/x-epson-erf
      description Epson raw image
    import com.fuji.raw-image: public.camera-raw-image
      extension raf
      description Fuji raw image
    import com.hasselblad.fff-raw-image: public.camera-raw-image
      extension fff
      description Hasselblad FFF raw image
    import com.hasselblad.3fr-raw-image: public.camera-raw-image
      extension 3fr
      description Hasselblad 3FR raw image
    import com.kodak.raw-image: public.camera-raw-image
      extension dcr
      description Kodak raw image
    import com.konicaminolta.raw-image: public.camera-raw-image
      extension mrw
      description Minolta raw image
    import com.leafamerica.raw-image: public.camera-raw-image
      extension mos
      description Leaf raw image
    import com.leica.pwl-raw-image: public.camera-raw-image
      extension pwl
      mime image/x-leica-pwl
      description Leica PWL raw image
    import com.nikon.raw-image: public.camera-raw-image
      extension nef
      description Nikon raw image
    import com.nikon.nrw-raw-image: public.camera-raw-image
      extension nrw
      mime image/x-nikon-nrw
      description Nikon NRW raw image
    import com.olympus.raw-image: public.camera-raw-image
      extension orf
      description Olympus raw image
    import com.panasonic.raw-image: public.camera-raw-image
      extension raw
      mime image/x-panasonic-raw
      description Panasonic raw image
    import com.panasonic.rw2-raw-image: public.camera-raw-image
      extension rw2
      description Panasonic raw 2 image
    import com.leica.raw-image: public.camera-raw-image
      extension raw
      description Leica raw image
    import com.samsung.raw-image: public.camera-raw-image
      extension srw
      description Samsung raw image
    import com.leica.rwl-raw-image: public.camera-raw-image
      extension rwl
      description Leica raw image
    import com.pentax.raw-image: public.camera-raw-image
      extension pef
      description Pentax raw image
    import com.sony.raw-image: public.camera-raw-image
      extension srf
      description Sony raw image
    import com.sony.arw-raw-image: public.camera-raw-image
      extension arw
      description Sony ARW raw image
    import com.sony.sr2-raw-image: public.camera-raw-image
      extension sr2
      mime image/x-sony-sr2
      description Sony SR2 raw image
    import com.olympus.sr-raw-image: com.olympus.raw-image
      extension orf
      mime image/x-olympus-sr
      description Olympus SR raw image
    import com.olympus.or-raw-image: com.olympus.raw-image
      extension orf
      mime image/x-olympus-or
      description Olympus OR raw image
    import com.phaseone.raw-image: public.camera-raw-image
      extension iiq
      description Phase One raw image
    export com.apple.ilifemediabrowser.plugin: com.apple.plugin
      extension ilmbplugin
      description iLifeMediaBrowser plug-In
      spelling com.apple.iLifeMediaBrowser.plugin
    export public.geojson: public.json
      extension geojson
      mime application/geo+json
      description GeoJSON
    export public.jpeg-xl: public.image
      extension jxl
      mime image/jxl
      description JPEG XL
    export com.apple.linkpresentation.metadata: public.data
      description Link Presentation URL Metadata
    export net.daringfireball.markdown: public.utf8-plain-text
      extension md markdown
      mime text/markdown
      description Markdown text file
    import org.xiph.ogg-audio: public.audio
      extension ogg oga opus
      mime audio/ogg
      description Ogg Audio
    import org.matroska.mkv: public.movie
      extension mkv
      description Matroska Video File
    import com.rarlab.rar-archive: public.archive public.data
      extension rar
      mime application/x-rar application/x-rar-compressed
      description RAR Archive
    import com.apple.disk-image-udif: com.apple.disk-image
      extension dmg udif img
      mime application/x-apple-diskimage
      description Disk Image
    import public.iso-image: com.apple.disk-image
      extension iso
      description ISO Disk Image
    import org.kotlinlang.source: public.source-code
      extension kt kts
      description Kotlin script
      reference https://kotlinlang.org
    import org.golang.go-script: public.source-code
      extension go
      description Go script
      reference https://go.dev
    import org.rust-lang.rust-script: public.source-code
      extension rs rc
      description Rust script
      reference https://www.rust-lang.org
    import org.iso.sql: public.source-code
      extension sql
      description SQL Source
    import com.apple.xcode.strings-text: public.text
      extension strings
      description Localizable Strings
    import com.apple.xcode.strings-dictionary: com.apple.property-list
      extension stringsdict
      description Localizable Strings Dictionary
    import com.apple.xcode.entitlements-property-list: com.apple.xml-property-list
      extension entitlements
      description Entitlements
    import com.apple.interfacebuilder.document.cocoa: public.xml
      extension xib
      description Interface Builder XML
    import com.apple.dt.interfacebuilder.document.storyboard: public.xml
      extension storyboard
      description Interface Builder Storyboard
    import com.apple.mail.email: public.data public.email-message
      extension eml
      mime message/rfc822
      description Email Message
    import org.khronos.ktx: public.image
      extension ktx
      description KTX textures
    import com.apple.itunes.ipa: public.data public.executable
      extension ipa
      description iOS Package Archive
    import com.apple.application-icon
      description Application Icon
    import com.apple.disk-image: public.data public.disk-image
      description Disk Image
    import org.tug.tex: public.plain-text
      extension tex sty cls
      description TeX document
    import public.toml: public.plain-text
      extension toml
      mime application/toml
      description TOML document
      reference https://github.com/toml-lang/toml
    import com.microsoft.c-sharp: public.source-code
      extension cs
      description C# source
    import com.microsoft.ini: public.plain-text
      extension ini
      description INI
    import com.textpattern.textile: public.source-code
      extension textile
      description Textile document
    import dev.dart.dart-script: public.source-code
      extension dart
      description Dart script
      reference https://dart.dev
    import org.dlang.d-source: public.source-code
      extension d
      description D source
      reference https://dlang.org
    import org.haskell.haskell-script: public.source-code
      extension hs lhs
      description Haskell script
      reference https://www.haskell.org
    import org.julia.julia-script: public.source-code
      extension jl
      description Julia script
      reference https://julialang.org
    import org.lua.lua-source: public.source-code
      extension lua
      description Lua script
      reference https://www.lua.org
    import org.python.restructuredtext: public.text
      extension rest rst
      description reStructured Text document
      reference https://docutils.sourceforge.io/rst.html
    import org.scala-lang.scala-source: public.source-code
      extension scala
      description Scala source
      reference https://www.scala-lang.org
    import org.tug.bibtex.bib: public.plain-text
      extension bib
      description BibTeX bibliography
      reference http://bibtex.tug.org
    export public.avif: public.heif-standard
      extension avif
      mime image/avif
      description AVIF image
    import org.khronos.gltf: public.3d-content public.data
      extension gltf
      mime model/gltf+json
      description glTF model
    import org.khronos.glb: public.3d-content public.data
      extension glb
      mime model/gltf-binary
      description Binary glTF model
    import com.microsoft.typescript: public.source-code
      extension tsx
      description TypeScript source
    """#
}
