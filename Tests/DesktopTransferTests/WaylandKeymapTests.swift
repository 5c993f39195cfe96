import Foundation
import Testing

@testable import DesktopTransfer

/// The key with the letter A in the keymaps of compositors.
struct WaylandKeymapTests {
  /// The parts of a keymap that matter, for an English and a French keyboard.
  static let qwerty = keymap(
    """
    key <AD01> { [ q, Q ] };
    key <AC01> { [ a, A ] };
    """)
  static let azerty = keymap(
    """
    key <AD01> { type= "FOUR_LEVEL", symbols[Group1]= [ a, A, ae, AE ] };
    key <AC01> { type= "FOUR_LEVEL", symbols[Group1]= [ q, Q, at, Greek_OMEGA ] };
    """)
  /// Two layouts between which the user switches.
  static let both = keymap(
    """
    key <AD01> {
      type[Group1]= "ALPHABETIC", type[Group2]= "FOUR_LEVEL",
      symbols[Group1]= [ q, Q ],
      actions[Group1]= [ NoAction(), NoAction() ],
      symbols[Group2]= [ a, A, ae, AE ]
    };
    key <AC01> { [ a, A ], [ q, Q ] };
    """)

  private static func keymap(_ symbols: String) -> String {
    """
    xkb_keymap {
    xkb_keycodes "evdev+aliases(qwerty)" {
      minimum = 8; // not a key: <AC01> = 99;
      maximum = 255;
      <ESC>  = 9;
      <AD01> = 24;
      <AC01> = 38;
      alias <LatA> = <AC01>;
      indicator 1 = "Caps Lock; <AC01> = 40;";
    };
    xkb_types "complete" { virtual_modifiers NumLock; type "ONE_LEVEL" { modifiers= none; }; };
    xkb_symbols "pc" {
      name[group1]="key <AD01> { [ a, A ] };";
      key <ESC> { [ Escape ] };
      \(symbols)
      modifier_map Shift { <LFSH> };
    };
    };
    """
  }

  @Test func theLetterIsFoundInEachLayout() {
    #expect(WaylandKeymap(Self.qwerty.utf8).letterCode(inGroup: 0) == 30)
    #expect(WaylandKeymap(Self.azerty.utf8).letterCode(inGroup: 0) == 16)
    // A group that the keymap does not have, and a Cyrillic one, use the first group with the letter.
    #expect(WaylandKeymap(Self.azerty.utf8).letterCode(inGroup: 3) == 16)
    let both = WaylandKeymap(Self.both.utf8)
    #expect(both.letterCodes == [0: 30, 1: 16])
  }

  @Test func aListOfSeveralSymbolsAtOnceIsAGroupToo() {
    let text = Self.keymap("key <AC01> { [ {b, c}, {B, C} ], [ a, A ] };")
    #expect(WaylandKeymap(text.utf8).letterCodes == [1: 30])
  }

  @Test func aTruncatedKeymapNamesNoWrongKey() {
    let bytes = Array(Self.both.utf8)
    var found: Set<[Int: UInt32]> = []
    for count in 0...bytes.count { found.insert(WaylandKeymap(bytes.prefix(count)).letterCodes) }
    #expect(found == [[:], [1: 16], [0: 30, 1: 16]])
  }

  @Test func textThatIsNoKeymapNamesNoKey() {
    let texts = [
      "", "key", "key <", "key <>", "key <AC01> {", "key <AC01> { [", "key <AC01> { [ a", "<AC01> = ;",
      "<AC01> = 99999999999999; key <AC01> { [ a ] }", "<AC01> = 7; key <AC01> { [ a ] }", "\"", "//",
      "<AC01", "key <AC01> { [ a, A ] };", "<A> = 38; key <A> { symbols[Group0]= [ a ] }",
      "<A> = 38; key <A> { symbols[Group999999999999999999999]= [ a ] }",
    ]
    for text in texts { #expect(WaylandKeymap(text.utf8).letterCodes.isEmpty, "\(text)") }
    #expect(WaylandKeymap().letterCode(inGroup: 0) == nil)
    var generator = SystemRandomNumberGenerator()
    let seed = generator.next()
    var state = seed
    let alphabet = Array("key<AC01>={[a,A]};\"/#\n 38symbolsGroup\u{FF}".utf8)
    for _ in 0..<200 {
      let noise = (0..<300).map { _ -> UInt8 in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return alphabet[Int(state >> 33) % alphabet.count]
      }
      // Whatever is read, codes are those of a key.
      let codes = WaylandKeymap(noise).letterCodes.values
      #expect(codes.allSatisfy { $0 <= UInt32.max - 8 }, "seed \(seed)")
    }
  }

  @Test func aKeymapOfAMegabyteIsReadInTime() {
    let text = String(repeating: "key <AC01> { [ q, Q ] };\n", count: 40_000)
    #expect(WaylandKeymap((text + Self.qwerty).utf8).letterCode(inGroup: 0) == 30)
    _ = WaylandKeymap(String(repeating: "[", count: 1 << 20).utf8)
    _ = WaylandKeymap(String(repeating: "<", count: 1 << 20).utf8)
  }
}
