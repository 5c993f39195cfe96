#!/usr/bin/env python3
"""Compares what is copied from headers with the headers: numbers, structures and declarations of functions.

usage: headers.py [--self-test] [--prefix FOLDER]

The sources declare what they use of X11, Wayland's protocols, zlib and the image libraries, so that a build needs none of their
packages, and what Swift does not import of Linux. This check needs the headers. It names those that are not installed, and
fails if a copy differs from the others: a function must have parameters and a result of the same kind and size, a structure
must have fields of the same kind and size at the same offsets, and the cases of a Wayland interface must be its first
messages, in order.

`--prefix` names the folder with `include` and `share`, otherwise /usr. `--self-test` breaks a copy in every set that is
installed, and expects the check to find each fault.
"""

import argparse
import glob
import os
import re
import subprocess
import sys
import xml.etree.ElementTree

CALLS = "Sources/Conversion/Formats/ImageLibraryCalls/"
TURBO_JPEG = "Sources/Conversion/Formats/ImageCoders/Libraries/TurboJPEGLibrary.swift"
ZLIB = "Sources/Support/ZipArchives/ZlibLibrary.swift"
LINUX = [
    "Sources/Support/FileSystem/Calls/SystemCalls.swift", "Sources/Support/FileSystem/Calls/SystemCalls+Processes.swift",
    "Sources/Support/FileSystem/Calls/SystemCalls+Streams.swift",
    "Sources/Desktop/DesktopTransfer/Wayland/WaylandSeat.swift",
    "Sources/Desktop/DesktopTransfer/Wayland/WaylandKeyboard.swift",
]
CAIRO = "Sources/Desktop/TransferWindows/Drawing/CairoLibraries.swift"
CAIRO_NUMBERS = "Sources/Desktop/TransferWindows/Drawing/CairoCanvas.swift"
X11 = "Sources/Desktop/DesktopTransfer/X11/X11Numbers.swift"
WAYLAND = "Sources/Desktop/DesktopTransfer/Wayland/WaylandProtocol.swift"

# Our names, with those of the headers.
TURBO_JPEG_NUMBERS = {
    "warning": "TJERR_WARNING", "rgb": "TJPF_RGB", "gray": "TJPF_GRAY", "cmyk": "TJPF_CMYK", "allColors": "TJSAMP_444",
    "quarterColors": "TJSAMP_420", "noColors": "TJSAMP_GRAY", "accurate": "TJFLAG_ACCURATEDCT",
    "limitsScans": "TJFLAG_LIMITSCANS",
}
ZLIB_NUMBERS = {
    "done": "Z_OK", "streamEnd": "Z_STREAM_END", "noProgress": "Z_BUF_ERROR", "noFlush": "Z_NO_FLUSH", "finish": "Z_FINISH",
    "rawWindow": "-MAX_WBITS",
}
ZLIB_FIELDS = {
    "nextInput": "next_in", "inputByteCount": "avail_in", "totalInputByteCount": "total_in", "nextOutput": "next_out",
    "outputByteCount": "avail_out", "totalOutputByteCount": "total_out", "message": "msg", "state": "state",
    "allocate": "zalloc", "free": "zfree", "allocationContext": "opaque", "dataKind": "data_type", "checksum": "adler",
    "reserved": "reserved",
}
LINUX_NUMBERS = {
    "shareRange": "FICLONERANGE", "seekData": "SEEK_DATA", "seekHole": "SEEK_HOLE", "keepExisting": "RENAME_NOREPLACE",
    "exchangeEntries": "RENAME_EXCHANGE", "beginWriting": "SYNC_FILE_RANGE_WRITE", "unchangedNanoseconds": "UTIME_OMIT",
    "newSession": "POSIX_SPAWN_SETSID", "askAdoption": "PR_GET_CHILD_SUBREAPER", "setAdoption": "PR_SET_CHILD_SUBREAPER",
    "fileSize": "RLIMIT_FSIZE", "sendFlags": "MSG_NOSIGNAL", "receiveFlags": "MSG_CMSG_CLOEXEC",
    "leftButton": "BTN_LEFT", "rightButton": "BTN_RIGHT",
    "escapeKey": "KEY_ESC", "enterKey": "KEY_ENTER", "letterKey": "KEY_A", "spaceKey": "KEY_SPACE",
    "keypadEnterKey": "KEY_KPENTER", "homeKey": "KEY_HOME", "upKey": "KEY_UP", "pageUpKey": "KEY_PAGEUP", "endKey": "KEY_END",
    "downKey": "KEY_DOWN", "pageDownKey": "KEY_PAGEDOWN", "deleteKey": "KEY_DELETE",
}
X11_NUMBERS = {
    "windowBackgroundPixmap": "CWBackPixmap", "windowBackgroundPixel": "CWBackPixel", "windowBorderPixel": "CWBorderPixel",
    "windowBitGravity": "CWBitGravity", "windowOverrideRedirect": "CWOverrideRedirect", "windowEventMask": "CWEventMask",
    "windowColormap": "CWColormap", "configureX": "CWX", "configureY": "CWY", "configureWidth": "CWWidth",
    "configureHeight": "CWHeight", "northWestGravity": "NorthWestGravity",
    "inputOnly": "InputOnly", "inputOutput": "InputOutput", "trueColor": "TrueColor", "pixelImage": "ZPixmap",
    "propertyModeAppend": "PropModeAppend", "grabModeAsynchronous": "GrabModeAsync", "integerType": "XA_INTEGER",
    "resourceManager": "XA_RESOURCE_MANAGER", "shiftState": "ShiftMask", "controlState": "ControlMask",
    "escapeKey": "XK_Escape", "returnKey": "XK_Return", "keypadEnterKey": "XK_KP_Enter", "deleteKey": "XK_Delete",
    "homeKey": "XK_Home", "endKey": "XK_End", "upKey": "XK_Up", "downKey": "XK_Down", "pageUpKey": "XK_Page_Up",
    "pageDownKey": "XK_Page_Down", "spaceKey": "XK_space", "letterAKey": "XK_a", "handCursor": "XC_hand2",
    "circleCursor": "XC_circle",
}
CAIRO_CONSTANTS = {
    "argb32": "CAIRO_FORMAT_ARGB32", "bestFilter": "CAIRO_FILTER_BEST", "round": "CAIRO_LINE_CAP_ROUND",
    "ellipsisInMiddle": "PANGO_ELLIPSIZE_MIDDLE", "ellipsisAtEnd": "PANGO_ELLIPSIZE_END",
    "normalWeight": "PANGO_WEIGHT_NORMAL", "boldWeight": "PANGO_WEIGHT_SEMIBOLD",
}
TIFF_TAGS = {
    "width": "IMAGEWIDTH", "height": "IMAGELENGTH", "bits": "BITSPERSAMPLE", "compression": "COMPRESSION",
    "photometric": "PHOTOMETRIC", "title": "DOCUMENTNAME", "description": "IMAGEDESCRIPTION", "orientation": "ORIENTATION",
    "samples": "SAMPLESPERPIXEL", "rows_per_strip": "ROWSPERSTRIP", "horizontal_density": "XRESOLUTION",
    "vertical_density": "YRESOLUTION", "planes": "PLANARCONFIG", "left": "XPOSITION", "top": "YPOSITION",
    "density_unit": "RESOLUTIONUNIT", "page_number": "PAGENUMBER", "transfer": "TRANSFERFUNCTION", "software": "SOFTWARE",
    "date": "DATETIME", "artist": "ARTIST", "predictor": "PREDICTOR", "white_point": "WHITEPOINT",
    "primaries": "PRIMARYCHROMATICITIES", "palette": "COLORMAP", "halftone": "HALFTONEHINTS", "tile_width": "TILEWIDTH",
    "tile_height": "TILELENGTH", "sub_directories": "SUBIFD", "extra_samples": "EXTRASAMPLES",
    "sample_format": "SAMPLEFORMAT", "xmp": "XMLPACKET", "copyright": "COPYRIGHT", "profile": "ICCPROFILE",
}


class Library:
    """A library that is called in C: its headers, and the names there of our structures, fields and numbers.

    A structure in `open` may have further fields in the header. A field that is not named has the same name there. The
    structures in the file `shared` belong to several libraries.
    """

    def __init__(self, name, own_header, headers, structures, fields, numbers, open=(), shared=None):
        self.name, self.headers, self.structures, self.fields = name, headers, structures, fields
        self.numbers, self.open = numbers, open
        self.source = f"{CALLS}{name}.c"
        self.shared = shared and f"{CALLS}{shared}"
        self.own_header = f"{CALLS}include/{own_header}"


WEBP_STRUCTURES = {"features": "WebPBitstreamFeatures", "configuration": "WebPConfig", "picture": "WebPPicture"}
WEBP_FIELDS = {
    "spare": "pad", "target_psnr": "target_PSNR", "least_quality": "qmin", "greatest_quality": "qmax",
    "custom": "custom_ptr", "progress": "progress_hook", "memory": "memory_", "argb_memory": "memory_argb_",
} | {f"spare{number}": f"pad{number}" for number in range(1, 8)}
# The major versions; a library adds fields where the minor one grows.
WEBP_NUMBERS = {
    "decoder_interface >> 8": "WEBP_DECODER_ABI_VERSION >> 8", "encoder_interface >> 8": "WEBP_ENCODER_ABI_VERSION >> 8",
}

LIBRARIES = [
    Library(
        "libpng", "PNGCalls.h", ["png.h"], {"library_text": "png_text"},
        {"keyword": "key", "international_length": "itxt_length", "language": "lang", "translated_keyword": "lang_key"},
        {
            "mask_color": "PNG_COLOR_MASK_COLOR", "mask_alpha": "PNG_COLOR_MASK_ALPHA", "info_transparency": "PNG_INFO_tRNS",
            "info_profile": "PNG_INFO_iCCP", "unit_meter": "PNG_RESOLUTION_METER",
        }),
    Library(
        "libtiff", "TIFFCalls.h", ["tiff.h", "tiffio.h"], {}, {},
        {f"tag_{ours}": f"TIFFTAG_{theirs}" for ours, theirs in TIFF_TAGS.items()} | {
            "photometric_white_is_zero": "PHOTOMETRIC_MINISWHITE", "photometric_black_is_zero": "PHOTOMETRIC_MINISBLACK",
            "photometric_rgb": "PHOTOMETRIC_RGB", "photometric_palette": "PHOTOMETRIC_PALETTE",
            "photometric_ycbcr": "PHOTOMETRIC_YCBCR", "compression_lzw": "COMPRESSION_LZW",
            "compression_deflate": "COMPRESSION_ADOBE_DEFLATE", "planes_contiguous": "PLANARCONFIG_CONTIG",
            "planes_separate": "PLANARCONFIG_SEPARATE", "extra_associated": "EXTRASAMPLE_ASSOCALPHA",
            "extra_unassociated": "EXTRASAMPLE_UNASSALPHA", "format_unsigned": "SAMPLEFORMAT_UINT",
            "compression_none": "COMPRESSION_NONE", "predictor_horizontal": "PREDICTOR_HORIZONTAL",
            "unit_inch": "RESUNIT_INCH",
        }),
    Library(
        "libwebp", "WebPCalls.h", ["webp/decode.h", "webp/encode.h"],
        WEBP_STRUCTURES, WEBP_FIELDS,
        WEBP_NUMBERS | {"no_memory": "VP8_ENC_ERROR_OUT_OF_MEMORY", "invalid": "VP8_ENC_ERROR_INVALID_CONFIGURATION"},
        open=list(WEBP_STRUCTURES), shared="libwebp-structures.h"),
    Library(
        "libwebpdemux", "WebPAnimationCalls.h", ["webp/decode.h", "webp/demux.h"],
        {"data": "WebPData", "options": "WebPAnimDecoderOptions", "information": "WebPAnimInfo"},
        {
            "byte_count": "size", "uses_threads": "use_threads", "options.spare": "padding", "width": "canvas_width",
            "height": "canvas_height", "play_count": "loop_count", "background": "bgcolor", "information.spare": "pad",
        },
        {"demux_interface >> 8": "WEBP_DEMUX_ABI_VERSION >> 8", "mode_rgba": "MODE_RGBA"}, open=["options", "information"]),
    Library(
        "libwebpmux", "WebPAnimationCalls.h", ["webp/decode.h", "webp/encode.h", "webp/mux.h"],
        WEBP_STRUCTURES | {"data": "WebPData", "options": "WebPAnimEncoderOptions"},
        WEBP_FIELDS | {
            "byte_count": "size", "background": "anim_params.bgcolor", "play_count": "anim_params.loop_count",
            "minimizes_size": "minimize_size", "least_key_distance": "kmin", "greatest_key_distance": "kmax",
            "allows_mixed": "allow_mixed", "is_verbose": "verbose", "options.spare": "padding",
        },
        WEBP_NUMBERS | {"mux_interface >> 8": "WEBP_MUX_ABI_VERSION >> 8"}, open=list(WEBP_STRUCTURES) + ["options"],
        shared="libwebp-structures.h"),
    Library(
        "libheif", "HEIFCalls.h", ["libheif/heif.h"],
        {"library_error": "heif_error", "named_colors": "heif_color_profile_nclx", "library_writer": "heif_writer"},
        {
            "primaries": "color_primaries", "transfer": "transfer_characteristics", "matrix": "matrix_coefficients",
            "library_writer.version": "writer_api_version",
        },
        {
            "heif_coding_hevc": "heif_compression_HEVC", "heif_coding_av1": "heif_compression_AV1",
            "space_rgb": "heif_colorspace_RGB",
            "interleaved_rgb": "heif_chroma_interleaved_RGB", "interleaved_rgba": "heif_chroma_interleaved_RGBA",
            "interleaved_rgb_high_byte_first": "heif_chroma_interleaved_RRGGBB_BE",
            "interleaved_rgba_high_byte_first": "heif_chroma_interleaved_RRGGBBAA_BE",
            "channel_interleaved": "heif_channel_interleaved",
            "omit_alpha_and_depth": "LIBHEIF_AUX_IMAGE_FILTER_OMIT_ALPHA | LIBHEIF_AUX_IMAGE_FILTER_OMIT_DEPTH",
            "heif_code_invalid_input": "heif_error_Invalid_input",
            "heif_code_unsupported_file": "heif_error_Unsupported_filetype",
            "heif_code_unsupported_feature": "heif_error_Unsupported_feature",
            "heif_code_no_memory": "heif_error_Memory_allocation_error",
        }, open=["named_colors"]),
]
# Numbers of our own.
OWN_NUMBERS = {"room", "prefix_size", "metadata_limit"}

PROTOCOLS = [
    "wayland.xml", "xdg-shell.xml", "xdg-decoration-unstable-v1.xml", "ext-data-control-v1.xml",
    "wlr-data-control-unstable-v1.xml", "viewporter.xml", "fractional-scale-v1.xml",
]

# Whether two types are passed in the same way: the same kind and size, and the same for what pointers point to. Structures
# behind pointers are compared by themselves, and a pointer to nothing in particular stands for any.
ALIKE = """
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdarg>
#include <type_traits>
template <class A, class B> constexpr bool alike();
template <class A, class B> struct functions : std::false_type {};
template <class R, class... P, class S, class... Q> struct functions<R(P...), S(Q...)> {
  static constexpr bool compare() {
    if constexpr (sizeof...(P) != sizeof...(Q)) return false; else return alike<R, S>() && (alike<P, Q>() && ...);
  }
  static constexpr bool value = compare();
};
template <class R, class... P, class S, class... Q> struct functions<R(P..., ...), S(Q..., ...)>
    : functions<R(P...), S(Q...)> {};
template <class A, class B> constexpr bool alike() {
  using a = std::remove_cv_t<A>;
  using b = std::remove_cv_t<B>;
  constexpr bool is_number = std::is_integral_v<a> || std::is_enum_v<a>;
  if constexpr (std::is_same_v<a, b>) return true;
  else if constexpr (std::is_function_v<a> && std::is_function_v<b>) return functions<a, b>::value;
  else if constexpr (std::is_array_v<a> && std::is_array_v<b>)
    return sizeof(a) == sizeof(b) && alike<std::remove_extent_t<a>, std::remove_extent_t<b>>();
  else if constexpr (std::is_pointer_v<a> && std::is_pointer_v<b>) {
    using p = std::remove_cv_t<std::remove_pointer_t<a>>;
    using q = std::remove_cv_t<std::remove_pointer_t<b>>;
    if constexpr (std::is_void_v<p> || std::is_void_v<q>) return true;
    else if constexpr (std::is_class_v<p> && std::is_class_v<q>) return true;
    else return alike<p, q>();
  } else if constexpr (std::is_class_v<a> && std::is_class_v<b>) return sizeof(a) == sizeof(b);
  else if constexpr (is_number && (std::is_integral_v<b> || std::is_enum_v<b>))
    return sizeof(a) == sizeof(b) &&
           (sizeof(a) == 1 || std::is_enum_v<a> || std::is_enum_v<b> || std::is_signed_v<a> == std::is_signed_v<b>);
  else return false;
}
// A function without what its declaration adds to the type, such as that it does not return.
template <class R, class... P> R (*plain(R (*)(P...)))(P...);
template <class R, class... P> R (*plain(R (*)(P..., ...)))(P..., ...);
#define FUNCTION(result, name, parameters)                                                                             \\
  static_assert(alike<result(*) parameters, decltype(plain(&::name))>(), "<<" LIBRARY ": " #name ">>");
"""


def number(library, ours, theirs, name=None):
    """A comparison of two numbers."""
    return f'static_assert((long long)({ours}) == (long long)({theirs}), "<<{library}: {name or ours}>>");'


def fields_of(body):
    """The names of the fields of a structure."""
    names = []
    for declaration in re.sub(r"//[^\n]*", "", body).split(";"):
        pointer = re.search(r"\(\*\s*(\w+)\)", declaration)
        if pointer:
            names.append(pointer[1])
        elif declaration.strip():
            names += [re.search(r"(\w+)\s*(?:\[[^\]]*\])?\s*$", part)[1] for part in declaration.split(",")]
    return names


def comparisons_of_library(library, text, own_header):
    """C++ that compares the declarations in C of a file and the numbers of its own header with a library's headers."""
    space = library.name
    head, functions = text.split("#define FUNCTIONS(X)")
    functions = re.match(r"(?:[^\n]*\\\n)*[^\n]*", functions)[0]
    structures = re.findall(r"^struct (\w+) \{\n(.*?)^\};", head, re.M | re.S)
    enumerations = re.findall(r"^ *enum \{([^}]*)\};", text + own_header, re.M)
    lines = [f"namespace {space} {{"]
    lines += re.findall(r"^typedef [^;]*;", head, re.M)
    lines += [f"struct {name} {{\n{body}}};" for name, body in structures]
    lines += [f"enum {{{body}}};" for body in enumerations]
    lines += [f"#define FUNCTIONS(X) {functions}", f'#define LIBRARY "{space}"', "FUNCTIONS(FUNCTION)", "#undef FUNCTIONS",
              "#undef LIBRARY", "}"]
    for name, body in structures:
        theirs = "::" + library.structures[name]
        order = "<=" if name in library.open else "=="
        lines.append(f'static_assert(sizeof({space}::{name}) {order} sizeof({theirs}), "<<{space}: size of {name}>>");')
        for field in fields_of(body):
            other = library.fields.get(f"{name}.{field}", library.fields.get(field, field))
            lines.append(
                f"static_assert(offsetof({space}::{name}, {field}) == offsetof({theirs}, {other}) && "
                f'alike<decltype({space}::{name}::{field}), decltype({theirs}::{other})>(), "<<{space}: {name}.{field}>>");')
    ours = set(re.findall(r"(\w+) =", " ".join(enumerations))) - OWN_NUMBERS
    for name in sorted(ours ^ {re.match(r"\w+", known)[0] for known in library.numbers}):
        lines.append(f'static_assert(false, "<<{space}: {name} is in the source or in this check alone>>");')
    for name, theirs in library.numbers.items():
        if re.match(r"\w+", name)[0] in ours:
            lines.append(number(space, f"{space}::{name}", theirs, name))
    return lines


def c_type(text, is_result=False):
    """A type of Swift's as one of C's."""
    text = text.strip().rstrip("?")
    pointer = re.fullmatch(r"Unsafe(Mutable)?Pointer<(.*)>", text)
    if pointer:
        return f"{c_type(pointer[2])} *"
    return {
        "CInt": "int", "CUnsignedLong": "unsigned long", "UInt8": "unsigned char", "CChar": "char", "Void": "void",
        "CUnsignedInt": "unsigned", "OpaquePointer": "void *", "UnsafeRawPointer": "void *", "StreamAddress": "void *",
        "Handle": "void *", "Bytes": "const unsigned char *", "Int32": "int", "UInt32": "unsigned", "Int64": "int64_t",
        "UInt": "unsigned long", "Int": "ssize_t" if is_result else "size_t",
    }.get(text, text)


def comparisons_in_swift(title, text, functions, numbers):
    """C++ that compares function types and constants in Swift with those of headers.

    `functions` matches the name of a function and that of its type, `numbers` names the constants of the headers.
    """
    types = {}
    for name, parameters, result in re.findall(
            r"typealias (\w+) =\s*@convention\(c\) \(([^)]*)\) -> ([^\s]+)", text):
        types[name] = c_type(result, True), ", ".join(map(c_type, filter(str.strip, parameters.split(","))))
    lines = [f'#define LIBRARY "{title}"']
    for name, type_name in re.findall(functions, text):
        # tj3Init is never called: it shows that the library has version 3. prctl is declared with variable arguments.
        if name not in ("tj3Init", "prctl"):
            result, parameters = types[type_name]
            lines.append(f"FUNCTION({result}, {name}, ({parameters}))")
    lines.append("#undef LIBRARY")
    found = dict(re.findall(r"static let (\w+): \w+ = ([^\n]+)", text))
    for name, theirs in numbers.items():
        if name in found:
            lines.append(number(title, re.sub(r"(?<=\w)_(?=\w)", "", found[name]), theirs, name))
        else:
            lines.append(f'static_assert(false, "<<{title}: {name} is not in the source>>");')
    return lines


def comparisons_of_zlib(text):
    """C++ that compares the functions, the constants and the structure of zlib with its header."""
    lines = comparisons_in_swift("zlib", text, r'library\.function\("(\w+)", as: (\w+)\.self\)', ZLIB_NUMBERS)
    body = re.search(r"struct Stream \{\n(.*?)^  \}", text, re.M | re.S)[1]
    fields = re.findall(r"^ *var (\w+): ([^\s=]+)", body, re.M)
    lines += ["namespace zlib { struct Stream {"] + [f"{c_type(kind)} {name};" for name, kind in fields] + ["}; }"]
    lines.append('static_assert(sizeof(zlib::Stream) == sizeof(z_stream), "<<zlib: size of Stream>>");')
    for name, _ in fields:
        theirs = ZLIB_FIELDS.get(name, name)
        lines.append(
            f"static_assert(offsetof(zlib::Stream, {name}) == offsetof(z_stream, {theirs}) && "
            f'alike<decltype(zlib::Stream::{name}), decltype(z_stream::{theirs})>(), "<<zlib: Stream.{name}>>");')
    return lines


def comparisons_of_cairo(functions, numbers):
    """C++ that compares the functions of Cairo, Pango and GLib, and their constants, with the headers."""
    shape = r"@convention\(c\) \(([^)]*)\)\s*->\s*([^\s]+)"

    def function_type(parameters, result):
        names = {"Pointer": "void *", "Double": "double", "CChar": "char"}
        def one(text):
            text = text.strip()
            inner = re.fullmatch(r"Unsafe(Mutable)?Pointer<(.*)>\??", text)
            return f"{one(inner[2])} *" if inner else names.get(text.rstrip("?"), c_type(text))
        return one(result), ", ".join(one(part) for part in parameters.split(",") if part.strip())

    types = {name: function_type(parameters, result) for name, parameters, result in re.findall(rf"typealias (\w+) = {shape}", functions)}
    members = {}
    for name, declared in re.findall(r"^  (?:private )?let (\w+):\s*(.*?)(?=^  (?:private )?(?:let|init|//|///))", functions, re.M | re.S):
        found = re.search(shape, declared)
        members[name] = function_type(*found.groups()) if found else types[declared.strip()]
    lines = ['#define LIBRARY "Cairo"']
    for member, name in re.findall(r'(\w+) = try symbols\.find\("(\w+)"\)', functions):
        result, parameters = members[member]
        lines.append(f"FUNCTION({result}, {name}, ({parameters}))")
    lines.append("#undef LIBRARY")
    found = dict(re.findall(r"static let (\w+): CInt = (\w+)", numbers))
    return lines + [number("Cairo", found[name], theirs, name) for name, theirs in CAIRO_CONSTANTS.items()]


def comparisons_of_linux(texts):
    """C++ that compares what the system calls declare with the headers of Linux and of the C library."""
    parts = []
    for text in texts:
        # The part that is not for Darwin comes last.
        parts += re.split(r"^ *#else\n", text, flags=re.M)[1:] or [text]
    return comparisons_in_swift(
        "Linux", "".join(parts), r'dlsym\(nil, "(\w+)"\)\.map \{\s*unsafeBitCast\(\$0, to: (\w+)\.self\)', LINUX_NUMBERS)


def comparisons_of_x11(text):
    """C++ that compares the numbers with those of X11's headers."""
    lines = []
    for title, body in re.findall(r"^(?:enum|extension) (\w+)[^{]*\{\n(.*?)^\}", text, re.M | re.S):
        for name, value in re.findall(r"(?:case|static let) (\w+)(?:: \w+)? = ([^\n]+)", body):
            capital = name[0].upper() + name[1:]
            theirs = {
                "X11RequestCode": "X_" + capital, "X11EventCode": capital, "X11ErrorCode": capital,
                "X11Request": capital + "Mask",
            }.get(title) or X11_NUMBERS[name]
            lines.append(number("X11", value, theirs, name))
    return lines


def faults_of_wayland(text, files):
    """The messages of interfaces that are not the first of a protocol's; and the protocols that were not compared."""
    messages = {}
    for path in files.values():
        for interface in xml.etree.ElementTree.parse(path).getroot().iter("interface"):
            for kind in ("request", "event"):
                messages[interface.get("name"), kind] = [
                    re.sub(r"_(\w)", lambda match: match[1].upper(), message.get("name"))
                    for message in interface.iter(kind)]
    faults = []
    for kind, interfaces, cases in re.findall(
            r"/// (Request|Event)s of ([^\n]*)\.\n *enum \w+: [^{]*\{\s*case ([^}]*)\}", text):
        ours = re.findall(r"\w+", cases)
        for interface in re.findall(r"`(\w+)`", interfaces):
            theirs = messages.get((interface, kind.lower()))
            if theirs is not None and theirs[:len(ours)] != ours:
                faults.append(f"Wayland: the {kind.lower()}s of {interface} are {', '.join(theirs)}")
    return faults


def check(root, prefix, mutations=()):
    """The faults that are found, and the sets that are and that are not installed."""
    texts = {}
    paths = [TURBO_JPEG, ZLIB, CAIRO, CAIRO_NUMBERS, X11, WAYLAND] + LINUX
    for library in LIBRARIES:
        paths += [library.source, library.own_header] + ([library.shared] if library.shared else [])
    for path in paths:
        with open(os.path.join(root, path), encoding="utf-8") as file:
            texts[path] = file.read()
    for _, path, old, new, _ in mutations:
        if old not in texts[path]:
            raise SystemExit(f"headers: self-test: {path} has no {old!r}")
        texts[path] = texts[path].replace(old, new, 1)

    include = os.path.join(prefix, "include")
    folders = [include] + glob.glob(os.path.join(include, "*-linux-*"))
    sets = [(library.name, library.headers, lambda library=library: comparisons_of_library(
        library, texts.get(library.shared, "") + texts[library.source], texts[library.own_header])) for library in LIBRARIES]
    sets.append(("TurboJPEG", ["turbojpeg.h"], lambda: comparisons_in_swift(
        "TurboJPEG", texts[TURBO_JPEG], r'library\.function\("(\w+)", as: (\w+)\.self\)', TURBO_JPEG_NUMBERS)))
    sets.append(("zlib", ["zlib.h"], lambda: comparisons_of_zlib(texts[ZLIB])))
    sets.append(("Cairo", ["cairo/cairo.h", "pango-1.0/pango/pangocairo.h"], lambda: comparisons_of_cairo(
        texts[CAIRO], texts[CAIRO_NUMBERS])))
    headers = ["fcntl.h", "spawn.h", "unistd.h", "linux/fs.h", "linux/input-event-codes.h"]
    headers += [f"sys/{name}.h" for name in ("prctl", "resource", "socket", "stat")]
    sets.append(("Linux", headers, lambda: comparisons_of_linux([texts[path] for path in LINUX])))
    # Last, because its headers define short words.
    headers = ["X.h", "Xproto.h", "Xatom.h", "keysym.h", "cursorfont.h"]
    sets.append(("X11", [f"X11/{header}" for header in headers], lambda: comparisons_of_x11(texts[X11])))
    installed, missing, includes, lines = [], [], [], []
    for name, headers, comparisons in sets:
        if all(any(os.path.exists(os.path.join(folder, header)) for folder in folders) for header in headers):
            installed.append(name)
            includes += [f"#include <{header}>" for header in headers]
            lines += comparisons()
        else:
            missing.append(name)
    source = "\n".join([ALIKE] + includes + lines)
    command = ["clang++", "-std=c++17", "-fsyntax-only", "-Wno-invalid-offsetof", "-ferror-limit=0", "-x", "c++", "-"]
    # Pango's headers name those of its own libraries without their folders.
    inner = [os.path.join(include, name) for name in ("pango-1.0", "glib-2.0", "harfbuzz", "cairo")]
    inner += glob.glob(os.path.join(prefix, "lib", "*", "glib-2.0", "include"))
    for folder in (folders if prefix != "/usr" else []) + inner:
        command[1:1] = ["-isystem", folder]
    result = subprocess.run(command, input=source, capture_output=True, text=True)
    faults = list(dict.fromkeys(re.findall(r"error: static assertion failed.*<<(.*)>>", result.stderr)))
    if result.returncode != 0 and (not faults or len(re.findall("error:", result.stderr)) != len(faults)):
        faults.append("the comparison cannot be compiled\n" + result.stderr)

    files = {}
    for protocol in PROTOCOLS:
        found = glob.glob(os.path.join(prefix, "share", "*", "**", protocol), recursive=True)
        if found:
            files[protocol] = found[0]
            installed.append(protocol)
        else:
            missing.append(protocol)
    return faults + faults_of_wayland(texts[WAYLAND], files), installed, missing


# A set, a file, what is replaced in it by what, and the fault that is to be found.
MUTATIONS = [
    ("libpng", CALLS + "libpng.c", "  char *keyword;\n  char *text;", "  char *text;\n  char *keyword;",
     "libpng: library_text.keyword"),
    ("libpng", CALLS + "libpng.c", "png_error, (png_structure, const char *)", "png_error, (png_structure, int)",
     "libpng: png_error"),
    ("libtiff", CALLS + "libtiff.c", "tag_profile = 34675", "tag_profile = 34676", "libtiff: tag_profile"),
    ("libtiff", CALLS + "libtiff.c", "TIFFComputeStrip, (tiff_file, uint32_t, uint16_t)",
     "TIFFComputeStrip, (tiff_file, uint32_t, uint32_t)", "libtiff: TIFFComputeStrip"),
    ("libwebp", CALLS + "libwebp-structures.h", "  float target_psnr;", "  int target_psnr;",
     "libwebp: configuration.target_psnr"),
    ("libwebp", CALLS + "libwebp-structures.h", "  uint32_t spare2[3];", "  uint32_t spare2[4];", "libwebp: picture.writer"),
    ("libwebpdemux", CALLS + "libwebpdemux.c", "mode_rgba = 1", "mode_rgba = 2", "libwebpdemux: mode_rgba"),
    ("libwebpdemux", CALLS + "libwebpdemux.c", "  int color_mode, uses_threads;", "  int uses_threads, color_mode;",
     "libwebpdemux: options.color_mode"),
    ("libwebpmux", CALLS + "libwebpmux.c", "  int play_count;\n  int minimizes_size", "  int minimizes_size, play_count",
     "libwebpmux: options.minimizes_size"),
    ("libwebpmux", CALLS + "libwebpmux.c", "WebPAnimEncoderAdd, (void *, struct picture *, int,",
     "WebPAnimEncoderAdd, (void *, struct picture *,", "libwebpmux: WebPAnimEncoderAdd"),
    ("libheif", CALLS + "libheif.c", "  int code;\n  int subcode;", "  int subcode;\n  int code;", "libheif: library_error.code"),
    ("libheif", CALLS + "libheif.c", "space_rgb = 1", "space_rgb = 2", "libheif: space_rgb"),
    ("TurboJPEG", TURBO_JPEG, "static let gray: CInt = 6", "static let gray: CInt = 7", "TurboJPEG: gray"),
    ("TurboJPEG", TURBO_JPEG, "Handle, Bytes?, CUnsignedLong, UnsafeMutablePointer<UInt8>?",
     "Handle, Bytes?, CInt, UnsafeMutablePointer<UInt8>?", "TurboJPEG: tjDecompress2"),
    ("zlib", ZLIB, "static let finish: CInt = 4", "static let finish: CInt = 3", "zlib: finish"),
    ("zlib", ZLIB, "var dataKind: CInt = 0", "var dataKind: CUnsignedLong = 0", "zlib: Stream.dataKind"),
    ("zlib", ZLIB, "typealias Process = @convention(c) (StreamAddress, CInt)",
     "typealias Process = @convention(c) (StreamAddress, CUnsignedLong)", "zlib: inflate"),
    ("Cairo", CAIRO, "typealias Number = @convention(c) (Pointer?, CInt) -> Void",
     "typealias Number = @convention(c) (Pointer?, Double) -> Void", "Cairo: pango_layout_set_width"),
    ("Cairo", CAIRO_NUMBERS, "bestFilter: CInt = 2", "bestFilter: CInt = 3", "Cairo: bestFilter"),
    ("Linux", LINUX[0], "exchangeEntries: UInt32 = 2", "exchangeEntries: UInt32 = 4", "Linux: exchangeEntries"),
    ("Linux", LINUX[0], "(Int32, Int64, Int64, UInt32) -> Int32", "(Int32, Int64, Int32, UInt32) -> Int32",
     "Linux: sync_file_range"),
    ("X11", X11, "case internAtom = 16", "case internAtom = 17", "X11: internAtom"),
    ("X11", X11, "structureNotify: UInt32 = 1 << 17", "structureNotify: UInt32 = 1 << 18", "X11: structureNotify"),
    ("wayland.xml", WAYLAND, "case destroy, attach, damage", "case attach, destroy, damage", "requests of wl_surface"),
    ("xdg-shell.xml", WAYLAND, "{ case configure, close }", "{ case close, configure }", "events of xdg_toplevel"),
]


def self_test(root, prefix):
    """Shows that a fault in each set is found."""
    faults, installed, missing = check(root, prefix, MUTATIONS)
    mutations = [mutation for mutation in MUTATIONS if mutation[0] in installed]
    for mutation in mutations:
        if not any(mutation[4] in fault for fault in faults):
            raise SystemExit(f"headers: self-test: not found: {mutation[4]}\n" + "\n".join(faults))
    print(f"headers: the self-test found {len(mutations)} of {len(mutations)} faults"
          + (f"; not installed: {', '.join(missing)}" if missing else ""))


def main():
    parser = argparse.ArgumentParser(description="Compares what is copied from headers with the headers.")
    parser.add_argument("--self-test", action="store_true", help="show that faults are found")
    parser.add_argument("--prefix", default="/usr", help="the folder with include and share; default: /usr")
    arguments = parser.parse_args()
    root = os.path.join(os.path.dirname(os.path.realpath(__file__)), "..", "..")
    if arguments.self_test:
        return self_test(root, arguments.prefix)
    faults, installed, missing = check(root, arguments.prefix)
    if missing:
        print("headers: not installed: " + ", ".join(missing))
    if faults:
        raise SystemExit("\n".join("headers: differs: " + fault for fault in faults))
    print("headers: the same as in " + ", ".join(installed))


if __name__ == "__main__":
    sys.exit(main())
