import BletraceTestSupport
import BluetoothProtocol
import Bytes
import Testing

/// The vectors are the parameters of the PDUs, without the opcode.
@Suite("ATT: MTU, errors, reads, writes, pushed values")
struct ATTValueTests {
  @Test func errorResponse() throws {
    let vector = hex(
      """
      08      // to a Read By Type Request
      15 00   // handle 0x0015
      0A      // Attribute Not Found
      """)
    let decoder: Decoder<ATTErrorResponse> = { (range, bytes) throws(DecodeIssue) in
      try ATTErrorResponse(range, in: bytes)
    }
    let response = try decode(vector, decoder)
    #expect(response.request == .readByTypeRequest)
    #expect(response.handle == ATTHandle(0x0015))
    #expect(ATTErrorCode(response.error) == .attributeNotFound)
    sweep(vector, layer: .att, decoder)
  }

  @Test func exchangeMTU() throws {
    let decoder: Decoder<ATTExchangeMTU> = { (range, bytes) throws(DecodeIssue) in
      try ATTExchangeMTU(range, in: bytes)
    }
    #expect(try decode(hex("B9 00"), decoder).receiveMTU == 185)
    sweep(hex("B9 00"), layer: .att, decoder)
  }

  @Test func read() throws {
    let decoder: Decoder<ATTReadRequest> = { (range, bytes) throws(DecodeIssue) in
      try ATTReadRequest(range, in: bytes)
    }
    #expect(try decode(hex("13 00"), decoder).handle == ATTHandle(0x0013))
    sweep(hex("13 00"), layer: .att, decoder)
  }

  @Test func readBlob() throws {
    let vector = hex("13 00 16 00  // handle 0x0013, from octet 22")
    let decoder: Decoder<ATTReadBlobRequest> = { (range, bytes) throws(DecodeIssue) in
      try ATTReadBlobRequest(range, in: bytes)
    }
    let request = try decode(vector, decoder)
    #expect(request.handle == ATTHandle(0x0013) && request.offset == 22)
    sweep(vector, layer: .att, decoder)
  }

  @Test func readMultiple() throws {
    let vector = hex("13 00 15 00 17 00  // three handles")
    let decoder: Decoder<ATTReadMultipleRequest> = { (range, bytes) throws(DecodeIssue) in
      try ATTReadMultipleRequest(range, in: bytes)
    }
    let request = try decode(vector, decoder)
    #expect(request.handles.count == 3)
    #expect(octets(request.handles.entry(2), of: vector) == [0x17, 0x00])
    sweep(vector, layer: .att, tail: .rest(6), decoder)
  }

  @Test func write() throws {
    let vector = hex("14 00 01 00  // handle 0x0014, notifications on")
    let decoder: Decoder<ATTWrite> = { (range, bytes) throws(DecodeIssue) in
      try ATTWrite(range, in: bytes)
    }
    let request = try decode(vector, decoder)
    #expect(request.handle == ATTHandle(0x0014))
    #expect(octets(request.value, of: vector) == [1, 0])
    #expect(try decode(hex("14 00"), decoder).value.isEmpty)
    sweep(vector, layer: .att, tail: .rest(2), decoder)
  }

  @Test("a Signed Write Command ends with twelve octets of signature")
  func signedWrite() throws {
    let vector = hex(
      """
      14 00               // handle 0x0014
      48 69               // value
      01 00 00 00         // sign counter
      A0 A1 A2 A3 A4 A5 A6 A7
      """)
    let decoder: Decoder<ATTSignedWriteCommand> = { (range, bytes) throws(DecodeIssue) in
      try ATTSignedWriteCommand(range, in: bytes)
    }
    let command = try decode(vector, decoder)
    #expect(command.handle == ATTHandle(0x0014))
    #expect(octets(command.value, of: vector) == [0x48, 0x69])
    // A packet that is shorter by a few octets has a shorter value, down to none.
    #expect(try outcome(of: vector, held: 14, original: 14, decoder).get().value.isEmpty)
    for held in 0..<14 {
      let short = outcome(of: vector, held: held, original: held, decoder)
      guard case .failure(let issue) = short else {
        Issue.record("decoded after \(held)")
        continue
      }
      #expect(issue.layer == .att && issue.limit == .packet)
    }
    // The capture was cut within the signature, or within the value.
    #expect(try outcome(of: vector, held: 4, original: 16, decoder).get().value.isCut == false)
    #expect(try outcome(of: vector, held: 3, original: 16, decoder).get().value.isCut)
  }

  @Test func prepareWrite() throws {
    let vector = hex(
      """
      13 00      // handle 0x0013
      12 00      // from octet 18
      61 62 63   // part of the value
      """)
    let decoder: Decoder<ATTPrepareWrite> = { (range, bytes) throws(DecodeIssue) in
      try ATTPrepareWrite(range, in: bytes)
    }
    let request = try decode(vector, decoder)
    #expect(request.handle == ATTHandle(0x0013) && request.offset == 18)
    #expect(octets(request.value, of: vector) == Array("abc".utf8))
    sweep(vector, layer: .att, tail: .rest(3), decoder)
  }

  @Test func executeWrite() throws {
    let decoder: Decoder<ATTExecuteWriteRequest> = { (range, bytes) throws(DecodeIssue) in
      try ATTExecuteWriteRequest(range, in: bytes)
    }
    #expect(try decode([1], decoder).writes)
    #expect(try !decode([0], decoder).writes)
    sweep([1], layer: .att, decoder)
  }

  @Test func handleValue() throws {
    let vector = hex("15 00 45 4F 4D  // handle 0x0015, EOM")
    let decoder: Decoder<ATTHandleValue> = { (range, bytes) throws(DecodeIssue) in
      try ATTHandleValue(range, in: bytes)
    }
    let pushed = try decode(vector, decoder)
    #expect(pushed.handle == ATTHandle(0x0015))
    #expect(octets(pushed.value, of: vector) == Array("EOM".utf8))
    #expect(try decode(hex("15 00"), decoder).value.isEmpty)
    let cut = try outcome(of: vector, held: 3, original: 5, decoder).get().value
    #expect(cut.isCut && cut.originalCount == 3)
    sweep(vector, layer: .att, tail: .rest(3), decoder)
  }

  private let everyValue: Decoder<[ATTHandleValue]> = { (range, bytes) throws(DecodeIssue) in
    var values = ATTMultipleHandleValueNotification(range)
    var found: [ATTHandleValue] = []
    while let value = try values.next(in: bytes) { found.append(value) }
    return found
  }

  @Test func multipleHandleValues() throws {
    let vector = hex(
      """
      15 00 02 00 68 69   // handle 0x0015, 2 octets
      18 00 00 00         // handle 0x0018, none
      1B 00 01 00 21      // handle 0x001B, 1 octet
      """)
    let found = try decode(vector, everyValue)
    #expect(found.map(\.handle.rawValue) == [0x0015, 0x0018, 0x001B])
    #expect(found.map { octets($0.value, of: vector) } == [[0x68, 0x69], [], [0x21]])
    // Cut in the last value: the capture holds a part of it.
    let cut = try outcome(of: vector, held: 14, original: 15, everyValue).get()
    #expect(cut.last?.value.isCut == true)
    for held in [1, 3, 5, 7, 9, 11, 13, 14] {
      let short = outcome(of: vector, held: held, original: held, everyValue)
      guard case .failure(let issue) = short else {
        Issue.record("decoded after \(held)")
        continue
      }
      #expect(issue.layer == .att && issue.limit == .packet)
    }
    // A length of 65535 in one octet.
    expect(throwing: hex("15 00 FF FF 00"))
  }

  private func expect(throwing vector: [UInt8]) {
    let result = outcome(of: vector, held: vector.count, original: vector.count, everyValue)
    if case .success = result { Issue.record("decoded") }
  }
}

@Suite("ATT opcodes")
struct ATTOpcodeTests {
  /// Core Vol 3, Part F, 3.4.8.
  private let all: [(ATTOpcode, UInt8, ATTOpcode.Role)] = [
    (.errorResponse, 0x01, .response), (.exchangeMTURequest, 0x02, .request),
    (.exchangeMTUResponse, 0x03, .response), (.findInformationRequest, 0x04, .request),
    (.findInformationResponse, 0x05, .response), (.findByTypeValueRequest, 0x06, .request),
    (.findByTypeValueResponse, 0x07, .response), (.readByTypeRequest, 0x08, .request),
    (.readByTypeResponse, 0x09, .response), (.readRequest, 0x0A, .request),
    (.readResponse, 0x0B, .response), (.readBlobRequest, 0x0C, .request),
    (.readBlobResponse, 0x0D, .response), (.readMultipleRequest, 0x0E, .request),
    (.readMultipleResponse, 0x0F, .response), (.readByGroupTypeRequest, 0x10, .request),
    (.readByGroupTypeResponse, 0x11, .response), (.writeRequest, 0x12, .request),
    (.writeResponse, 0x13, .response), (.prepareWriteRequest, 0x16, .request),
    (.prepareWriteResponse, 0x17, .response), (.executeWriteRequest, 0x18, .request),
    (.executeWriteResponse, 0x19, .response), (.handleValueNotification, 0x1B, .notification),
    (.handleValueIndication, 0x1D, .indication), (.handleValueConfirmation, 0x1E, .confirmation),
    (.readMultipleVariableRequest, 0x20, .request),
    (.readMultipleVariableResponse, 0x21, .response),
    (.multipleHandleValueNotification, 0x23, .notification), (.writeCommand, 0x52, .command),
    (.signedWriteCommand, 0xD2, .command),
  ]

  @Test("have their numbers, roles and names")
  func table() {
    for (opcode, number, role) in all {
      #expect(opcode.rawValue == number)
      #expect(opcode.role == role)
      #expect(opcode.key != nil)
      let isFromClient = [.request, .command, .confirmation].contains(role)
      #expect(opcode.isFromClient == isFromClient)
    }
    #expect(Set(all.compactMap(\.0.key)).count == all.count)
  }

  @Test("each response but the error answers the request before it")
  func answers() {
    for (opcode, number, role) in all where role == .response && opcode != .errorResponse {
      #expect(opcode.answeredRequest == ATTOpcode(number - 1))
      #expect(opcode.answeredRequest?.role == .request)
    }
    #expect(ATTOpcode.errorResponse.answeredRequest == nil)
    #expect(ATTOpcode.readRequest.answeredRequest == nil)
  }

  @Test("all other numbers are unknown")
  func unknown() {
    let known = Set(all.map(\.1))
    for number in UInt8.min...UInt8.max where !known.contains(number) {
      #expect(ATTOpcode(number).role == .unrecognized)
      #expect(ATTOpcode(number).key == nil)
      #expect(ATTOpcode(number).isFromClient == nil)
    }
  }
}
