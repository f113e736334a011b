import BletraceTestSupport
import BluetoothProtocol
import Bytes
import Testing

@Suite("Events about LE connections")
struct LEConnectionEventTests {
  @Test func connectionComplete() throws {
    let vector = hex(
      """
      00                  // success
      40 00               // handle 0x0040
      00                  // central
      01                  // random address
      1C 7B 0A F3 0D 66   // peer address
      18 00               // interval 24: 30 ms
      04 00               // latency 4
      2A 00               // supervision timeout 42: 420 ms
      05                  // 50 ppm
      """)
    let event = try decode(vector, plain)
    #expect(event.version == .plain)
    #expect(event.status == .success)
    #expect(event.handle.rawValue == 0x0040)
    #expect(event.role == .central)
    #expect(event.peerAddressType == .randomDevice)
    #expect(event.peerAddress.description == "66:0D:F3:0A:7B:1C")
    #expect(event.interval.microseconds == 30_000)
    #expect(event.latency == 4)
    #expect(event.supervisionTimeout.microseconds == 420_000)
    sweep(vector, plain)
  }

  private let enhanced = hex(
    """
    00                  // success
    41 00               // handle 0x0041
    01                  // peripheral
    02                  // public identity address
    56 34 12 CC BB AA   // peer address
    00 00 00 00 00 00   // no local private address
    11 22 33 44 55 66   // peer's private address
    0C 00               // interval 12: 15 ms
    00 00               // latency 0
    F4 01               // supervision timeout 500: 5 s
    00                  // 500 ppm
    """)

  @Test func enhancedConnectionComplete() throws {
    let event = try decode(enhanced, enhancedV1)
    #expect(event.version == .enhancedV1)
    #expect(event.role == .peripheral)
    #expect(event.peerAddressType == .publicIdentity)
    #expect(event.peerAddress.description == "AA:BB:CC:12:34:56")
    #expect(event.interval.microseconds == 15_000)
    #expect(event.supervisionTimeout.microseconds == 5_000_000)
    sweep(enhanced, enhancedV1)
  }

  @Test func enhancedConnectionCompleteVersion2() throws {
    let vector = enhanced + hex("02 34 12  // advertising set 2, periodic advertising train 0x1234")
    let event = try decode(vector, enhancedV2)
    #expect(event.version == .enhancedV2)
    #expect(event.supervisionTimeout.microseconds == 5_000_000)
    sweep(vector, enhancedV2)
  }

  @Test func versionsOfConnectionComplete() {
    #expect(LEConnectionComplete.Version(.connectionComplete) == .plain)
    #expect(LEConnectionComplete.Version(.enhancedConnectionCompleteV1) == .enhancedV1)
    #expect(LEConnectionComplete.Version(.enhancedConnectionCompleteV2) == .enhancedV2)
    #expect(LEConnectionComplete.Version(.phyUpdateComplete) == nil)
  }

  @Test func connectionUpdateComplete() throws {
    let vector = hex(
      """
      00      // success
      40 00   // handle 0x0040
      27 00   // interval 39: 48.75 ms
      00 00   // latency 0
      F4 01   // supervision timeout 500: 5 s
      """)
    let event = try decode(vector, LEConnectionUpdateComplete.init)
    #expect(event.status == .success)
    #expect(event.handle.rawValue == 0x0040)
    #expect(event.interval.microseconds == 48_750)
    #expect(event.latency == 0)
    #expect(event.supervisionTimeout.microseconds == 5_000_000)
    sweep(vector, LEConnectionUpdateComplete.init)
  }

  @Test func remoteConnectionParameterRequest() throws {
    let vector = hex(
      """
      40 00   // handle 0x0040
      06 00   // interval min 6: 7.5 ms
      0C 00   // interval max 12: 15 ms
      1E 00   // latency 30
      58 02   // supervision timeout 600: 6 s
      """)
    let event = try decode(vector, LERemoteConnectionParameterRequest.init)
    #expect(event.handle.rawValue == 0x0040)
    #expect(event.intervalMin.microseconds == 7_500)
    #expect(event.intervalMax.microseconds == 15_000)
    #expect(event.maxLatency == 30)
    #expect(event.supervisionTimeout.microseconds == 6_000_000)
    sweep(vector, LERemoteConnectionParameterRequest.init)
  }

  @Test func subrateChange() throws {
    let vector = hex(
      """
      00      // success
      40 00   // handle 0x0040
      05 00   // subrate factor 5
      02 00   // peripheral latency 2
      01 00   // continuation number 1
      F4 01   // supervision timeout 500: 5 s
      """)
    let event = try decode(vector, LESubrateChange.init)
    #expect(event.status == .success)
    #expect(event.handle.rawValue == 0x0040)
    #expect(event.subrateFactor == 5)
    #expect(event.peripheralLatency == 2)
    #expect(event.continuationNumber == 1)
    #expect(event.supervisionTimeout.microseconds == 5_000_000)
    sweep(vector, LESubrateChange.init)
  }
}

private func plain(
  _ range: ByteRange, in bytes: Span<UInt8>
) throws(DecodeIssue) -> LEConnectionComplete {
  try LEConnectionComplete(range, version: .plain, in: bytes)
}

private func enhancedV1(
  _ range: ByteRange, in bytes: Span<UInt8>
) throws(DecodeIssue) -> LEConnectionComplete {
  try LEConnectionComplete(range, version: .enhancedV1, in: bytes)
}

private func enhancedV2(
  _ range: ByteRange, in bytes: Span<UInt8>
) throws(DecodeIssue) -> LEConnectionComplete {
  try LEConnectionComplete(range, version: .enhancedV2, in: bytes)
}
