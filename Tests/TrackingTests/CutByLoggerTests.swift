import BletraceTestSupport
import Testing

@testable import Findings
@testable import Report

/// What Android keeps while its log is switched off: of each data packet 14 octets, which are 3 of
/// a notified value. What the lengths show must be reported the same as of the whole packets, and
/// nothing that only the content shows.
@Suite("Cut to 14 octets by the logger")
struct CutByLoggerTests {
  private static let stories = Samples.sound.filter {
    guard let story = try? Samples.story($0) else { return false }
    return story.isGoodForBtsnooz && !story.entries.contains { $0.direction == .unknown }
  }

  private func reports(
    _ file: String, version: UInt8
  ) throws -> (whole: ReportV1.Capture, cut: ReportV1.Capture) {
    var story = try Samples.story(file)
    story.entries.removeAll { $0.kind.rawValue > 4 || $0.controller != 0 }
    let cut = try Samples.report(of: story.btsnoozText(version: version, aclOctets: 14))
    return (Analysed(story).capture, cut)
  }

  @Test("version 1 and version 2 say the same", arguments: stories)
  func versions(file: String) throws {
    let (_, one) = try reports(file, version: 1)
    let (_, two) = try reports(file, version: 2)
    #expect(one == two)
  }

  @Test("streams have their counts, octets and rhythm", arguments: stories)
  func streams(file: String) throws {
    let (whole, cut) = try reports(file, version: 2)
    #expect(cut.records == whole.records)
    #expect(cut.connections.count == whole.connections.count)
    for (one, other) in zip(whole.connections, cut.connections) {
      #expect(other.mtu == one.mtu)
      #expect(other.att.pdus == one.att.pdus)
      #expect(other.notifications.count == one.notifications.count)
      for (one, other) in zip(one.notifications, other.notifications) {
        #expect(other.valueHandle == one.valueHandle)
        #expect(other.count == one.count && other.bytes == one.bytes)
        #expect(other.gapUs == one.gapUs)
      }
    }
  }

  /// A marker that is a value of its own is seen, being short.
  @Test("transfers have their length, their chunks and their time", arguments: stories)
  func transfers(file: String) throws {
    let (whole, cut) = try reports(file, version: 2)
    for (one, other) in zip(whole.connections, cut.connections) {
      let isMarkerKept = one.transfers.allSatisfy {
        $0.markerStyle == .own && ($0.marker?.utf8.count ?? 0) <= 3
      }
      guard isMarkerKept else { continue }
      #expect(other.transfers.count == one.transfers.count)
      for (one, other) in zip(one.transfers, other.transfers) {
        #expect(other.payloadBytes == one.payloadBytes)
        #expect(other.chunks == one.chunks && other.chunkBytes == one.chunkBytes)
        #expect(other.complete == one.complete && other.marker == one.marker)
        #expect(other.durationUs == one.durationUs)
        #expect(other.throughputBytesPerS == one.throughputBytesPerS)
        // What is not there in whole has no digest and is nothing in particular.
        let isCut = one.chunkBytes.entries.contains { (Int($0.key) ?? 0) > 3 }
        if isCut {
          #expect(other.payloadSha256 == nil && other.payloadIntact == nil)
          #expect(other.payloadType == nil)
        }
      }
    }
  }

  /// Two requests that were cut look the same, and may be different ones.
  @Test("no question is said to be asked again that cannot be read", arguments: stories)
  func discovery(file: String) throws {
    let (_, cut) = try reports(file, version: 2)
    for discovery in cut.connections.flatMap(\.att.discoveries) {
      guard let repeated = discovery.repeated else { continue }
      // Only the request that is not cut: it has nothing but its two handles.
      #expect(repeated.request == .findInformationRequest)
      #expect(repeated.startHandle != nil && repeated.endHandle != nil)
    }
  }

  /// What is not known is no fault.
  @Test("nothing is found that the whole packets do not show", arguments: stories)
  func findings(file: String) throws {
    let (whole, cut) = try reports(file, version: 2)
    let known = Set(RuleCatalog.findings(in: [whole]).map(\.rule))
    let found = Set(RuleCatalog.findings(in: [cut]).map(\.rule))
    var allowed: Set = ["capture-truncated"]
    // Which handles are stale shows only where they were discovered; the error is there all the
    // same.
    if known.contains("stale-handles") { allowed.insert("att-error") }
    // A framing explains the pause before an answer that never came; cut values hold no framing.
    if known.contains("framing-answer-missing") { allowed.insert("bulk-pauses") }
    #expect(found.subtracting(known).isSubset(of: allowed), "\(cut.boundsReached)")
  }

  @Test("the log is reported as cut, with what to do about it")
  func finding() throws {
    let (_, cut) = try reports("bizcard-central/capture.btsnoop", version: 2)
    let findings = RuleCatalog.findings(in: [cut])
    #expect(findings.map(\.rule) == ["capture-truncated"])
    #expect(findings[0].advice?.contains("Enabled") == true)
    #expect(findings[0].advice?.contains("btsnoop_hci.log") == true)
  }
}
