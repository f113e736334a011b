import BletraceTestSupport
import CaptureFiles
import Findings
import PacketText
import Report
import Text
import Tracking

/// Packets of a sniffer, in each of its link types: what they say of themselves, the connections
/// that are followed through them, and their fields as text.
///
/// The first octet of an input chooses the link type, and whether its pieces are whole records or
/// PDUs, which get a header here: of PDUs more is followed.
enum AirStage: FuzzStage {
  static let name = "air"
  static let form = InputForm.script(after: 1)

  private static let linkTypes = LinkType.allCases.filter(\.isAir)
  /// In microseconds, from one packet to the next: as in an event, as from event to event, and what
  /// no clock does.
  private static let steps: [Int64] = [
    230, 30_000, 0, 300, 45_000, -1_000_000, 40_000_000, .max / 2,
  ]

  /// What the octet before a piece chooses.
  struct Choice: OptionSet {
    let rawValue: UInt8
    static let isFromPeripheral = Choice(rawValue: 1)
    static let isAdvertising = Choice(rawValue: 2)
    static let hasWrongCRC = Choice(rawValue: 4)
    static let isOther = Choice(rawValue: 8)
    /// An octet in front of the PDU: PHY and further flags.
    static let hasFlags = Choice(rawValue: 16)

    var step: Int64 { steps[Int(rawValue >> 5)] }
  }

  static func run(_ input: [UInt8]) {
    guard let form = input.first else { return }
    var packets = CaptureBuilder(step: 0)
    for (choice, octets) in PacketScript.pieces(of: Array(input.dropFirst())) {
      let choice = Choice(rawValue: choice)
      packets.time &+= choice.step
      let isRecord = form & 4 != 0
      let link = isRecord ? linkTypes[Int(form & 3) % linkTypes.count] : .leLLWithHeader
      let cut = form & 8 != 0 && choice.contains(.isOther)
      packets.add(
        .air, .unknown, isRecord ? octets : record(octets, choice),
        controller: form & 16 != 0 && choice.contains(.isOther) ? 1 : 0,
        detail: link.detail, originalLength: cut ? octets.count + 40 : nil)
    }
    let (records, bytes) = packets.records()
    var options = AnalysisOptions()
    var printing = PacketOptions()
    if form & 32 != 0 {
      do { try options.keys.add(text: keys.span) } catch { end("keys that cannot be read") }
      printing.keys = options.keys
    }
    var analysis = RunningAnalysis(options: options, payloads: nil)
    analysis.add(records, in: bytes.span)
    let capture = analysis.finish(path: "fuzz", CaptureFacts())
    promise(capture.records == records.count, "records that were not counted")
    for connection in capture.connections { check(connection) }
    ReportChecks.checkFindings(RuleCatalog.findings(in: [capture]), of: capture)
    var printer = PacketPrinter(printing)
    var text = TextBuffer()
    printer.add(records, in: bytes.span, losses: [], to: &text)
    promise(ReportChecks.isClean(text.bytes), "what acts on a terminal")
  }

  private static let keys = Array("ltk 000102030405060708090A0B0C0D0E0F\npasskey 123456".utf8)

  /// Behind a header of link type 256.
  private static func record(_ octets: [UInt8], _ choice: Choice) -> [UInt8] {
    let extra = choice.contains(.hasFlags) ? octets.first ?? 0 : 0
    let pdu = choice.contains(.hasFlags) ? Array(octets.dropFirst()) : octets
    let isAdvertising = choice.contains(.isAdvertising)
    let kind: UInt16 =
      isAdvertising ? 0 : choice.contains(.isFromPeripheral) ? 0x0180 : 0x0100
    let flags =
      0x0413 | kind | (choice.contains(.hasWrongCRC) ? 0 : 0x0800) | UInt16(extra & 0xF0) << 8
      | UInt16(extra & 8)
    let address: [UInt8] =
      isAdvertising ? [0xD6, 0xBE, 0x89, 0x8E] : [choice.contains(.isOther) ? 9 : 8, 1, 2, 3]
    return [isAdvertising ? 0 : extra & 7, 0xC4, 0, 0, 0, 0, 0, 0]
      + [UInt8(flags & 0xFF), UInt8(flags >> 8)] + address + pdu + [0, 0, 0]
  }

  private static func check(_ connection: ReportV1.Connection) {
    guard let air = connection.air else { end("a sniffed connection without what was heard") }
    for side in [air.central, air.peripheral] {
      promise(
        side.packets == side.new + side.retransmitted + side.uncertain, "packets without a verdict")
      promise(side.missedCertain >= 0 && side.missed >= side.missedCertain, "fewer than none")
      promise(
        side.empty <= side.packets && side.micFailed <= side.packets - side.empty,
        "more than there are")
      promise(
        side.micFitted <= side.packets - side.micFailed && side.micFailedAtEnd <= side.micFailed,
        "more checked than there are")
      promise(side.dataQueued <= side.dataPackets && side.dataPackets <= side.new, "more than new")
      promise(side.airTimeUs ?? 0 >= 0, "less than no time")
    }
    for time in air.encryptions {
      promise(time.repeated >= 0 && time.decrypted >= time.repeated, "repetitions beyond all")
      promise(time.packets >= time.decrypted && time.packets > 0, "decrypted beyond all")
      promise(time.missedCentral >= 0 && time.missedPeripheral >= 0, "fewer than none")
      promise((time.key == nil) == (time.outcome != .decrypted), "decrypted without a key")
    }
    promise(air.events.silent >= 0 && air.events.oneSided <= air.events.heard, "events beyond all")
    let judged = air.channels.map(\.packets).reduce(0, +)
    promise(judged <= air.central.packets + air.peripheral.packets, "packets beyond all")
  }
}
