import BluetoothProtocol
import Bytes
import CaptureFiles
import Report

/// What controllers report of the quality of links.
extension SessionTracker {
  /// Vendors use these events as they like; what is no quality report is left alone.
  mutating func noteQuality(
    _ parameters: ByteRange, on controller: Int, in bytes: Span<UInt8>
  ) {
    guard let report = AndroidQualityReport(parameters, in: bytes) else { return }
    let link = link(of: report, on: controller)
    if let link {
      learn(report, link)
      // 127 is no reading.
      if report.rssi != 127 {
        context.observer.observe(.qualityRSSI(connection: link, now, dBm: report.rssi))
      }
    }
    let fact = QualityReportFact(
      moment: now, controller: controller, connection: link, report: report)
    sessions.qualityReports.append(fact, within: .qualityReports, &sessions.bounds)
  }

  /// The connection that it is about; one that is older than the capture is taken up, where the
  /// report names its peer.
  private mutating func link(of report: AndroidQualityReport, on controller: Int) -> Int? {
    let handle = report.handle
    let known = sessions.controllers[controller].links[Int(handle.rawValue)]
    if known >= 0 { return Int(known) }
    // Voice and audio links have handles of their own, and a connection that failed has none.
    guard known == -1, let peer = report.peer, report.isAboutACL,
      !sessions.audioLinks.contains(AudioLink(controller, handle))
    else { return nil }
    // A report that trails behind the end is about the connection that ended.
    let ended = sessions.controllers[controller].lastEnded[handle] ?? -1
    if ended >= 0, sessions.connections[ended].disconnect != nil,
      sessions.connections[ended].peer ?? peer == peer
    {
      return nil
    }
    return open(handle, on: controller, transport: nil, mtu: 0)
  }

  /// Adds what the capture itself does not show of a connection, and changes nothing else.
  private mutating func learn(_ report: AndroidQualityReport, _ link: Int) {
    sessions.connections[link].last = now
    guard sessions.connections[link].completeFrame == nil,
      sessions.connections[link].peer == nil, let peer = report.peer
    else { return }
    sessions.connections[link].peer = peer
    if sessions.connections[link].role == nil {
      sessions.connections[link].role = ConnectionRole(report.role)
    }
    sessions.connections[link].learnedFrom = .qualityReport
    context.observer.observe(.peerKnown(connection: link), at: now)
  }
}
