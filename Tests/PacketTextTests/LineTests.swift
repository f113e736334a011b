import BletraceTestSupport
import Testing

@testable import PacketText

@Suite("One line a packet")
struct LineTests {
  @Test func headTellsNumberTimeControllerDirectionAndConnection() {
    var capture = CaptureBuilder()
    capture.connect()
    capture.wait(by: 1_500_000)
    capture.notify(0x0025, [0x06, 0x48])
    let output = lines(printed(capture.btsnoop()))
    #expect(
      String(output.last ?? "")
        == "      2       1.501000  hci0 rx    1  att   Handle Value Notification: 0x0025, "
        + "06 48 (2 octets)")
    #expect(output.first?.hasPrefix("      1       0.000000  hci0 rx    1  evt   LE Conn") == true)
  }

  @Test func handlesHaveTheirNamesFromDiscoveryOn() {
    var capture = CaptureBuilder()
    capture.connect()
    capture.notify(0x0025, [0x06, 0x48])
    capture.discover(declaration: 0x0024, value: 0x0025, uuid: octets(0x2A37))
    capture.notify(0x0025, [0x06, 0x48])
    capture.subscribe(0x0026)
    let output = lines(printed(capture.btsnoop())).map { $0.dropFirst(44) }
    #expect(output[1] == "Handle Value Notification: 0x0025, 06 48 (2 octets)")
    #expect(
      output[3] == "Read By Type Response: 0x0024 declaration of Heart Rate Measurement")
    #expect(
      output[4]
        == "Handle Value Notification: 0x0025 Heart Rate Measurement, 06 48 (2 octets), "
        + "72 bpm, contact")
    #expect(output[6] == "Write Response of 0x0026")
  }

  @Test func aResponseNamesWhatWasAsked() {
    var capture = CaptureBuilder()
    capture.connect()
    capture.att(.tx, [0x0A, 0x03, 0x00])
    capture.att(.rx, [0x0B] + Array("Notes".utf8))
    capture.att(.tx, [0x0A, 0x04, 0x00])
    capture.att(.rx, [0x01, 0x0A, 0x04, 0x00, 0x05])
    let output = lines(printed(capture.btsnoop())).map { $0.dropFirst(44) }
    #expect(output[2] == #"Read Response of 0x0003: 4E 6F 74 65 73 (5 octets) "Notes""#)
    #expect(
      output[4]
        == "Error Response: Request Opcode In Error Read Request, Attribute Handle In Error 0x0004,"
        + " Error Code Insufficient Authentication")
  }

  @Test func fragmentsAreShownWithTheLast() {
    var capture = CaptureBuilder()
    capture.connect()
    capture.att(.rx, [0x1B, 0x25, 0x00] + Array(1...30), fragments: [20])
    let output = lines(printed(capture.btsnoop())).map { $0.dropFirst(38) }
    #expect(
      output[1]
        == "acl   HCI ACL Data: Connection_Handle 64, Data_Total_Length 20 octets; "
        + "L2CAP basic header: PDU Length 33 octets, Channel ID 0x0004")
    #expect(output[2].hasPrefix("att   Handle Value Notification: 0x0025, 01 02 03"))
    #expect(output[2].hasSuffix("… (30 octets)"))
  }

  @Test func pairingSaysWhatItComesTo() {
    var capture = CaptureBuilder()
    capture.connect()
    capture.l2cap(.tx, 0x0006, [0x01, 0x04, 0x00, 0x0D, 0x10, 0x03, 0x03])
    capture.l2cap(.rx, 0x0006, [0x02, 0x01, 0x00, 0x0D, 0x10, 0x03, 0x03])
    capture.l2cap(.tx, 0x0006, [0x05, 0x0C])
    let output = lines(printed(capture.btsnoop())).map { $0.dropFirst(44) }
    #expect(
      output[2].hasSuffix(", Pairing LE Secure Connections, Method Numeric Comparison"),
      "\(output[2])")
    #expect(output[1].hasPrefix("Pairing Request: IO Capability KeyboardDisplay"))
    #expect(!output[1].contains("Method"))
    #expect(output[3] == "Pairing Failed: Reason Numeric Comparison Failed")
  }

  @Test func severalSignallingCommandsInOnePDU() {
    var capture = CaptureBuilder()
    let echo: [UInt8] = [0x08, 0x01, 0x00, 0x00]
    let information: [UInt8] = [0x0A, 0x02, 0x02, 0x00, 0x02, 0x00]
    capture.l2cap(.tx, 0x0001, echo + information)
    let output = lines(printed(capture.btsnoop())).map { $0.dropFirst(38) }
    #expect(
      output[0] == "sig   Echo Request; Information Request: Info Type Extended Features Supported")
  }

  @Test func whatIsMissingAndWhatIsLeftIsSaid() {
    let capture = CaptureBuilder()
      .event([0x05, 0x04, 0x00, 0x40])
      .event([0x05, 0x04, 0x00, 0x40, 0x00, 0x13, 0xAA])
      .command([0x06, 0x04, 0x05, 0x40, 0x00, 0x13, 0x01, 0x02])
    let output = lines(printed(capture.btsnoop())).map { $0.dropFirst(44) }
    #expect(
      output[0]
        == "Disconnection Complete: Status Success, Missing 2 octets needed, 1 left in the packet")
    #expect(output[1].hasSuffix("Left over AA (1 octet)"))
    #expect(output[2].hasSuffix("Left over 01 02 (2 octets)"))
  }

  @Test func codesWithoutANameAreShown() {
    let capture = CaptureBuilder()
      .event([0xEE, 0x01, 0x02])
      .event([0x3E, 0x02, 0xEE, 0x01])
      .command([0xEE, 0x20, 0x00])
      .command([0x01, 0xFC, 0x01, 0x07])
    let output = lines(printed(capture.btsnoop())).map { $0.dropFirst(44) }
    #expect(output[0] == "Unknown HCI event: Event_Code 0xEE, 02 (1 octet)")
    #expect(output[1] == "LE Meta: Subevent_Code 0xEE, 01 (1 octet)")
    #expect(output[2] == "Unknown HCI command: 0x20EE")
    #expect(output[3] == "Vendor command: 0xFC01, 07 (1 octet)")
  }

  @Test func textFromTheAirCannotActOnTheTerminal() {
    var capture = CaptureBuilder()
    let name: [UInt8] = [0x1B] + Array("[2J\"\\".utf8) + [0x0A, 0xE2, 0x80, 0xAE, 0xFF]
    capture.advertise(
      CaptureBuilder.peer, -50, data: [UInt8(name.count + 1), 0x09] + name)
    let text = printed(capture.note("a\u{1B}[31m\nb").packetLogger())
    #expect(lines(text).count == 2)
    #expect(text.contains(#""\x1B[2J\"\\\x0A\u{202E}"#))
    #expect(text.contains(#"PacketLogger note: "a\x1B[31m\x0Ab""#))
    for scalar in text.unicodeScalars where scalar != "\n" {
      #expect(scalar.value >= 0x20 && scalar != "\u{7F}" && scalar != "\u{202E}")
    }
  }

  @Test func linesStayShort() {
    var capture = CaptureBuilder()
    capture.connect()
    capture.att(.tx, [0x20] + Array(repeating: 0x01, count: 401))
    let note = String(repeating: "ä", count: 100_000)
    let output = lines(printed(capture.note(note).packetLogger()))
    #expect(output[1].hasPrefix("      2"))
    #expect(output[1].utf8.count < 500)
    #expect(output[1].hasSuffix(", Left over 01 (1 octet), and more"))
    #expect(output[2].hasSuffix("ä\"…"))
    #expect(output[2].unicodeScalars.count { $0 == "ä" } == 200)
  }

  @Test func timesAsAsked() {
    var capture = CaptureBuilder()
    capture.command(0x0C03)
    capture.wait(by: 250_000)
    capture.command(0x0C03)
    capture.wait(by: -2_000_000)
    capture.command(0x0C03)
    func times(_ clock: PacketOptions.Clock) -> [String] {
      lines(printed(capture.btsnoop()) { $0.clock = clock })
        .map { String($0.dropFirst(7).prefix(clock == .absolute ? 29 : 15)) }
    }
    #expect(times(.relative) == ["       0.000000", "       0.251000", "      -1.748000"])
    #expect(times(.delta) == ["       0.000000", "       0.251000", "      -1.999000"])
    #expect(
      times(.absolute).map { $0.drop { $0 == " " } } == [
        "2023-11-14T22:13:20.000000Z", "2023-11-14T22:13:20.251000Z",
        "2023-11-14T22:13:18.252000Z",
      ])
  }
}
