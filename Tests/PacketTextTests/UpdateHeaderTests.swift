import BluetoothProtocol
import Bytes
import Foundation
import Framing
import Testing

@testable import PacketText

/// The headers of updates by the protocols of chip makers, and of MIDI, in words.
@Suite("Headers of updates") struct UpdateHeaderTests {
  private var framings = RecognizedFramings()

  private mutating func words(
    _ uuid: String, _ octets: [UInt8], isFromServer: Bool = false, connection: Int = 0
  ) throws -> String? {
    let type = try #require(BluetoothUUID(parsing: uuid))
    let value = ByteRange(start: 0, end: octets.count)
    let place = RecognizedFramings.Place(connection: connection, server: .peer)
    framings.note(type, value, place, isFromServer: isFromServer, in: octets.span)
    return framings.describe(type, value, place, isFromServer: isFromServer, in: octets.span)
  }

  private func packet(_ numbers: UInt16...) -> [UInt8] {
    let octets =
      numbers.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
      + [UInt8](repeating: 0, count: 12)
    let crc = ESPOTAPacket.checksum(of: octets)
    return octets + [UInt8(truncatingIfNeeded: crc), UInt8(crc >> 8)]
  }

  @Test("ESP BLE OTA")
  mutating func esp() throws {
    #expect(try words("8022", packet(1, 9000, 0)) == "ESP BLE OTA start, 9000 octets")
    #expect(try words("8022", packet(2, 0, 0)) == "ESP BLE OTA stop")
    #expect(
      try words("8022", packet(3, 1, 0), isFromServer: true)
        == "ESP BLE OTA answer to start: accepted")
    #expect(
      try words("8020", packet(4, 1, 4), isFromServer: true)
        == "ESP BLE OTA acknowledges sector 4: CRC error, sector 4 is next")
    let part = [4, 0, 2] + [UInt8](repeating: 1, count: 20)
    #expect(try words("8020", part) == "ESP BLE OTA sector 4, packet 2")
    #expect(try words("8020", [4, 0, 0xFF, 1, 2]) == "ESP BLE OTA sector 4, last packet")
    var wrong = packet(2, 0, 0)
    wrong[19] ^= 1
    #expect(try words("8022", wrong) == "ESP BLE OTA stop, CRC-16 wrong")
    // Another protocol on the same numbers.
    #expect(try words("8022", Array("status=3".utf8)) == nil)
    #expect(try words("8020", Array("status=3".utf8)) == nil)
    #expect(try words("8020", [UInt8](repeating: 3, count: 20), isFromServer: true) == nil)
  }

  @Test("random octets on the same numbers are not named; another connection shows nothing")
  mutating func unrecognized() throws {
    let part = [4, 0, 2] + [UInt8](repeating: 1, count: 20)
    #expect(try words("8020", part) == nil)
    // The CRC-16 of zeros is 0: they show nothing.
    #expect(try words("8020", [UInt8](repeating: 0, count: 20), isFromServer: true) == nil)
    #expect(try words(Self.telink, [UInt8](repeating: 1, count: 20)) == nil)
    #expect(try words(Self.telink, [6, 0xFF, 7], isFromServer: true) == nil)
    _ = try words("8022", packet(1, 9000, 0), connection: 1)
    #expect(try words("8020", part) == nil)
    #expect(try words("8020", part, connection: 1) == "ESP BLE OTA sector 4, packet 2")
  }

  private static let telink = "00010203-0405-0607-0809-0A0B0C0D2B12"

  @Test("Telink OTA")
  mutating func telink() throws {
    #expect(try words(Self.telink, [1, 0xFF]) == "Telink OTA start")
    #expect(
      try words(Self.telink, [3, 0xFF, 64, 0]) == "Telink OTA extended start, blocks of 64 octets")
    #expect(
      try words(Self.telink, [2, 0xFF, 0xFA, 0x14, 5, 0xEB]) == "Telink OTA end, last block 5370")
    #expect(
      try words(Self.telink, [6, 0xFF, 7], isFromServer: true)
        == "Telink OTA result: firmware check failed")
    #expect(
      try words(Self.telink, [UInt8](repeating: 1, count: 20))
        == "Telink OTA block 257, CRC-16 wrong")
    #expect(try words(Self.telink, [1, 2, 3]) == nil)
  }

  @Test("TI OAD")
  mutating func oad() throws {
    let control = "F000FFC5-0451-4000-B000-000000000000"
    let identify = "F000FFC1-0451-4000-B000-000000000000"
    #expect(try words(control, [1]) == "TI OAD block size")
    #expect(
      try words(control, [0x12, 0, 9, 0, 0, 0], isFromServer: true)
        == "TI OAD block request, block 9: success")
    #expect(
      try words(control, [1, 128, 0], isFromServer: true)
        == "TI OAD answer to block size: 128 octets with the number")
    #expect(
      try words(identify, [1, 0, 0, 1, 0x45, 0x45, 0x45, 0x45])
        == "TI OAD image identify, 1024 octets")
    #expect(try words(identify, [1, 2, 3]) == nil)
  }

  @Test("Gecko OTA and BLE MIDI")
  mutating func others() throws {
    #expect(try words("F7BF3564-FB6D-4E53-88A4-5E37E0326063", [3]) == "Gecko OTA end")
    let midi = "7772E5DB-3868-4112-A1A9-F2669D106BF3"
    #expect(try words(midi, [0x81, 0x82, 0x90, 60, 127]) == "BLE MIDI time 130 ms")
    #expect(try words(midi, [0x81, 2]) == "BLE MIDI continues a system exclusive message")
    #expect(try words(midi, [1, 2]) == nil)
  }

  @Test("what is shown of a frame does not depend on which others are shown")
  func selection() throws {
    let path = samplesFolder + "/framing-esp-central/capture.btsnoop"
    let capture = [UInt8](try Data(contentsOf: URL(filePath: path)))
    let whole = lines(printed(capture))
    let named = whole.filter { $0.contains("ESP BLE OTA sector") }
    #expect(named.count > 20)
    for line in named {
      let frame = try #require(Int(line.prefix(7).drop { $0 == " " }))
      #expect(lines(printed(capture) { $0.selection.frames = [frame...frame] }) == [line])
    }
  }
}
