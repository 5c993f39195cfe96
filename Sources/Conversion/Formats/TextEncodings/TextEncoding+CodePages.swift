extension TextEncoding {
  /// Makes the encoding with the given Microsoft code page number, as used in RTF; nil if the number is
  /// unknown (Source: Microsoft's list of code page identifiers).
  ///
  /// 1200 is UTF-16 with the low byte first, 1201 is UTF-16 with the high byte first, and 65001 is UTF-8.
  package init?(windowsCodePage number: Int) {
    let form: Form
    switch number {
    case 65_001, 20_127: form = .utf8
    case 1201: form = .utf16BigEndian
    case 1200: form = .utf16LittleEndian
    case 12_001: form = .utf32BigEndian
    case 12_000: form = .utf32LittleEndian
    case 28_591: form = .latin1
    case 1252: form = .windows1252
    case 10_000: form = .macRoman
    case 932, 943: form = .shiftJIS
    case 51_932, 20_932: form = .eucJP
    case 50_220, 50_221, 50_222: form = .iso2022JP
    case 949, 51_949: form = .eucKR
    case 50_225: form = .iso2022KR
    case 1361: form = .johab
    case 936, 51_936, 20_936: form = .gbk
    case 54_936: form = .gb18030
    case 52_936: form = .hz
    case 950, 951: form = .big5
    case 28_592: form = .iso8859Part2
    case 28_593: form = .iso8859Part3
    case 28_594: form = .iso8859Part4
    case 28_595: form = .iso8859Part5
    case 28_596: form = .iso8859Part6
    case 28_597: form = .iso8859Part7
    case 28_598: form = .iso8859Part8
    case 28_599: form = .iso8859Part9
    case 28_600: form = .iso8859Part10
    case 28_601: form = .iso8859Part11
    case 28_603: form = .iso8859Part13
    case 28_604: form = .iso8859Part14
    case 28_605: form = .iso8859Part15
    case 28_606: form = .iso8859Part16
    case 1250: form = .windows1250
    case 1251: form = .windows1251
    case 1253: form = .windows1253
    case 1254: form = .windows1254
    case 1255: form = .windows1255
    case 1256: form = .windows1256
    case 1257: form = .windows1257
    case 1258: form = .windows1258
    case 874: form = .windows874
    case 437: form = .ibm437
    case 737: form = .ibm737
    case 775: form = .ibm775
    case 850: form = .ibm850
    case 852: form = .ibm852
    case 855: form = .ibm855
    case 857: form = .ibm857
    case 858: form = .ibm858
    case 860: form = .ibm860
    case 861: form = .ibm861
    case 862: form = .ibm862
    case 863: form = .ibm863
    case 865: form = .ibm865
    case 866: form = .ibm866
    case 869: form = .ibm869
    case 20_866: form = .koi8R
    case 21_866: form = .koi8U
    case 10_007, 10_017: form = .macCyrillic
    case 10_006: form = .macGreek
    case 10_081: form = .macTurkish
    case 10_079: form = .macIcelandic
    case 10_029: form = .macCentralEuropean
    case 10_082: form = .macCroatian
    case 10_010: form = .macRomanian
    default: return nil
    }
    self.init(form)
  }
}
