import Testing

@testable import Findings
@testable import Report

private let refusal = ReportV1.ATTError.read(40, 0x05, "Insufficient Authentication", handle: 0x15)
private let refusedAgain = ReportV1.ATTError.read(
  60, 0x05, "Insufficient Authentication", handle: 0x15)

private func pairing(
  _ result: ReportV1.PairingResult, _ reason: Int? = nil, _ name: String? = nil,
  frames: (Int, Int) = (44, 50)
) -> ReportV1.Pairing {
  ReportV1.Pairing(
    firstFrame: frames.0, lastFrame: frames.1, initiator: .local, method: "just-works",
    result: result, reason: reason, reasonName: name)
}

@Suite("insufficient-security")
struct InsufficientSecurityRuleTests {
  @Test("refused, paired, not refused again: information")
  func satisfied() throws {
    let finding = try only(
      InsufficientSecurityRule.self,
      in: ReportV1.Capture(
        .healthy().with {
          $0.att.errors = [refusal]
          $0.pairing = [pairing(.completed)]
          $0.encryption = [ReportV1.Encryption(frame: 52, enabled: true, keySize: 16)]
        }))
    #expect(finding.severity == .info)
    #expect(finding.frames == [40, 52])
    #expect(
      finding.message
        == "The Read Request to handle 0x0015 was refused with Insufficient Authentication (0x05); "
        + "then the devices paired, and nothing was refused after that.")
    #expect(finding.advice == nil)
  }

  @Test("a stored key satisfies as well")
  func storedKey() throws {
    let finding = try only(
      InsufficientSecurityRule.self,
      in: ReportV1.Capture(
        .healthy().with {
          $0.att.errors = [refusal]
          $0.encryption = [ReportV1.Encryption(frame: 52, enabled: true)]
        }))
    #expect(finding.severity == .info)
    #expect(finding.message.contains("; then the devices encrypted with a key that they had, and"))
  }

  @Test("the pairing failed: an error, with its reason")
  func pairingFailed() throws {
    let capture = ReportV1.Capture(
      .healthy().with {
        $0.att.errors = [refusal, refusedAgain]
        $0.pairing = [pairing(.failed, 5, "Pairing Not Supported")]
      })
    let finding = try only(InsufficientSecurityRule.self, in: capture)
    #expect(finding.severity == .error)
    #expect(finding.frames == [40, 50, 60])
    #expect(
      finding.message
        == "2 Read Requests to handle 0x0015 were refused, the first with Insufficient "
        + "Authentication (0x05), and the pairing that followed failed: "
        + "Pairing Not Supported (0x05).")
    #expect(
      finding.evidence == [
        .code: .int(5), .refusals: .int(2), .handles: .list([.int(0x15)]),
        .pairing: .string("failed"), .pairingMethod: .string("just-works"),
        .pairingReason: .int(5), .encrypted: .bool(false),
      ])
    #expect(finding.advice?.contains("pairing mode") == true)
    // One fault, one finding.
    #expect(PairingFailedRule.check(capture).isEmpty)
  }

  @Test("refused although encrypted: an error")
  func refusedAfterEncryption() throws {
    let finding = try only(
      InsufficientSecurityRule.self,
      in: ReportV1.Capture(
        .healthy().with {
          $0.att.errors = [refusal, refusedAgain]
          $0.pairing = [pairing(.completed)]
          $0.encryption = [ReportV1.Encryption(frame: 52, enabled: true)]
        }))
    #expect(finding.severity == .error)
    #expect(finding.message.hasSuffix("although the link was encrypted (paired by Just Works)."))
    #expect(finding.advice?.contains("unauthenticated") == true)
  }

  @Test("no one paired, or the pairing had no end: a warning")
  func nothing() throws {
    let alone = ReportV1.Connection.healthy().with { $0.att.errors = [refusal] }
    let finding = try only(InsufficientSecurityRule.self, in: ReportV1.Capture(alone))
    #expect(finding.severity == .warning)
    #expect(finding.message.hasSuffix("and no pairing followed in this connection."))
    let begun = alone.with { $0.pairing = [pairing(.unfinished)] }
    let other = try only(InsufficientSecurityRule.self, in: ReportV1.Capture(begun))
    #expect(other.severity == .warning)
    #expect(other.message.hasSuffix("and the pairing that followed was not finished."))
    #expect(PairingFailedRule.check(ReportV1.Capture(begun)).isEmpty)
  }

  @Test("quiet without a refusal for want of security")
  func quiet() {
    let other = ReportV1.Connection.healthy().with {
      $0.att.errors = [.read(40, 0x0E), .write(41, 0x03)]
    }
    #expect(InsufficientSecurityRule.check(ReportV1.Capture(other)).isEmpty)
  }
}

@Suite("pairing-failed")
struct PairingFailedRuleTests {
  private let mistyped = pairing(.failed, 4, "Confirm Value Failed")

  @Test("a Security Request that is refused is no pairing that failed")
  func refusedRequest() throws {
    func finding(
      by side: ReportV1.PairingSide, _ change: (inout ReportV1.Pairing) -> Void = { _ in }
    ) throws -> RuleFinding {
      var refused = ReportV1.Pairing {
        ($0.firstFrame, $0.lastFrame, $0.result) = (44, 50, .failed)
        ($0.reason, $0.reasonName) = (5, "Pairing Not Supported")
        $0.failedBy = side
      }
      change(&refused)
      return try only(
        PairingFailedRule.self, in: ReportV1.Capture(.healthy().with { $0.pairing = [refused] }))
    }
    #expect(
      try finding(by: .local).message
        == "This host refused the Security Request (#44) of the peer with Pairing Not Supported "
        + "(0x05): its sender does not pair now, or not as requested; no pairing was under way.")
    #expect(
      try finding(by: .peer).message.hasPrefix(
        "The peer refused the Security Request (#44) of this host with"))
    let begun = try finding(by: .peer) {
      ($0.initiator, $0.lastStep) = (.local, "Pairing Request")
    }
    #expect(begun.message.hasPrefix("Pairing failed with Pairing Not Supported (0x05), sent by"))
  }

  @Test("a failure with its reason in words")
  func failed() throws {
    let finding = try only(
      PairingFailedRule.self, in: ReportV1.Capture(.healthy().with { $0.pairing = [mistyped] }))
    #expect(finding.severity == .warning)
    #expect(finding.frames == [44, 50])
    #expect(
      finding.message
        == "Pairing by Just Works failed with Confirm Value Failed (0x04): "
        + "the confirm values of the two sides differ.")
    // Only then there is a passkey.
    var typed = mistyped
    typed.method = "passkey-entry"
    #expect(
      try only(
        PairingFailedRule.self, in: ReportV1.Capture(.healthy().with { $0.pairing = [typed] })
      ).message
        == "Pairing by Passkey Entry failed with Confirm Value Failed (0x04): "
        + "the two sides did not use the same passkey.")
    #expect(
      finding.evidence == [
        .result: .string("failed"), .reason: .int(4),
        .reasonName: .string("Confirm Value Failed"), .method: .string("just-works"),
        .initiator: .string("local"), .disconnectReason: .int(0x16), .party: .null,
        .role: .string("central"), .transport: .string("le"),
      ])
    var ours = mistyped
    ours.failedBy = .local
    let said = try only(
      PairingFailedRule.self, in: ReportV1.Capture(.healthy().with { $0.pairing = [ours] }))
    #expect(said.message.contains("(0x04), sent by this host: the confirm values of the two sides"))
    #expect(said.evidence[.party] == .string("local"))
  }

  @Test("made good by a later pairing, here or in the next connection: information")
  func madeGood() throws {
    let later = pairing(.completed, frames: (60, 66))
    let finding = try only(
      PairingFailedRule.self,
      in: ReportV1.Capture(.healthy().with { $0.pairing = [mistyped, later] }))
    #expect(finding.severity == .info)
    #expect(
      finding.message.hasSuffix("the two sides differ; a later attempt succeeded."))
    let next = ReportV1.Connection.healthy(id: 2, from: 100)
    let elsewhere = ReportV1.Capture(
      .healthy().with { $0.pairing = [mistyped] },
      next.with { $0.pairing = [pairing(.completed, frames: (110, 120))] })
    #expect(try only(PairingFailedRule.self, in: elsewhere).severity == .info)
    let stranger = ReportV1.Capture(
      .healthy().with { $0.pairing = [mistyped] },
      next.with {
        $0.peer.address = "11:22:33:44:55:66"
        $0.pairing = [pairing(.completed, frames: (110, 120))]
      })
    #expect(try only(PairingFailedRule.self, in: stranger).severity == .warning)
  }

  @Test("the connection ended over its keys: an error, also without a pairing")
  func keys() throws {
    let missing = ReportV1.Connection.healthy().with {
      $0.disconnect = ReportV1.Disconnect(frame: 90, reason: 0x06, name: "PIN or Key Missing")
    }
    let finding = try only(PairingFailedRule.self, in: ReportV1.Capture(missing))
    #expect(finding.severity == .error)
    #expect(finding.frames == [90])
    #expect(
      finding.message
        == "The connection ended with PIN or Key Missing (0x06): one side has lost the bond.")
  }

  @Test("not finished when the connection ended")
  func unfinished() throws {
    let begun = ReportV1.Connection.healthy().with { $0.pairing = [pairing(.unfinished)] }
    let finding = try only(PairingFailedRule.self, in: ReportV1.Capture(begun))
    #expect(finding.severity == .warning)
    #expect(
      finding.message
        == "Pairing by Just Works was not finished when this host ended the connection (Connection "
        + "Terminated by Local Host (0x16)).")
    // At the end of the capture it may be under way.
    let open = begun.with { $0.disconnect = nil }
    #expect(PairingFailedRule.check(ReportV1.Capture(open)).isEmpty)
    var cut = ReportV1.Capture(begun)
    cut.truncatedRecords = 3
    #expect(PairingFailedRule.check(cut).isEmpty)
  }

  @Test("quiet where pairing went well, or never was")
  func quiet() {
    let well = ReportV1.Connection.healthy().with { $0.pairing = [pairing(.completed)] }
    #expect(PairingFailedRule.check(ReportV1.Capture(.healthy(), well)).isEmpty)
  }
}
