import BluetoothProtocol
import Framing
import Report

/// What the user may set about an analysis.
package struct AnalysisOptions: Sendable {
  /// The markers that end a transfer. The first three are those of well-known apps.
  package var markers: [TransferMarker] = TransferMarker.known
  /// Characteristics whose values are runs, however few they are and however they come.
  package var transferUUIDs: [BluetoothUUID] = []
  /// The same by the handle of the value, where the capture has no UUID.
  package var transferHandles: Set<UInt16> = []
  /// Layouts of characteristics whose framing no one published, as `--framing` gives them.
  package var framingLayouts: [BluetoothUUID: FramingLayout] = [:]
  /// Characteristics whose values are no messages, whatever their UUID says.
  package var unframedUUIDs: Set<BluetoothUUID> = []
  /// The same by handles of values.
  package var handleLayouts: [UInt16: FramingLayout] = [:]
  package var unframedHandles: Set<UInt16> = []
  /// Whether messages of protocols that no one published are looked for.
  package var findsMessages = true
  /// Whether messages are reported: not of octets that were replaced, whose lengths and checksums
  /// say nothing.
  package var reportsMessages = true
  /// Whether to keep each message with its octets.
  package var tracesMessages = false
  /// A silence longer than this is a gap, in place of the built-in rule.
  package var gapThresholdMicroseconds: Int64?
  /// The window of signal strength, in dBm, in which an app connects to a device.
  package var rssiGate: ClosedRange<Int8>?
  /// Whether to report what happened in order, and in whose words.
  package var timeline: TimelineVocabulary?
  /// Whether summaries keep what they can be merged by.
  package var keepsSketches = false
  /// Whether to keep values over time, for plots.
  package var keepsSeries = false
  /// Whether to keep requests and their answers with them.
  package var keepsRequests = false
  /// How much is kept of what was exchanged, to compare it with another capture.
  package var exchangeLimit = 0
  /// Names that the user gives to devices and attributes.
  package var names = GivenNames()
  /// Whether payloads have their SHA-256, which takes as long as half of all else with them.
  package var hashesPayloads = true
  /// What decrypts sniffed connections.
  package var keys = AirKeys()
  /// What is written while the capture is read.
  package var rows: RowRequest?
  /// A file that was sent, with which transfers and runs are compared.
  package var expected: ExpectedFile?
  /// Of what is compared: only this connection, by its id.
  package var expectedConnection: Int?
  /// Octets that connections, devices, lists and the report may take together.
  package var memory = callMemory
  /// Judges connections before they are let go of; without it those beyond the bounds are counted.
  package var judge: (any PartJudge)?

  /// What all captures of one call may take.
  package static let callMemory = Bound.memory.limit
  /// What a capture may take while it goes on: for each report everything is there a second time,
  /// the report before is still shown, and more waits to be read.
  package static let runningMemory = 64 << 20

  package init() {}

  /// Whether the values of a characteristic are runs, however few they are.
  package func isNamed(_ handle: ATTHandle, _ uuid: BluetoothUUID?) -> Bool {
    transferHandles.contains(handle.rawValue) || uuid.map { transferUUIDs.contains($0) } ?? false
  }
}

/// In which words the timeline is written.
package enum TimelineVocabulary: String, CaseIterable, Sendable {
  case packets
  /// As the calls of Core Bluetooth's delegates on the side that was captured.
  case coreBluetooth = "corebluetooth"
}
