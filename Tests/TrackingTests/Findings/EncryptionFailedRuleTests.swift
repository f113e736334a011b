import BletraceTestSupport
import BluetoothProtocol
import Testing

@testable import Findings
@testable import Report

@Suite("encryption-failed")
struct EncryptionFailedRuleTests {
  private static let forgotten = ReportV1.EncryptionFailure(
    frame: 40, kind: .change, status: 0x06, name: "PIN or Key Missing")

  private static func failed(
    _ failure: ReportV1.EncryptionFailure = forgotten
  ) -> ReportV1.Connection {
    .healthy().with { $0.encryptionFailures = [failure] }
  }

  @Test("a lost bond is an error, and its remedy is named")
  func lostBond() throws {
    let finding = try only(EncryptionFailedRule.self, in: ReportV1.Capture(Self.failed()))
    #expect(finding.severity == .error)
    #expect(finding.frames == [40])
    #expect(
      finding.message
        == "Encryption failed: PIN or Key Missing (0x06), the other side no longer has the key of "
        + "the bond; the connection ended with Connection Terminated by Local Host (0x16).")
    #expect(
      finding.evidence == [
        .kind: .string("encryption_change"), .status: .int(0x06), .count: .int(1),
        .encryptedLater: .bool(false), .pairedLater: .bool(false),
        .disconnectReason: .int(0x16), .party: .string("remote"), .role: .string("central"),
        .transport: .string("le"),
      ])
    #expect(finding.advice?.hasPrefix("Delete the bond on both sides") == true)
  }

  @Test("our own host without a key is the same fault, seen from the other side")
  func ownKey() throws {
    let failure = ReportV1.EncryptionFailure(frame: 40, kind: .keyRefused)
    let finding = try only(
      EncryptionFailedRule.self, in: ReportV1.Capture(Self.failed(failure)))
    #expect(finding.severity == .error)
    #expect(finding.message.contains("this host had no key"))
    #expect(finding.advice?.hasPrefix("Delete the bond on both sides") == true)
  }

  @Test("a link that was lost meanwhile is reported once, as lost")
  func lostLink() {
    let failure = ReportV1.EncryptionFailure(frame: 40, kind: .change, status: 0x08)
    let lost = Self.failed(failure).with { $0.disconnect = .init(frame: 42, reason: 0x08) }
    #expect(EncryptionFailedRule.check(ReportV1.Capture(lost)).isEmpty)
  }

  @Test(
    "each status has its own advice; only keys are an error",
    arguments: [
      (HCIStatus(0x05), ReportV1.Severity.error, "bond"), (0x3D, .error, "bond"),
      (0x08, .warning, "radio"),
      (0x22, .warning, "radio"), (0x13, .warning, "closed"), (0x1A, .warning, "without"),
      (0x0C, .warning, "logs"), (0xFF, .warning, "logs"),
    ])
  func status(status: HCIStatus, severity: ReportV1.Severity, word: String) throws {
    let failure = ReportV1.EncryptionFailure(frame: 40, kind: .change, status: status)
    let finding = try only(
      EncryptionFailedRule.self, in: ReportV1.Capture(Self.failed(failure)))
    #expect(finding.severity == severity)
    #expect(finding.advice?.contains(word) == true)
  }

  @Test("made good by encryption or by a new pairing: information")
  func madeGood() throws {
    let encrypted = Self.failed().with {
      $0.encryption = [ReportV1.Encryption(frame: 50, enabled: true)]
    }
    let later = try only(EncryptionFailedRule.self, in: ReportV1.Capture(encrypted))
    #expect(later.severity == .info && later.advice == nil)
    #expect(later.message.hasSuffix("; later it succeeded."))
    let before = Self.failed().with {
      $0.encryption = [ReportV1.Encryption(frame: 30, enabled: true)]
    }
    #expect(
      try only(EncryptionFailedRule.self, in: ReportV1.Capture(before)).severity == .error)
    let paired = ReportV1.Connection.healthy(id: 2, from: 100).with {
      $0.pairing = [ReportV1.Pairing(firstFrame: 110, lastFrame: 120, result: .completed)]
    }
    let anew = try only(EncryptionFailedRule.self, in: ReportV1.Capture(Self.failed(), paired))
    #expect(anew.severity == .info)
    #expect(anew.message.hasSuffix("; later the devices paired again."))
  }

  @Test("one fault, one finding: pairing-failed leaves the keys to it")
  func oneFinding() {
    let closed = Self.failed().with {
      $0.disconnect = ReportV1.Disconnect(frame: 90, reason: 0x05, name: "Authentication Failure")
      $0.pairing = [ReportV1.Pairing(firstFrame: 20, lastFrame: 30, result: .unfinished)]
    }
    #expect(PairingFailedRule.check(ReportV1.Capture(closed)).isEmpty)
    #expect(EncryptionFailedRule.check(ReportV1.Capture(closed)).count == 1)
  }

  @Test("requests that are refused after it are not to be cured by pairing alone")
  func refusals() throws {
    let refused = Self.failed().with {
      $0.att.errors = [.read(60, 0x0F, "Insufficient Encryption")]
    }
    let finding = try only(InsufficientSecurityRule.self, in: ReportV1.Capture(refused))
    #expect(finding.severity == .error)
    #expect(finding.frames == [40, 60])
    #expect(finding.message.contains("and encryption failed: PIN or Key Missing (0x06)"))
    #expect(finding.advice?.contains("createBond") == false)
  }

  @Test("from the packets to the finding")
  func packets() throws {
    let capture = Analysed {
      $0.event(0x08, [0x06, 0x40, 0x00, 0x00])
      $0.disconnect()
    }.capture
    #expect(
      capture.connections[0].encryptionFailures == [
        ReportV1.EncryptionFailure(
          frame: 4, kind: .change, status: 0x06, name: "PIN or Key Missing")
      ])
    #expect(RuleCatalog.findings(in: [capture]).contains { $0.rule == "encryption-failed" })
  }
}
