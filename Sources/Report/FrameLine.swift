/// One frame in words, for those who look at what led to a finding.
package struct FrameLine: Sendable {
  package var frame = 0
  /// Since the capture's first packet.
  package var timeUs = 0
  package var direction: ReportV1.Direction?
  /// The `id` of a connection.
  package var connection: Int?
  /// `att`, `event`, `command`, ...
  package var layer = ""
  package var text = ""

  package init() {}
}
