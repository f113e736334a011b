import BletraceTestSupport
import BluetoothProtocol
import Bytes
import Testing

@Suite("HCI ACL data and L2CAP headers")
struct ACLAndL2CAPHeaderTests {
  private let acl: Decoder<HCIACLData> = { (range, bytes) throws(DecodeIssue) in
    try HCIACLData(range, in: bytes)
  }

  @Test func aclData() throws {
    let vector = hex(
      """
      40 20      // handle 0x0040, PB 10, BC 00
      07 00      // 7 octets of data
      03 00      // L2CAP: 3 octets
      04 00      // on the ATT channel
      0A 15 00   // Read Request
      """)
    let packet = try decode(vector, acl)
    #expect(packet.handle.rawValue == 0x0040)
    #expect(packet.boundary == .firstFlushable)
    #expect(octets(packet.data, of: vector) == Array(vector[4...]))
    sweep(vector, layer: .acl, tail: .counted(7), acl)
  }

  @Test(
    "handle and boundary share two octets",
    arguments: [
      ("FF 0E 00 00", UInt16(0x0EFF), HCIACLData.Boundary.firstNonFlushable),
      ("01 10 00 00", 0x0001, .continuing), ("00 20 00 00", 0x0000, .firstFlushable),
      ("34 F2 00 00", 0x0234, .complete),
    ])
  func boundaries(text: String, handle: UInt16, boundary: HCIACLData.Boundary) throws {
    let packet = try decode(hex(text), acl)
    #expect(packet.handle.rawValue == handle)
    #expect(packet.boundary == boundary)
    #expect(packet.data.isEmpty)
  }

  @Test("the data length may be 0, and may not be more than there is")
  func dataLength() throws {
    #expect(try decode(hex("40 00 00 00 AA"), acl).data.isEmpty)
    let result = outcome(of: hex("40 00 FF FF 00"), held: 5, original: 5, acl)
    guard case .failure(let issue) = result else {
      Issue.record("65535 octets were found in one")
      return
    }
    #expect(issue.needed == 0xFFFF && issue.available == 1 && issue.limit == .packet)
  }

  @Test func basicHeader() throws {
    let vector = hex(
      """
      17 00   // 23 octets of payload
      05 00   // LE signalling channel
      """)
    let header = try decode(vector) { (range, bytes) throws(DecodeIssue) in
      L2CAPBasicHeader(at: range.start, in: bytes)
    }
    #expect(header.payloadLength == 23)
    #expect(header.channel == .signallingLE)
    #expect(!header.channel.isDynamic)
    #expect(!L2CAPChannelID(0x003F).isDynamic && L2CAPChannelID(0x0040).isDynamic)
  }
}

@Suite("L2CAP signalling")
struct L2CAPSignallingTests {
  private let command: Decoder<L2CAPSignallingCommand> = { (range, bytes) throws(DecodeIssue) in
    var cursor = ByteCursor(.signalling, range)
    return try L2CAPSignallingCommand(&cursor, in: bytes)
  }

  @Test func commandHeader() throws {
    let vector = hex(
      """
      12 07        // Connection Parameter Update Request, identifier 7
      08 00        // 8 octets
      0C 00 18 00  // data
      00 00 F4 01
      """)
    let decoded = try decode(vector, command)
    #expect(decoded.code == .connectionParameterUpdateRequest)
    #expect(decoded.identifier == 7)
    #expect(octets(decoded.data, of: vector) == Array(vector[4...]))
    sweep(vector, layer: .signalling, tail: .counted(8), command)
  }

  @Test func parameterUpdate() throws {
    let vector = hex(
      """
      0C 00   // interval at least 12: 15 ms
      18 00   // interval at most 24: 30 ms
      04 00   // latency 4
      F4 01   // timeout 500: 5 s
      """)
    let decoder: Decoder<L2CAPConnectionParameterUpdateRequest> = {
      (range, bytes) throws(DecodeIssue) in
      try L2CAPConnectionParameterUpdateRequest(range, in: bytes)
    }
    let request = try decode(vector, decoder)
    #expect(request.intervalMinimum == 12 && request.intervalMaximum == 24)
    #expect(request.latency == 4 && request.timeout == 500)
    sweep(vector, layer: .signalling, decoder)

    let answer: Decoder<L2CAPConnectionParameterUpdateResponse> = {
      (range, bytes) throws(DecodeIssue) in
      try L2CAPConnectionParameterUpdateResponse(range, in: bytes)
    }
    #expect(try decode(hex("01 00"), answer).result == 1)
    sweep(hex("01 00"), layer: .signalling, answer)
  }

  @Test func disconnection() throws {
    let vector = hex("41 00 52 00  // destination 0x0041, source 0x0052")
    let decoder: Decoder<L2CAPDisconnection> = { (range, bytes) throws(DecodeIssue) in
      try L2CAPDisconnection(range, in: bytes)
    }
    let request = try decode(vector, decoder)
    #expect(request.destination.rawValue == 0x0041 && request.source.rawValue == 0x0052)
    sweep(vector, layer: .signalling, decoder)
  }

  // MARK: - Credit-based channels

  @Test func leCreditBasedConnection() throws {
    let vector = hex(
      """
      81 00   // SPSM 0x0081
      40 00   // source channel 0x0040
      00 02   // MTU 512
      F7 00   // MPS 247
      0A 00   // 10 credits
      """)
    let decoder: Decoder<L2CAPLECreditBasedConnectionRequest> = {
      (range, bytes) throws(DecodeIssue) in
      try L2CAPLECreditBasedConnectionRequest(range, in: bytes)
    }
    let request = try decode(vector, decoder)
    #expect(request.spsm == 0x0081 && request.source.rawValue == 0x0040)
    #expect(request.mtu == 512 && request.mps == 247 && request.credits == 10)
    sweep(vector, layer: .signalling, decoder)
  }

  @Test func leCreditBasedConnectionResponse() throws {
    let vector = hex(
      """
      00 00   // no destination channel
      00 00   // MTU
      00 00   // MPS
      00 00   // credits
      02 00   // refused: SPSM not supported
      """)
    let decoder: Decoder<L2CAPLECreditBasedConnectionResponse> = {
      (range, bytes) throws(DecodeIssue) in
      try L2CAPLECreditBasedConnectionResponse(range, in: bytes)
    }
    #expect(try decode(vector, decoder).result == 2)
    let accepted = try decode(hex("41 00 17 00 40 00 05 00 00 00"), decoder)
    #expect(accepted.destination.rawValue == 0x0041 && accepted.result == 0)
    #expect(accepted.mtu == 23 && accepted.mps == 64 && accepted.credits == 5)
    sweep(vector, layer: .signalling, decoder)
  }

  @Test func creditBasedConnection() throws {
    let vector = hex(
      """
      27 00         // SPSM of EATT
      40 00         // MTU 64
      60 00         // MPS 96
      08 00         // 8 credits
      50 00 51 00   // source channels 0x0050, 0x0051
      """)
    let decoder: Decoder<L2CAPCreditBasedConnectionRequest> = {
      (range, bytes) throws(DecodeIssue) in
      try L2CAPCreditBasedConnectionRequest(range, in: bytes)
    }
    let request = try decode(vector, decoder)
    #expect(request.spsm == 0x0027 && request.mtu == 64 && request.mps == 96)
    #expect(request.credits == 8)
    #expect(channels(request.sources, of: vector) == [0x0050, 0x0051])
    sweep(vector, layer: .signalling, tail: .rest(4), decoder)
  }

  @Test func creditBasedConnectionResponse() throws {
    let vector = hex(
      """
      40 00         // MTU 64
      60 00         // MPS 96
      08 00         // 8 credits
      04 00         // some refused: insufficient resources
      60 00 00 00   // destination channels: 0x0060, and none
      """)
    let decoder: Decoder<L2CAPCreditBasedConnectionResponse> = {
      (range, bytes) throws(DecodeIssue) in
      try L2CAPCreditBasedConnectionResponse(range, in: bytes)
    }
    let response = try decode(vector, decoder)
    #expect(response.mtu == 64 && response.mps == 96 && response.credits == 8)
    #expect(response.result == 4)
    #expect(channels(response.destinations, of: vector) == [0x0060, 0])
    sweep(vector, layer: .signalling, tail: .rest(4), decoder)
  }

  @Test func reconfigure() throws {
    let vector = hex(
      """
      80 00               // MTU 128
      40 00               // MPS 64
      50 00 51 00         // channels
      52 00 53 00 54 00
      55 00               // a sixth, which is not legal
      """)
    let decoder: Decoder<L2CAPCreditBasedReconfigureRequest> = {
      (range, bytes) throws(DecodeIssue) in
      try L2CAPCreditBasedReconfigureRequest(range, in: bytes)
    }
    let request = try decode(vector, decoder)
    #expect(request.mtu == 128 && request.mps == 64)
    #expect(channels(request.destinations, of: vector) == [0x50, 0x51, 0x52, 0x53, 0x54])
    sweep(vector, layer: .signalling, tail: .rest(12), decoder)
    // Half a channel at the end is none.
    let odd = hex("80 00 40 00 50 00 51")
    #expect(try decode(odd, decoder).destinations.count == 1)
  }

  @Test func flowControlCredit() throws {
    let vector = hex(
      """
      41 00   // channel 0x0041
      0A 00   // 10 credits
      """)
    let decoder: Decoder<L2CAPFlowControlCredit> = { (range, bytes) throws(DecodeIssue) in
      try L2CAPFlowControlCredit(range, in: bytes)
    }
    let credit = try decode(vector, decoder)
    #expect(credit.channel.rawValue == 0x41 && credit.credits == 10)
    sweep(vector, layer: .signalling, decoder)
  }

  @Test func channelResults() {
    #expect(L2CAPChannelResult(0x5).name == "insufficient authentication")
    #expect(L2CAPChannelResult(0x3).name == nil && L2CAPChannelResult(0xFFFF).name == nil)
    #expect(
      [0xC, 0xD, 0xE, 0xF, 0x10].map { L2CAPChannelResult($0).isPending } == [
        false, true, true, true, false,
      ])
  }

  private func channels(_ list: L2CAPChannelList, of vector: [UInt8]) -> [UInt16] {
    let held = [UInt8](repeating: 0, count: vectorStart) + vector
    return (0..<list.count).map { list.channel($0, in: held.span).rawValue }
  }
}
