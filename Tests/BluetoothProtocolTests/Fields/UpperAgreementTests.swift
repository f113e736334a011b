import BletraceTestSupport
import BluetoothProtocol
import Bytes
import Testing

/// What analysis reads out of a signalling or SMP command by a struct, and what is shown of it by
/// its layout, is the same.
@Suite("L2CAP and SMP structs and layouts agree")
struct UpperAgreementTests {
  /// Names of the layout, and what the struct says in their place.
  private typealias Claims = [(name: String, number: UInt64)]

  @Test func signalling() throws {
    var random = SeededRandom(seed: 0x51)
    for _ in 0..<200 {
      let data = random.octets(16)
      try expect(0x06, Array(data.prefix(4))) { range, bytes throws(DecodeIssue) in
        let command = try L2CAPDisconnection(range, in: bytes)
        return [
          ("Destination CID", UInt64(command.destination.rawValue)),
          ("Source CID", UInt64(command.source.rawValue)),
        ]
      }
      try expect(0x12, Array(data.prefix(8))) { range, bytes throws(DecodeIssue) in
        let command = try L2CAPConnectionParameterUpdateRequest(range, in: bytes)
        return [
          ("Interval Min", UInt64(command.intervalMinimum)),
          ("Interval Max", UInt64(command.intervalMaximum)),
          ("Latency", UInt64(command.latency)), ("Timeout", UInt64(command.timeout)),
        ]
      }
      try expect(0x13, Array(data.prefix(2))) { range, bytes throws(DecodeIssue) in
        let command = try L2CAPConnectionParameterUpdateResponse(range, in: bytes)
        return [("Result", UInt64(command.result))]
      }
      try expect(0x14, Array(data.prefix(10))) { range, bytes throws(DecodeIssue) in
        let command = try L2CAPLECreditBasedConnectionRequest(range, in: bytes)
        return [
          ("SPSM", UInt64(command.spsm)), ("Source CID", UInt64(command.source.rawValue)),
          ("MTU", UInt64(command.mtu)), ("MPS", UInt64(command.mps)),
          ("Initial Credits", UInt64(command.credits)),
        ]
      }
      try expect(0x15, Array(data.prefix(10))) { range, bytes throws(DecodeIssue) in
        let command = try L2CAPLECreditBasedConnectionResponse(range, in: bytes)
        return [
          ("Destination CID", UInt64(command.destination.rawValue)),
          ("MTU", UInt64(command.mtu)), ("MPS", UInt64(command.mps)),
          ("Initial Credits", UInt64(command.credits)), ("Result", UInt64(command.result)),
        ]
      }
    }
  }

  @Test func enhancedCreditBased() throws {
    var random = SeededRandom(seed: 0x52)
    for channels in 1...5 {
      let data = random.octets(8 + 2 * channels)
      try expect(0x17, data) { range, bytes throws(DecodeIssue) in
        let command = try L2CAPCreditBasedConnectionRequest(range, in: bytes)
        return [
          ("SPSM", UInt64(command.spsm)), ("MTU", UInt64(command.mtu)),
          ("MPS", UInt64(command.mps)), ("Initial Credits", UInt64(command.credits)),
        ] + Self.channels("Source CID", command.sources, bytes)
      }
      try expect(0x18, data) { range, bytes throws(DecodeIssue) in
        let command = try L2CAPCreditBasedConnectionResponse(range, in: bytes)
        return [
          ("MTU", UInt64(command.mtu)), ("MPS", UInt64(command.mps)),
          ("Initial Credits", UInt64(command.credits)), ("Result", UInt64(command.result)),
        ] + Self.channels("Destination CID", command.destinations, bytes)
      }
      try expect(0x19, Array(data.dropFirst(4))) { range, bytes throws(DecodeIssue) in
        let command = try L2CAPCreditBasedReconfigureRequest(range, in: bytes)
        return [("MTU", UInt64(command.mtu)), ("MPS", UInt64(command.mps))]
          + Self.channels("Destination CID", command.destinations, bytes)
      }
    }
  }

  private static func channels(
    _ name: String, _ list: L2CAPChannelList, _ bytes: Span<UInt8>
  ) -> Claims {
    (0..<list.count).map { (name, UInt64(list.channel($0, in: bytes).rawValue)) }
  }

  @Test func pairing() throws {
    var random = SeededRandom(seed: 0x53)
    for _ in 0..<300 {
      let parameters = random.octets(6)
      for code: UInt8 in [1, 2] {
        let octets = [code] + parameters
        let range = ByteRange(start: 1, end: 7)
        let features = try SMPPairingFeatures(range, in: octets.span)
        let list = fields { describeSMP(ByteRange(start: 0, end: 7), in: octets.span, into: &$0) }
        #expect(list["IO Capability"]?.number == UInt64(features.ioCapability))
        #expect((list["OOB data flag"]?.number == 1) == features.oobDataPresent)
        #expect(list["AuthReq"]?.number == UInt64(features.authentication.rawValue))
        #expect((list["Bonding_Flags"]?.number == 1) == features.authentication.bonding)
        #expect((list["MITM"]?.number == 1) == features.authentication.mitmProtection)
        #expect((list["SC"]?.number == 1) == features.authentication.secureConnections)
        #expect(list["Maximum Encryption Key Size"]?.number == UInt64(features.maximumKeySize))
        #expect(list["Initiator Key Distribution"]?.number == UInt64(features.initiatorKeys))
        #expect(list["Responder Key Distribution"]?.number == UInt64(features.responderKeys))
      }
      let failed = [0x05, parameters[0]]
      let list = fields { describeSMP(ByteRange(start: 0, end: 2), in: failed.span, into: &$0) }
      let reason = try SMPPairingFailed(ByteRange(start: 1, end: 2), in: failed.span).reason
      #expect(list["Reason"]?.number == UInt64(reason))
    }
  }

  private func expect(
    _ code: UInt8, _ data: [UInt8],
    _ read: (ByteRange, Span<UInt8>) throws(DecodeIssue) -> Claims
  ) throws {
    let octets = [code, 1, UInt8(data.count), 0] + data
    let whole = ByteRange(start: 0, end: octets.count)
    let list = fields { describeSignalling(whole, in: octets.span, into: &$0) }
    let claims = try read(ByteRange(start: 4, end: octets.count), octets.span)
    var shown: [(name: String, number: UInt64)] = []
    for field in list.fields where field.range.start >= 4 && field.depth > 0 {
      if let number = field.value.number { shown.append((field.name.description, number)) }
    }
    #expect(shown.map(\.name) == claims.map(\.name))
    #expect(shown.map(\.number) == claims.map(\.number))
  }

  private func fields(_ describe: (inout FieldList) -> Void) -> FieldList {
    var list = FieldList()
    describe(&list)
    return list
  }
}
