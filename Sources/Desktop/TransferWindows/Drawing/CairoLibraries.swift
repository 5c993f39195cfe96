import ProfferFileSystem
import SystemPackages

/// The functions of Cairo and Pango, loaded at run time.
///
/// Fontconfig finds the fonts for Pango, so that text in every script and emoji can be drawn. (Source of all
/// declarations: the public headers of Cairo 1.10, Pango 1.20 and GLib 2.0.)
struct CairoLibraries: @unchecked Sendable {
  typealias Pointer = UnsafeMutableRawPointer
  typealias Call = @convention(c) (Pointer?) -> Void
  typealias Place = @convention(c) (Pointer?, Double, Double) -> Void
  typealias Box = @convention(c) (Pointer?, Double, Double, Double, Double) -> Void
  typealias Number = @convention(c) (Pointer?, CInt) -> Void

  /// The libraries with a font; nil if one of them is not installed, or if there is no font.
  ///
  /// They are loaded at the first use.
  static let installed = CairoLibraries().flatMap { $0.hasFont ? $0 : nil }

  /// The instruction to install the libraries, for notes.
  static var installation: String { SystemPackage.cairoAndPango.instruction() }

  // Surfaces and contexts.
  let surfaceForData: @convention(c) (Pointer?, CInt, CInt, CInt, CInt) -> Pointer?
  let destroySurface: Call
  let flushSurface: Call
  let createContext: @convention(c) (Pointer?) -> Pointer?
  let destroyContext: Call
  let save: Call
  let restore: Call
  let clip: Call
  let scale: Place
  let translate: Place
  // Paths.
  let newPath: Call
  let closePath: Call
  let moveTo: Place
  let lineTo: Place
  let curveTo: @convention(c) (Pointer?, Double, Double, Double, Double, Double, Double) -> Void
  let arc: @convention(c) (Pointer?, Double, Double, Double, Double, Double) -> Void
  let rectangle: Box
  // Drawing.
  let setColor: Box
  let setSurface: @convention(c) (Pointer?, Pointer?, Double, Double) -> Void
  let source: @convention(c) (Pointer?) -> Pointer?
  let setFilter: Number
  let setLineWidth: @convention(c) (Pointer?, Double) -> Void
  let setLineCap: Number
  let setLineJoin: Number
  let setDash: @convention(c) (Pointer?, UnsafePointer<Double>?, CInt, Double) -> Void
  let fill: Call
  let stroke: Call
  let paint: Call
  // Text.
  let createLayout: @convention(c) (Pointer?) -> Pointer?
  let setText: @convention(c) (Pointer?, UnsafePointer<CChar>?, CInt) -> Void
  let setWidth: Number
  let setHeight: Number
  let setEllipsis: Number
  let setAlignment: Number
  let setAutomaticDirection: Number
  let setFont: @convention(c) (Pointer?, Pointer?) -> Void
  let layoutSize: @convention(c) (Pointer?, UnsafeMutablePointer<CInt>?, UnsafeMutablePointer<CInt>?) -> Void
  let showLayout: @convention(c) (Pointer?, Pointer?) -> Void
  let newFont: @convention(c) () -> Pointer?
  let setFontFamily: @convention(c) (Pointer?, UnsafePointer<CChar>?) -> Void
  let setFontWeight: Number
  let setFontSize: @convention(c) (Pointer?, Double) -> Void
  let freeFont: Call
  private let countUnknownGlyphs: @convention(c) (Pointer?) -> CInt
  let unreference: Call

  private init?() {
    guard let cairo = Self.library("libcairo", version: 2),
      let pango = Self.library("libpango-1.0", version: 0),
      let pangoCairo = Self.library("libpangocairo-1.0", version: 0),
      let objects = Self.library("libgobject-2.0", version: 0)
    else { return nil }
    let symbols = Symbols(libraries: [cairo, pangoCairo, pango, objects])
    do {
      surfaceForData = try symbols.find("cairo_image_surface_create_for_data")
      destroySurface = try symbols.find("cairo_surface_destroy")
      flushSurface = try symbols.find("cairo_surface_flush")
      createContext = try symbols.find("cairo_create")
      destroyContext = try symbols.find("cairo_destroy")
      save = try symbols.find("cairo_save")
      restore = try symbols.find("cairo_restore")
      clip = try symbols.find("cairo_clip")
      scale = try symbols.find("cairo_scale")
      translate = try symbols.find("cairo_translate")
      newPath = try symbols.find("cairo_new_path")
      closePath = try symbols.find("cairo_close_path")
      moveTo = try symbols.find("cairo_move_to")
      lineTo = try symbols.find("cairo_line_to")
      curveTo = try symbols.find("cairo_curve_to")
      arc = try symbols.find("cairo_arc")
      rectangle = try symbols.find("cairo_rectangle")
      setColor = try symbols.find("cairo_set_source_rgba")
      setSurface = try symbols.find("cairo_set_source_surface")
      source = try symbols.find("cairo_get_source")
      setFilter = try symbols.find("cairo_pattern_set_filter")
      setLineWidth = try symbols.find("cairo_set_line_width")
      setLineCap = try symbols.find("cairo_set_line_cap")
      setLineJoin = try symbols.find("cairo_set_line_join")
      setDash = try symbols.find("cairo_set_dash")
      fill = try symbols.find("cairo_fill")
      stroke = try symbols.find("cairo_stroke")
      paint = try symbols.find("cairo_paint")
      createLayout = try symbols.find("pango_cairo_create_layout")
      setText = try symbols.find("pango_layout_set_text")
      setWidth = try symbols.find("pango_layout_set_width")
      setHeight = try symbols.find("pango_layout_set_height")
      setEllipsis = try symbols.find("pango_layout_set_ellipsize")
      setAlignment = try symbols.find("pango_layout_set_alignment")
      setAutomaticDirection = try symbols.find("pango_layout_set_auto_dir")
      setFont = try symbols.find("pango_layout_set_font_description")
      layoutSize = try symbols.find("pango_layout_get_pixel_size")
      showLayout = try symbols.find("pango_cairo_show_layout")
      newFont = try symbols.find("pango_font_description_new")
      setFontFamily = try symbols.find("pango_font_description_set_family")
      setFontWeight = try symbols.find("pango_font_description_set_weight")
      setFontSize = try symbols.find("pango_font_description_set_absolute_size")
      freeFont = try symbols.find("pango_font_description_free")
      countUnknownGlyphs = try symbols.find("pango_layout_get_unknown_glyphs_count")
      unreference = try symbols.find("g_object_unref")
    } catch { return nil }
  }

  /// Whether fontconfig finds a font with Latin letters; without one, Pango draws boxes.
  private var hasFont: Bool {
    let surface = surfaceForData(nil, 0, 0, 0, 0)
    defer { destroySurface(surface) }
    let context = createContext(surface)
    defer { destroyContext(context) }
    guard let layout = createLayout(context) else { return false }
    defer { unreference(layout) }
    setText(layout, "a", 1)
    return countUnknownGlyphs(layout) == 0
  }

  private static func library(_ name: String, version: Int) -> LoadedLibrary? {
    LoadedLibrary([
      "\(name).so.\(version)", "\(name).\(version).dylib", "/opt/homebrew/lib/\(name).\(version).dylib",
    ])
  }

  private struct Symbols {
    struct Missing: Error {}

    let libraries: [LoadedLibrary]

    func find<Function>(_ name: String) throws -> Function {
      for library in libraries {
        if let function: Function = library.function(name) { return function }
      }
      throw Missing()
    }
  }
}
