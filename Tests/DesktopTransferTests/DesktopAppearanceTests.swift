import Foundation
import ProfferFileSystem
import TestSupport
import Testing
import TransferWindows

@testable import DesktopTransfer

/// The settings of the desktop's appearance, on a scripted bus.
@Suite(.waits) struct DesktopAppearanceTests {
  private static let long = HangLimit.duration
  private static let orange = WindowColor(red: 1, green: 0.5, blue: 0)
  private static var unknownMethod: FakeBus.Answer {
    .error(
      "org.freedesktop.DBus.Error.UnknownMethod", "there is no such method")
  }

  /// Follows the appearance of a bus, and waits for the first values.
  private func followed(_ bus: FakeBus) -> (appearance: DesktopAppearance, changes: DispatchSemaphore) {
    let appearance = bus.appearance()
    let changes = DispatchSemaphore(value: 0)
    appearance.follow { changes.signal() }
    _ = appearance.preference(waitingAtMost: Self.long)
    return (appearance, changes)
  }

  /// Waits until a condition is true; returns false if it is not true in time.
  private func becomes(_ condition: () -> Bool) -> Bool {
    HangLimit.blocks(until: condition)
  }

  // MARK: The values

  @Test(arguments: [UInt32(0), 1, 2, 3, .max], [false, true])
  func theColorSchemeIsRead(number: UInt32, isOld: Bool) {
    let bus = FakeBus()
    bus.settings["color-scheme"] = .scheme(number)
    if isOld { bus.answers["ReadOne"] = Self.unknownMethod }
    expectEqual(followed(bus).appearance.preference, WindowTheme.Preference(isDark: number == 1))
  }

  @Test(arguments: [false, true], [false, true])
  func aBusMayAnswerInPiecesAndInEitherByteOrder(apart: Bool, isBigEndian: Bool) {
    let bus = FakeBus()
    (bus.sendsBytesApart, bus.isBigEndian, bus.isTalkative) = (apart, isBigEndian, true)
    bus.settings = ["color-scheme": .scheme(1), "accent-color": .accent(1, 0.5, 0)]
    expectEqual(
      followed(bus).appearance.preference, WindowTheme.Preference(isDark: true, accent: Self.orange))
  }

  @Test func theSignalsAreRequestedBeforeTheValues() throws {
    let bus = FakeBus()
    bus.answers["ReadOne"] = Self.unknownMethod
    _ = followed(bus)
    expectEqual(bus.members, ["AddMatch", "AddMatch", "ReadOne", "ReadOne", "Read", "Read"])
    expectEqual(
      bus.calls.prefix(2).map(\.text),
      [
        "type='signal',sender='org.freedesktop.portal.Desktop',path='/org/freedesktop/portal/desktop',"
          + "interface='org.freedesktop.portal.Settings',member='SettingChanged',"
          + "arg0='org.freedesktop.appearance'",
        "type='signal',sender='org.freedesktop.DBus',path='/org/freedesktop/DBus',"
          + "interface='org.freedesktop.DBus',member='NameOwnerChanged',arg0='org.freedesktop.portal.Desktop'",
      ])
    for (place, call) in bus.calls.dropFirst(2).enumerated() {
      #expect(call.signature == "ss" && call.text == "org.freedesktop.appearance")
      expectEqual(call.secondText, ["color-scheme", "accent-color"][place % 2])
      // The call does not start the portal.
      #expect(call.flags == 2 && call.destination == "org.freedesktop.portal.Desktop")
      expectEqual(call.path, "/org/freedesktop/portal/desktop")
      expectEqual(call.interface, "org.freedesktop.portal.Settings")
    }
  }

  @Test(arguments: [-0.1, 1.001, .nan, .infinity, -.infinity], 0..<3)
  func anAccentColorOutsideOfTheRangeIsNone(value: Double, place: Int) throws {
    let bus = FakeBus()
    var components = [1, 0.5, 0]
    components[place] = value
    let setting = FakeBus.Setting.accent(components[0], components[1], components[2])
    bus.settings = ["color-scheme": .scheme(1), "accent-color": setting]
    let (appearance, _) = followed(bus)
    expectEqual(appearance.preference, WindowTheme.Preference(isDark: true))
    try bus.change("accent-color", .accent(1, 0.5, 0))
    expect(becomes { appearance.preference.accent == Self.orange })
    try bus.change("accent-color", setting)
    expect(becomes { appearance.preference.accent == nil })
  }

  private static let malformed: [(key: String, setting: FakeBus.Setting)] = [
    ("color-scheme", .accent(1, 1, 1)), ("color-scheme", .init(type: "s") { $0.text("1") }),
    ("color-scheme", .init(type: "i") { $0.number(1) }), ("color-scheme", .init(type: "u") { _ in }),
    ("color-scheme", .init(type: "u") { values in for _ in 0..<2 { values.number(1) } }),
    ("color-scheme", .init(type: "") { _ in }), ("accent-color", .scheme(1)),
    ("accent-color", .accent(0, 0)), ("accent-color", .accent(0, 0, 0, 0)),
    ("accent-color", .init(type: "ddd") { values in for _ in 0..<3 { values.real(0) } }),
    ("accent-color", .init(type: "(ddd)") { $0.real(0) }),
    ("accent-color", .init(type: "(dd") { $0.real(0) }),
  ]

  @Test(arguments: malformed.indices)
  func aMalformedValueDoesNotChangeTheSetting(place: Int) throws {
    let (key, setting) = Self.malformed[place]
    let bus = FakeBus()
    bus.settings = ["color-scheme": .scheme(0), "accent-color": .accent(1, 0.5, 0)]
    bus.settings[key] = setting
    let (appearance, _) = followed(bus)
    let isScheme = key == "color-scheme"
    expectEqual(appearance.preference, WindowTheme.Preference(accent: isScheme ? Self.orange : nil))
    let set = WindowTheme.Preference(isDark: true, accent: Self.orange)
    try bus.change("color-scheme", .scheme(1))
    try bus.change("accent-color", .accent(1, 0.5, 0))
    expect(becomes { appearance.preference == set })
    // The malformed signal changes nothing before the valid signal that follows it.
    try bus.change(key, setting)
    if isScheme {
      try bus.change("accent-color", .accent(2, 2, 2))
      expect(becomes { appearance.preference == WindowTheme.Preference(isDark: true) })
    } else {
      try bus.change("color-scheme", .scheme(2))
      expect(becomes { appearance.preference == WindowTheme.Preference(accent: Self.orange) })
    }
  }

  // MARK: Changes

  @Test func eachChangeIsReportedOnce() throws {
    let bus = FakeBus()
    bus.settings["color-scheme"] = .scheme(1)
    let (appearance, changes) = followed(bus)
    expectEqual(changes.wait(timeout: HangLimit.dispatchTime), .success)
    expect(appearance.preference.isDark)
    try bus.change("color-scheme", .scheme(2))
    expectEqual(changes.wait(timeout: HangLimit.dispatchTime), .success)
    expect(!appearance.preference.isDark)
    // A signal without a difference is not a change.
    try bus.change("color-scheme", .scheme(0))
    try bus.change("accent-color", .accent(1, 0.5, 0))
    expectEqual(changes.wait(timeout: HangLimit.dispatchTime), .success)
    expectEqual(appearance.preference, WindowTheme.Preference(accent: Self.orange))
    expectEqual(changes.wait(timeout: .now() + 0.05), .timedOut)
  }

  @Test func signalsOfOtherSettingsAreIgnored() throws {
    let bus = FakeBus()
    let (appearance, changes) = followed(bus)
    try bus.change("color-scheme", .scheme(1), in: "org.gnome.desktop.interface")
    try bus.change("contrast", .scheme(1))
    try bus.signal("SettingChanged", "ss") { values in
      for text in ["org.freedesktop.appearance", "color-scheme"] { values.text(text) }
    }
    try bus.signal("OtherChanged", "ssv") { values in
      for text in ["org.freedesktop.appearance", "color-scheme"] { values.text(text) }
      values.signature("u")
      values.number(1)
    }
    try bus.change("accent-color", .accent(1, 0.5, 0))
    expectEqual(changes.wait(timeout: HangLimit.dispatchTime), .success)
    expectEqual(appearance.preference, WindowTheme.Preference(accent: Self.orange))
    expectEqual(changes.wait(timeout: .now() + 0.05), .timedOut)
  }

  @Test func aPortalThatStartsLaterIsRead() throws {
    let bus = FakeBus()
    let missing = FakeBus.Answer.error("org.freedesktop.DBus.Error.ServiceUnknown", "there is no such name")
    bus.answers["ReadOne"] = missing
    let (appearance, changes) = followed(bus)
    expectEqual(appearance.preference, WindowTheme.Preference())
    // Only an unknown method is called by its old name.
    expect(!bus.members.contains("Read"), bus.members)
    bus.answers = [:]
    bus.settings["color-scheme"] = .scheme(1)
    func owner(_ name: String, _ owner: String) throws {
      try bus.signal("NameOwnerChanged", "sss") { values in
        for text in [name, "", owner] { values.text(text) }
      }
    }
    try owner("org.freedesktop.portal.Documents", ":1.8")
    try owner("org.freedesktop.portal.Desktop", "")
    try owner("org.freedesktop.portal.Desktop", ":1.9")
    expectEqual(changes.wait(timeout: HangLimit.dispatchTime), .success)
    expect(appearance.preference.isDark)
    expect(becomes { bus.members.filter { $0 == "ReadOne" }.count == 4 })
  }

  // MARK: No answer

  @Test func aWindowDoesNotWaitForAPortalThatDoesNotAnswer() throws {
    let bus = FakeBus()
    let mayAnswer = DispatchSemaphore(value: 0)
    bus.answers["ReadOne"] = .raw { [bus] serial in
      mayAnswer.wait()
      // The next call is answered too.
      mayAnswer.signal()
      return bus.message(2, nil, serial, "v") { values in
        values.signature("u")
        values.number(1)
      }
    }
    let appearance = bus.appearance()
    let changes = DispatchSemaphore(value: 0)
    appearance.follow { changes.signal() }
    expectEqual(appearance.preference(waitingAtMost: .milliseconds(100)), WindowTheme.Preference())
    mayAnswer.signal()
    // The late answer is a change.
    expectEqual(changes.wait(timeout: HangLimit.dispatchTime), .success)
    expect(appearance.preference.isDark)
  }

  @Test func withoutABusThereIsNoWait() throws {
    let folder = try TemporaryFolder()
    try folder.write("not a socket", to: "file")
    for text in ["unix:path=\(folder.path("file"))", "unix:path=\(folder.path("none"))", "tcp:host=a", ""] {
      var session = DesktopSession()
      session.busAddress = text
      let appearance = session.appearance
      appearance.follow { Issue.record("the appearance has not changed") }
      let begin = ContinuousClock.now
      expectEqual(appearance.preference(waitingAtMost: Self.long), WindowTheme.Preference())
      expectLess(.now - begin, Self.long)
    }
    // Nothing is awaited before the settings are read.
    expectEqual(FakeBus().appearance().preference(waitingAtMost: Self.long), WindowTheme.Preference())
  }

  @Test(arguments: ["greeting", "hello", "end", "message"])
  func aBusThatFailsLeavesTheDefault(failure: String) {
    let bus = FakeBus()
    bus.settings["color-scheme"] = .scheme(1)
    switch failure {
    case "greeting": bus.greeting = "REJECTED EXTERNAL\r\n"
    case "hello": bus.answers["Hello"] = .end
    case "end": bus.answers["ReadOne"] = .end
    default: bus.answers["ReadOne"] = .raw { _ in [UInt8](repeating: 0, count: 64) }
    }
    let begin = ContinuousClock.now
    let (appearance, _) = followed(bus)
    expectEqual(appearance.preference, WindowTheme.Preference())
    expectLess(.now - begin, Self.long)
    expect(becomes { !bus.isConnected })
  }

  @Test func theLastPreferenceRemainsAfterTheEndOfTheBus() throws {
    let bus = FakeBus()
    bus.settings["color-scheme"] = .scheme(1)
    let (appearance, _) = followed(bus)
    bus.answers["ReadOne"] = .end
    try bus.signal("NameOwnerChanged", "sss") { values in
      for text in ["org.freedesktop.portal.Desktop", "", ":1.9"] { values.text(text) }
    }
    expect(becomes { !bus.isConnected })
    #expect(appearance.preference(waitingAtMost: Self.long).isDark)
  }

  // MARK: The end

  @Test(arguments: [false, true])
  func theConnectionEndsWithTheObject(isSilent: Bool) {
    let bus = FakeBus()
    if isSilent { bus.answers["ReadOne"] = .silence }
    var appearance: DesktopAppearance? = bus.appearance()
    appearance?.follow {}
    expect(becomes { bus.members.filter { $0 == "ReadOne" }.count == 2 })
    expect(bus.isConnected)
    appearance = nil
    expect(becomes { !bus.isConnected })
    expectEqual(bus.connected, 1)
  }
}
