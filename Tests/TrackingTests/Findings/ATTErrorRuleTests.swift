import BluetoothProtocol
import Testing

@testable import Findings
@testable import Report

@Suite("att-error")
struct ATTErrorRuleTests {
  private func capture(_ errors: ReportV1.ATTError...) -> ReportV1.Capture {
    ReportV1.Capture(.healthy().with { $0.att.errors = errors })
  }

  @Test("GATT 133, five times, is one warning")
  func android133() throws {
    let errors = [30, 33, 36, 39, 42].map { ReportV1.ATTError.read($0, 0x85, "Application Error") }
    let finding = try only(
      ATTErrorRule.self, in: ReportV1.Capture(.healthy().with { $0.att.errors = errors }))
    #expect(finding.severity == .warning)
    #expect(finding.connection == 1)
    #expect(finding.frames == [30, 33, 36, 39, 42])
    #expect(
      finding.message
        == "5 Read Requests to handle 0x0013 were answered with Application Error (0x85): "
        + "Android's \"GATT 133\", which gives no exact reason.")
    #expect(
      finding.evidence == [
        .code: .int(0x85), .name: .string("Application Error"),
        .request: .string("read_request"), .opcode: .null, .count: .int(5), .subscriptionTo: .null,
        .handles: .list([.int(0x13)]), .mostOnOneHandle: .int(5), .attribute: .null,
        .written: .null, .neverLookedUp: .bool(false), .party: .null, .transport: .string("le"),
      ])
    #expect(finding.advice?.contains("status 133") == true)
  }

  @Test("a request that the server does not know has no handle, and is named by its opcode")
  func unsupported() throws {
    let error = ReportV1.ATTError(
      frame: 20, handle: 0, code: 0x06, name: "Request Not Supported", opcode: 0xBE)
    let finding = try only(ATTErrorRule.self, in: capture(error))
    #expect(
      finding.message
        == "The request with opcode 0xBE was answered with Request Not Supported (0x06): the server "
        + "does not support this request.")
    #expect(finding.evidence[.opcode] == .int(0xBE))
  }

  @Test("a host that hangs up because its Exchange MTU was refused, and near misses")
  func hungUp() throws {
    func capture(_ change: (inout ReportV1.Connection) -> Void) -> ReportV1.Capture {
      ReportV1.Capture(
        .healthy().with {
          $0.att.errors = [
            .init(
              frame: 20, request: .exchangeMTURequest, handle: 0, code: 0x06,
              name: "Request Not Supported", asked: .peer)
          ]
          $0.lastTxFrame = 19
          $0.disconnectRequest = .init(frame: 21, timeUs: $0.endUs - 1000, reason: 0x13, count: 1)
          $0.disconnect = .init(frame: 23, reason: 0x16)
          change(&$0)
        })
    }
    let finding = try only(ATTErrorRule.self, in: capture { _ in })
    #expect(finding.severity == .warning && finding.frames == [20, 21])
    #expect(
      finding.message.hasSuffix(
        ". This host then ended the connection, without another request (#21)."))
    #expect(finding.evidence[.endedFrame] == .int(21))
    for change: (inout ReportV1.Connection) -> Void in [
      { $0.lastTxFrame = 21 }, { $0.disconnectRequest = nil },
      { $0.att.errors[0].request = .readRequest },
    ] {
      let other = try only(ATTErrorRule.self, in: capture(change))
      #expect(other.severity == .info && !other.message.contains("then ended"))
    }
  }

  @Test("attributes of several types are each named")
  func severalTypes() throws {
    let values = [(0x08, "2A05"), (0x0E, "2A46")]
    let service = ReportV1.Service(
      uuid: "180A", startHandle: 1, endHandle: 0x20,
      characteristics: values.map {
        ReportV1.Characteristic(uuid: $1, declarationHandle: $0 - 1, valueHandle: $0)
      })
    let errors = values.map { ReportV1.ATTError.read($0.0, 0x02, handle: $0.0) }
    let finding = try only(
      ATTErrorRule.self,
      in: ReportV1.Capture(
        .healthy().with {
          $0.gatt.services = [service]
          $0.att.errors = errors
        }))
    #expect(
      finding.message.hasPrefix(
        "2 Read Requests to 2A05 at handle 0x0008 and 2A46 at handle 0x000E were answered"))
  }

  @Test("one failure of the server is a warning")
  func unlikely() throws {
    let finding = try only(ATTErrorRule.self, in: capture(.write(20, 0x0E, "Unlikely Error")))
    #expect(finding.severity == .warning)
    #expect(
      finding.message
        == "The Write Request to handle 0x0013 was answered with Unlikely Error (0x0E): "
        + "the server failed for a reason that it does not give.")
  }

  @Test("a write to handle 0x0000 is sought in the firmware where a peripheral is the client")
  func clientOfHandleZero() throws {
    func advice(_ asked: ReportV1.PairingSide, _ role: ReportV1.Role) throws -> String {
      var error = ReportV1.ATTError.write(243, 0x01, "Invalid Handle", handle: 0)
      error.asked = asked
      let capture = ReportV1.Capture(
        .healthy().with {
          $0.role = role
          $0.att.errors = [error]
        })
      return try only(ATTErrorRule.self, in: capture).advice ?? ""
    }
    let words = "for a write that is sent before its attribute was found."
    #expect(try advice(.local, .central) == "Look in the peer's firmware " + words)
    #expect(try advice(.peer, .central) == "Look in the client's app " + words)
    #expect(try advice(.local, .peripheral) == "Look in the client's app " + words)
  }

  @Test("a refusal by design is information, and a warning once the client asks in vain")
  func refusals() throws {
    let twice = capture(
      .write(20, 0x03, "Write Not Permitted"), .write(25, 0x03, "Write Not Permitted"))
    #expect(try only(ATTErrorRule.self, in: twice).severity == .info)
    let thrice = capture(.write(20, 0x03), .write(25, 0x03), .write(30, 0x03))
    #expect(try only(ATTErrorRule.self, in: thrice).severity == .warning)
    let elsewhere = capture(
      .write(20, 0x03, handle: 0x13), .write(25, 0x03, handle: 0x17),
      .write(30, 0x03, handle: 0x1B))
    let finding = try only(ATTErrorRule.self, in: elsewhere)
    #expect(finding.severity == .info)
    #expect(
      finding.message
        == "3 Write Requests to handles 0x0013, 0x0017 and 0x001B were answered with 0x03: "
        + "the attribute cannot be written.")
    #expect(try only(ATTErrorRule.self, in: capture(.read(20, 0x81))).severity == .info)
  }

  @Test("a subscription that was refused is a warning")
  func subscription() throws {
    let connection = ReportV1.Connection.healthy().with {
      $0.att.errors = [.write(108, 0x80, "Application Error", handle: 0x14)]
      $0.gatt.services = [
        ReportV1.Service(
          characteristics: [
            ReportV1.Characteristic(
              uuid: "FFE2", valueHandle: 0x13,
              descriptors: [ReportV1.Descriptor(uuid: "2902", handle: 0x14)])
          ])
      ]
    }
    let finding = try only(ATTErrorRule.self, in: ReportV1.Capture(connection))
    #expect(finding.severity == .warning)
    #expect(
      finding.message
        == "The Write Request to the Client Characteristic Configuration descriptor (handle "
        + "0x0014) of FFE2 was answered with Application Error (0x80): an error that the app or its "
        + "profile defines.")
    let read = connection.with { $0.att.errors[0].request = .readRequest }
    #expect(try only(ATTErrorRule.self, in: ReportV1.Capture(read)).severity == .info)
    // Accepted later, with another value or the same one; before; and on another descriptor.
    let cases: [(frame: Int, cccd: Int, written: String?, words: String?)] = [
      (150, 0x14, "0001", "it refused that value, and took another one in #150."),
      (150, 0x14, "0100", "its profile defines; a later write was accepted (#150)."),
      (150, 0x14, nil, "its profile defines; a later write was accepted (#150)."),
      (90, 0x14, "0001", nil), (150, 0x18, "0001", nil),
    ]
    for (frame, cccd, written, words) in cases {
      let other = connection.with {
        $0.att.errors[0].asked = .peer
        $0.att.errors[0].written = written
        $0.gatt.subscriptions = [.init(frame: frame, cccdHandle: cccd, valueHandle: 0x13)]
      }
      let found = try only(ATTErrorRule.self, in: ReportV1.Capture(other))
      #expect(found.severity == (words == nil ? .warning : .info), "\(frame) \(cccd)")
      #expect(found.message.hasSuffix(words ?? "or its profile defines."), "\(frame) \(cccd)")
      #expect(
        found.advice?.hasPrefix("Look at the value") ?? false == (written == "0001" && words != nil)
      )
    }
  }

  @Test("a needless write to a descriptor beside the CCCD, where the subscription was accepted")
  func acceptedAnyway() throws {
    let connection = ReportV1.Connection.healthy().with {
      var error = ReportV1.ATTError.write(108, 0x03, "Write Not Permitted", handle: 0x2F)
      error.asked = .peer
      error.written = "0100"
      $0.att.errors = [error]
      $0.gatt.server = .peer
      $0.gatt.services = [
        ReportV1.Service(
          startHandle: 0x2B, endHandle: 0x3B,
          characteristics: [
            ReportV1.Characteristic(
              uuid: "FFE2", valueHandle: 0x2D,
              descriptors: [
                ReportV1.Descriptor(uuid: "2902", handle: 0x2E),
                ReportV1.Descriptor(uuid: "2901", handle: 0x2F),
              ])
          ])
      ]
      $0.gatt.subscriptions = [
        ReportV1.Subscription(frame: 104, cccdHandle: 0x2E, valueHandle: 0x2D)
      ]
    }
    let finding = try only(ATTErrorRule.self, in: ReportV1.Capture(connection))
    #expect(
      finding.message.hasSuffix(
        "a write of 0x0001 or 0x0002 was sent to a descriptor that is not the Client "
          + "Characteristic Configuration descriptor; the client also subscribed correctly "
          + "(#104)."))
    #expect(finding.advice?.hasPrefix("This write is not needed") == true)
    let others = [
      connection.with { $0.gatt.subscriptions = [] },
      connection.with { $0.gatt.subscriptions[0].valueHandle = 0x31 },
      connection.with { $0.gatt.subscriptions[0].value = .off },
      connection.with { $0.gatt.subscriptions[0].guessed = true },
      connection.with { $0.att.pending = [.init(frame: 104, request: .writeRequest)] },
    ]
    for other in others {
      let finding = try only(ATTErrorRule.self, in: ReportV1.Capture(other))
      #expect(
        finding.message.hasSuffix(
          "that is not the Client Characteristic Configuration descriptor."))
      #expect(finding.advice?.hasPrefix("Subscribe by the Client Characteristic") == true)
    }
  }

  @Test("different errors are different findings")
  func groups() {
    let findings = ATTErrorRule.check(
      capture(.write(20, 0x0D), .read(22, 0x0D), .write(24, 0x0E), .write(26, 0x0D)))
    #expect(findings.map(\.frames) == [[20, 26], [22], [24]])
  }

  @Test("codes that no one defined are reported by their number")
  func reserved() throws {
    let finding = try only(ATTErrorRule.self, in: capture(.read(20, 0x7F)))
    #expect(
      finding.message
        == "The Read Request to handle 0x0013 was answered with 0x7F: "
        + "a code that the specification does not define.")
  }

  @Test(
    "ends of discoveries and of long reads are no findings",
    arguments: [
      (ATTOpcode.readByGroupTypeRequest, 0x0A), (.readByTypeRequest, 0x0A),
      (.findInformationRequest, 0x0A), (.findByTypeValueRequest, 0x0A),
      (.findInformationRequest, 0x01), (.readBlobRequest, 0x07),
      (.readBlobRequest, 0x0B),
    ])
  func ordinaryEnds(request: ATTOpcode, code: Int) {
    let error = ReportV1.ATTError(frame: 20, request: request, handle: 0x13, code: code)
    #expect(ATTErrorRule.check(capture(error, error, error)).isEmpty)
  }

  @Test("refusals for want of security are left to their own rule", arguments: [5, 8, 12, 15])
  func security(code: Int) {
    #expect(ATTErrorRule.check(capture(.read(20, code))).isEmpty)
  }

  @Test("an error without handle and request is still reported")
  func bare() throws {
    let finding = try only(
      ATTErrorRule.self, in: capture(ReportV1.ATTError(frame: 20, code: 0x04, name: "Invalid PDU")))
    #expect(
      finding.message
        == "The request was answered with Invalid PDU (0x04): the server found the request "
        + "malformed.")
    #expect(finding.evidence[.request] == .null)
    #expect(finding.evidence[.handles] == .list([]))
  }

  // MARK: - The meaning for one kind of request

  private func message(
    _ request: ATTOpcode, _ code: Int, handle: Int = 0x13,
    _ change: (inout ReportV1.Connection) -> Void = { _ in }
  ) throws -> String {
    let error = ReportV1.ATTError(
      frame: 20, request: request, handle: handle, code: code, asked: .peer)
    var connection = ReportV1.Connection.healthy()
    connection.att.errors = [error]
    change(&connection)
    return try only(ATTErrorRule.self, in: ReportV1.Capture(connection)).message
  }

  @Test("an exchange of the MTU that was refused names no attribute, whatever the code")
  func refusedExchange() throws {
    #expect(
      try message(.exchangeMTURequest, 0x06, handle: 0)
        == "The Exchange MTU Request was answered with 0x06: this server takes part in no exchange, "
        + "and the MTU stays 23.")
    #expect(
      try message(.exchangeMTURequest, 0x06, handle: 0) {
        $0.mtu = ReportV1.MTU(client: 256, server: 247, effective: 247, frame: 28)
      }.hasSuffix("and the MTU stays 247, as the other side's exchange agreed (#28)."))
    #expect(
      try message(.exchangeMTURequest, 0x04, handle: 0).hasSuffix("found the request malformed."))
    #expect(
      try message(.exchangeMTURequest, 0x0E, handle: 0).hasSuffix(
        "the server failed for a reason that it does not give."))
    // A request that names a handle, and none that an attribute can have.
    #expect(
      try message(.writeRequest, 0x01, handle: 0).hasSuffix("no attribute has that handle."))
  }

  @Test(
    "codes mean what they mean for that request",
    arguments: [
      (ATTOpcode.prepareWriteRequest, 0x09, "cannot keep more parts of a long write."),
      (.readRequest, 0x09, "an error that does not belong to this request."),
      (.readRequest, 0x0B, "an error that does not belong to this request."),
      (.writeRequest, 0x0D, "the value has a length that the attribute does not accept."),
      (.executeWriteRequest, 0x0D, "of a length that the attribute does not accept."),
      (.prepareWriteRequest, 0x07, "after the end of what was written before it."),
      (.readBlobRequest, 0x06, "only the first part can be read."),
      (.prepareWriteRequest, 0x06, "the server does not support long writes."),
      (.findByTypeValueRequest, 0x06, "this request, although each server has to."),
      (.readMultipleRequest, 0x06, "the server does not support this request."),
    ] as [(ATTOpcode, Int, String)])
  func perRequest(request: ATTOpcode, code: Int, end: String) throws {
    #expect(try message(request, code).hasSuffix(end))
  }

  @Test("a refusal says whether the declaration allows what was refused")
  func declared() throws {
    func service(_ properties: [String]) -> (inout ReportV1.Connection) -> Void {
      {
        $0.gatt.services = [
          ReportV1.Service(
            startHandle: 0x10, endHandle: 0x20,
            characteristics: [
              ReportV1.Characteristic(
                uuid: "FFE1", declarationHandle: 0x12, valueHandle: 0x13, properties: properties)
            ])
        ]
      }
    }
    #expect(
      try message(.readRequest, 0x02, service(["read"])).hasSuffix(
        "the attribute cannot be read, although its declaration has the property Read."))
    #expect(
      try message(.readRequest, 0x02, service(["notify"])).hasSuffix(
        "the attribute cannot be read, and its declaration does not have the property Read."))
    #expect(
      try message(.writeRequest, 0x03, service(["write_without_response"])).hasSuffix(
        "cannot be written, and its declaration does not have the property Write."))
    #expect(
      try message(.readRequest, 0x02) {
        service(["read"])(&$0)
        $0.gatt.remembered = true
      }.hasSuffix("the attribute cannot be read."))
  }

  @Test("a write that looks like a subscription, to a handle that was never looked up")
  func neverLookedUp() throws {
    func finding(
      written: String? = "0100", _ change: (inout ReportV1.Connection) -> Void = { _ in }
    ) throws -> RuleFinding {
      var error = ReportV1.ATTError.write(20, 0x03, "Write Not Permitted")
      (error.asked, error.written) = (.peer, written)
      var connection = ReportV1.Connection.healthy()
      connection.att.errors = [error]
      change(&connection)
      return try only(ATTErrorRule.self, in: ReportV1.Capture(connection))
    }
    let guess = try finding()
    #expect(guess.severity == .warning)
    #expect(
      guess.message.hasSuffix(
        "the attribute cannot be written; in this capture this host never asked what handle 0x0013 "
          + "is."))
    #expect(guess.evidence[.neverLookedUp] == .bool(true))
    #expect(guess.advice?.hasPrefix("What was written looks like a subscription") == true)
    let searched = try finding {
      $0.gatt.searched = [.init(kind: .attributes, startHandle: 0x10, endHandle: 0x20)]
    }
    for other in [try finding(written: "0500"), try finding(written: nil), searched] {
      #expect(other.severity == .info && !other.message.contains("never asked"))
    }
  }
}
