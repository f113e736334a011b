import BletraceTestSupport
import BluetoothProtocol
import Bytes
import Testing

@Suite("Advertising reports")
struct LEAdvertisingReportTests {
  private let address = DeviceAddress(littleEndian48: 0x660D_F30A_7B1C)

  private let vector = hex(
    """
    02                  // two reports, each whole
    00                  // ADV_IND
    01                  // random address
    1C 7B 0A F3 0D 66   // address
    07                  // seven octets of data
    02 01 06            // flags
    03 03 0D 18         // services: 180D
    C5                  // -59 dBm
    04                  // SCAN_RSP
    00                  // public address
    56 34 12 CC BB AA   // address
    00                  // no data
    7F                  // RSSI not known
    """)

  @Test func advertisingReport() throws {
    let reports = try decode(vector, advertisingReports)
    #expect(reports.count == 2)
    #expect(reports[0].addressType == .randomDevice)
    #expect(reports[0].address == address)
    #expect(octets(reports[0].data, of: vector) == hex("02 01 06 03 03 0D 18"))
    #expect(reports[0].rssi == -59)
    #expect(reports[1].addressType == .publicDevice)
    #expect(reports[1].address.description == "AA:BB:CC:12:34:56")
    #expect(reports[1].data.isEmpty)
    #expect(reports[1].rssi == nil)
    sweep(vector, advertisingReports)
  }

  @Test func whatCameBeforeACutIsKept() throws {
    let (seen, issue) = try decode(Array(vector.dropLast(2)), firstReportsThenIssue)
    #expect(seen == 1)
    let expected = DecodeIssue(
      layer: .hci, offset: vectorStart + 26, needed: 1, available: 0, limit: .packet)
    #expect(issue == expected)
  }

  @Test func noReports() throws {
    #expect(try decode([0x00], advertisingReports).isEmpty)
  }

  private let extended = hex(
    """
    02                  // two reports
    13 00               // connectable, scannable, legacy; complete
    01                  // random address
    1C 7B 0A F3 0D 66   // address
    01                  // on 1M
    00                  // nothing on the secondary channels
    FF                  // no SID
    7F                  // TX power not known
    B0                  // -80 dBm
    00 00               // no periodic advertising
    00                  // direct address, of no meaning here
    00 00 00 00 00 00
    03                  // three octets of data
    02 01 06            // flags
    24 00               // directed; incomplete
    FF                  // anonymous
    00 00 00 00 00 00   // address
    03                  // on Coded
    02                  // then on 2M
    0B                  // SID 11
    08                  // +8 dBm
    7F                  // RSSI not known
    50 00               // periodic advertising each 100 ms
    FE                  // direct address, not resolved
    56 34 12 CC BB 4A
    01                  // one octet of data
    1E
    """)

  @Test func extendedAdvertisingReport() throws {
    let reports = try decode(extended, extendedReports)
    #expect(reports.count == 2)
    let first = reports[0]
    #expect(first.addressType == .randomDevice)
    #expect(first.address == address)
    #expect(first.txPower == nil)
    #expect(first.rssi == -80)
    #expect(octets(first.data, of: extended) == hex("02 01 06"))

    let second = reports[1]
    #expect(second.addressType == .anonymous)
    #expect(second.txPower == 8)
    #expect(second.rssi == nil)
    #expect(octets(second.data, of: extended) == [0x1E])
    sweep(extended, tail: .counted(1), extendedReports)
  }

  @Test func extendedDataThatTheCaptureCut() throws {
    let whole = Array(extended.prefix(28))  // the first report, its count set right
    let vector = [0x01] + whole.dropFirst()
    let reports = try outcome(of: vector, held: 26, original: 28, extendedReports).get()
    #expect(reports.count == 1)
    #expect(reports[0].data.isCut)
    #expect(reports[0].data.count == 1 && reports[0].data.originalCount == 3)
  }
}

private func advertisingReports(
  _ range: ByteRange, in bytes: Span<UInt8>
) throws(DecodeIssue) -> [LEAdvertisingReport] {
  var event = try LEAdvertisingReports(range, in: bytes)
  var reports: [LEAdvertisingReport] = []
  while let report = try event.next(in: bytes) { reports.append(report) }
  return reports
}

private func firstReportsThenIssue(
  _ range: ByteRange, in bytes: Span<UInt8>
) throws(DecodeIssue) -> (Int, DecodeIssue?) {
  var event = try LEAdvertisingReports(range, in: bytes)
  var seen = 0
  var issue: DecodeIssue?
  do throws(DecodeIssue) {
    while try event.next(in: bytes) != nil { seen += 1 }
  } catch {
    issue = error
  }
  // Nothing more comes after an issue.
  return try event.next(in: bytes) == nil ? (seen, issue) : (-1, nil)
}

private func extendedReports(
  _ range: ByteRange, in bytes: Span<UInt8>
) throws(DecodeIssue) -> [LEExtendedAdvertisingReport] {
  var event = try LEExtendedAdvertisingReports(range, in: bytes)
  var reports: [LEExtendedAdvertisingReport] = []
  while let report = try event.next(in: bytes) { reports.append(report) }
  return reports
}
