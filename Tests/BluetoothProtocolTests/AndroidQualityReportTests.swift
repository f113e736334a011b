import BletraceTestSupport
import Bytes
import Testing

@testable import BluetoothProtocol

@Suite("Android quality report")
struct AndroidQualityReportTests {
  /// Written from the octet table of Android's HCI requirements.
  private let vector = hex(
    """
    58 01 03       // subevent, monitor mode, packet types
    40 00 00       // handle 0x0040, central
    08 B9 0C       // TX power 8 dBm, RSSI -71 dBm, SNR 12
    05 02          // AFH channels: unused, unideal
    00 19          // supervision timeout 0x1900 * 0.3125 ms = 2 s
    10 20 30 00    // piconet clock
    29 00 00 00    // 41 retransmissions
    07 00 00 00    // 7 without RX
    03 00 00 00    // 3 NAK
    01 00 00 00    // last TX ACK
    02 00 00 00    // flow off
    03 00 00 00    // last flow on
    04 00 00 00    // overflow octets
    05 00 00 00    // underflow octets
    """)

  private func read(_ bytes: [UInt8]) -> AndroidQualityReport? {
    AndroidQualityReport(ByteRange(start: 0, end: bytes.count), in: bytes.span)
  }

  @Test("fields")
  func fields() throws {
    let report = try #require(read(vector))
    #expect(report.name == "monitor" && report.handle == ConnectionHandle(0x40))
    #expect(report.txPower == 8 && report.rssi == -71 && report.snr == 12)
    #expect(report.supervisionTimeoutMicroseconds == 2_000_000)
    #expect(report.retransmissions == 41 && report.noRX == 7 && report.nak == 3)
    #expect(report.flowOff == 2 && report.overflowOctets == 4 && report.underflowOctets == 5)
    #expect(report.peer == nil)
  }

  @Test("the peer's address, which later versions have; recognized by the length")
  func peer() {
    let address = hex("A0 49 22 56 55 60")
    let peer = DeviceAddress(littleEndian48: 0x6055_5622_49A0)
    #expect(read(vector + address + [0])?.peer == peer)
    // With the counters of isochronous links.
    #expect(read(vector + address + [0] + [UInt8](repeating: 9, count: 24))?.peer == peer)
    for other in [address, address + [0, 0], hex("000000000000 00")] {
      #expect(read(vector + other)?.peer == nil)
    }
  }

  @Test("what is short, of another kind or another vendor event is none")
  func others() {
    for count in 0..<vector.count { #expect(read(Array(vector.prefix(count))) == nil) }
    for (index, value) in [(0, UInt8(0x57)), (1, 0x11), (1, 0x00), (1, 0x05), (1, 0x06), (1, 0x09)]
    {
      var changed = vector
      changed[index] = value
      #expect(read(changed) == nil)
    }
  }
}
