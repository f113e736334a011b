import BletraceTestSupport
import BluetoothProtocol
import Bytes
import Testing

@Suite("Events about commands and buffers")
struct CommandEventTests {
  @Test func commandComplete() throws {
    let vector = hex(
      """
      01                     // one more command may be sent
      09 10                  // Read BD_ADDR
      00 1C 7B 0A F3 0D 66   // success, the address
      """)
    let event = try decode(vector, CommandComplete.init)
    #expect(event.numHCICommandPackets == 1)
    #expect(event.opcode == .readBDADDR)
    #expect(octets(event.returnParameters, of: vector) == hex("00 1C 7B 0A F3 0D 66"))
    sweep(vector, tail: .rest(7), CommandComplete.init)
  }

  @Test func commandCompleteOfNoCommand() throws {
    let event = try decode(hex("05 00 00"), CommandComplete.init)
    #expect(event.opcode == .noOperation)
    #expect(event.returnParameters.isEmpty)
  }

  @Test func commandStatus() throws {
    let vector = hex(
      """
      0C      // command disallowed
      02      // two more commands may be sent
      0D 20   // LE Create Connection
      """)
    let event = try decode(vector, CommandStatus.init)
    #expect(event.status == HCIStatus(0x0C))
    #expect(event.numHCICommandPackets == 2)
    #expect(event.opcode == .leCreateConnection)
    sweep(vector, CommandStatus.init)
  }

  @Test func numberOfCompletedPackets() throws {
    let vector = hex(
      """
      02            // two handles
      40 00 03 00   // handle 0x0040, three packets
      41 00 00 01   // handle 0x0041, 256 packets
      """)
    let event = try decode(vector, NumberOfCompletedPackets.init)
    #expect(event.count == 2)
    let entries = try decode(vector, completedPackets)
    #expect(entries.map(\.handle.rawValue) == [0x0040, 0x0041])
    #expect(entries.map(\.completed) == [3, 256])
    sweep(vector, completedPackets)
  }

  @Test func numberOfCompletedPacketsOfNoHandle() throws {
    #expect(try decode(hex("00"), completedPackets).isEmpty)
  }

  /// 63 pairs are what an event has room for; the count may say more.
  @Test func numberOfCompletedPacketsThatAreMissing() {
    let vector = hex("FF 40 00 03 00")
    let result = outcome(of: vector, held: 5, original: 5, NumberOfCompletedPackets.init)
    let issue = DecodeIssue(
      layer: .hci, offset: vectorStart + 1, needed: 1020, available: 4, limit: .packet)
    #expect(result == .failure(issue))
  }

  @Test func hardwareError() throws {
    #expect(try decode([0x42], HardwareError.init).hardwareCode == 0x42)
    sweep([0x42], HardwareError.init)
  }
}

private struct Completed: Hashable {
  var handle: ConnectionHandle
  var completed: UInt16
}

private func completedPackets(
  _ range: ByteRange, in bytes: Span<UInt8>
) throws(DecodeIssue) -> [Completed] {
  let event = try NumberOfCompletedPackets(range, in: bytes)
  var entries: [Completed] = []
  for index in 0..<event.count {
    let entry = event.entry(index, in: bytes)
    entries.append(Completed(handle: entry.handle, completed: entry.completed))
  }
  return entries
}
