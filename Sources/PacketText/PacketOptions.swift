import Tracking
import Workbench

/// How packets are shown.
package struct PacketOptions: Sendable {
  package enum Format: Sendable {
    /// One line a packet.
    case line
    /// The line, and all fields indented under it.
    case fields
    /// The line, and under it the octets with the field that each belongs to.
    case octets
    /// One JSON object per line.
    case json
  }

  package enum Clock: String, CaseIterable, Sendable {
    /// Since the first packet of the capture.
    case relative
    /// In UTC.
    case absolute
    /// Since the packet shown before.
    case delta
  }

  package var format = Format.line
  package var clock = Clock.relative
  /// Without it what is shown of names and texts is ASCII.
  package var unicode = true
  package var selection = PacketSelection()
  /// What is known about messages of devices.
  package var layouts: [LayoutFile] = []
  /// What decrypts sniffed connections.
  package var keys = AirKeys()

  package init() {}
}
