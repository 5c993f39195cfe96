import Foundation
import TestSupport;
import Testing
import TransferWindows

@testable import DesktopTransfer

/// The keys of a window in the keymaps of compositors.
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
    let qwerty = WaylandKeymap(Self.qwerty.utf8)
    #expect(qwerty.key(30, inGroup: 0) == .letterA && qwerty.key(16, inGroup: 0) == nil)
    let azerty = WaylandKeymap(Self.azerty.utf8)
    #expect(azerty.key(16, inGroup: 0) == .letterA && azerty.key(30, inGroup: 0) == nil)
    #expect(azerty.contains(30) && !azerty.contains(31))
    let both = WaylandKeymap(Self.both.utf8)
    #expect(both.key(30, inGroup: 0) == .letterA && both.key(16, inGroup: 0) == nil)
    #expect(both.key(16, inGroup: 1) == .letterA && both.key(30, inGroup: 1) == nil)
    // A key with one group is the same in all groups.
    expectEqual(both.key(1, inGroup: 1), .escape)
    // A Cyrillic layout has no such letter, so the other layout decides.
    let cyrillic = WaylandKeymap(Self.keymap("key <AC01> { [ Cyrillic_ef, Cyrillic_EF ], [ a, A ] };").utf8)
    #expect(cyrillic.key(30, inGroup: 0) == .letterA && cyrillic.key(30, inGroup: 1) == .letterA)
  }

  @Test func keysCanHaveOtherPlaces() {
    // Programs that type for the user send keymaps of their own, in which the first key is any key.
    let typed = WaylandKeymap(
      "xkb_keycodes { <K1> = 9; <K2> = 10; }; xkb_symbols { key <K1> {[Down]}; key <K2> {[x]}; };".utf8)
    #expect(typed.key(1, inGroup: 0) == .down && typed.key(2, inGroup: 0) == nil && typed.contains(2))
    expect(!typed.contains(28), typed)
  }

  @Test func aListOfSeveralSymbolsAtOnceIsAGroupToo() {
    let keymap = WaylandKeymap(Self.keymap("key <AC01> { [ {b, c}, {B, C} ], [ a, A ] };").utf8)
    expectEqual(keymap.key(30, inGroup: 1), .letterA)
  }

  @Test(arguments: [qwerty, azerty]) func aTruncatedKeymapNamesNoWrongKey(text: String) {
    let bytes = Array(text.utf8)
    let whole = WaylandKeymap(bytes)
    for count in 0...bytes.count {
      let part = WaylandKeymap(bytes.prefix(count))
      for code: UInt32 in 0...255 {
        if let key = part.key(code, inGroup: 0) { expectEqual(key, whole.key(code, inGroup: 0), "\(count)") }
      }
    }
  }

  @Test func textThatIsNoKeymapNamesNoKey() {
    let texts = [
      "", "key", "key <", "key <>", "key <AC01> {", "key <AC01> { [", "key <AC01> { [ a", "<AC01> = ;",
      "<AC01> = 99999999999999; key <AC01> { [ a ] }", "<AC01> = 7; key <AC01> { [ a ] }", "\"", "//",
      "<AC01", "key <AC01> { [ a, A ] };", "<A> = 38; key <A> { symbols[Group0]= [ a ] }",
      "<A> = 38; key <A> { symbols[Group999999999999999999999]= [ a ] }",
    ]
    for text in texts {
      let keymap = WaylandKeymap(text.utf8)
      expect((0...255).allSatisfy { keymap.key($0, inGroup: 0) == nil }, "\(text)")
    }
    #expect(!WaylandKeymap().contains(30))
    var generator = SystemRandomNumberGenerator()
    let seed = generator.next()
    var state = seed
    let alphabet = Array("key<AC01>={[a,A]};\"/#\n 38symbolsGroup\u{FF}".utf8)
    for _ in 0..<200 {
      let noise = (0..<300).map { _ -> UInt8 in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return alphabet[Int(state >> 33) % alphabet.count]
      }
      // Only the letter A can be spelled with these characters.
      let keymap = WaylandKeymap(noise)
      for code: UInt32 in 0...100 {
        expect([nil, .letterA].contains(keymap.key(code, inGroup: 0)), "seed \(seed)")
      }
    }
  }

  @Test func aKeymapOfAMegabyteIsReadInTime() {
    let text = String(repeating: "key <AC01> { [ q, Q ] };\n", count: 40_000)
    expectEqual(WaylandKeymap((text + Self.qwerty).utf8).key(30, inGroup: 0), .letterA)
    _ = WaylandKeymap(String(repeating: "[", count: 1 << 20).utf8)
    _ = WaylandKeymap(String(repeating: "<", count: 1 << 20).utf8)
  }
}
