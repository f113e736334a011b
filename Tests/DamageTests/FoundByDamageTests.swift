import BletraceTestSupport
import Findings
import Foundation
import Testing

@testable import bletrace_fuzz

/// What harming captures at every place has found.
@Suite("Found by damage")
struct FoundByDamageTests {
  private func check(_ file: String) throws -> DamageCheck {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return try #require(
      DamageCheck(Array(try Data(contentsOf: root.appending(path: "samples/\(file)")))))
  }

  /// The first record could be read, and yet the file was said to be no capture.
  @Test(
    "PacketLogger whose second record makes no sense", arguments: [32, 34, 35, 42, 48, 50, 58, 69])
  func packetLogger(octet: Int) throws {
    let check = try check("bizcard-peripheral/capture.pklg")
    let damaged = FlippedOctet.harm(check.framed, octet)
    #expect(damaged.intact >= 1)
    #expect(check.problem(with: damaged, renders: false) == nil)
  }

  /// The frames of its finding were not in their order.
  @Test("a link that is lost before its last data")
  func linkLoss() throws {
    let check = try check("transfer-link-loss-central/capture.btsnoop")
    var harmed = check.framed
    harmed.frames.swapAt(105, 106)
    let reading = try CaptureReading(harmed.bytes, .line)
    let lost = RuleCatalog.findings(in: [reading.capture]).filter { $0.rule == "link-loss" }
    #expect(lost.map(\.frames) == [[106, 107, 112]])
  }
}
