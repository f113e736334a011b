import BluetoothProtocol
import Framing
import Report

/// A stream of one connection in which messages are looked for.
struct MessageSource: Sendable {
  /// Index of the connection in the report.
  var connection: Int
  var handle: Int
  var uuid: String?
  var kind: ReportV1.ValueKind
  var direction: ReportV1.Direction
  var isFromServer: Bool
  /// Indexes of its values in the store of the connection.
  var values: [Int]
  /// Values that are not in the store.
  var omitted: Int
  /// The layout that the user gave.
  var given: FramingLayout?

  /// Whether the other one is of a characteristic that seems to be the same, of another device.
  func isAlike(_ other: MessageSource) -> Bool {
    kind == other.kind
      && (uuid == nil && other.uuid == nil ? handle == other.handle : uuid == other.uuid)
  }

  /// The same on each connection to a device.
  struct Key: Hashable, Sendable {
    var device: String
    var handle: Int
    var kind: ReportV1.ValueKind
    var direction: ReportV1.Direction
  }
}

/// What the values of all connections are that messages are looked for in.
struct MessageSources {
  private(set) var sources: [MessageSource] = []
  /// By connection.
  private(set) var stores: [Int: MessageStore] = [:]

  /// Fewer values are not looked at.
  static let leastValues = 2

  /// Keeps what is needed of a connection, whose measures are released afterwards.
  mutating func add(
    _ report: ReportV1.Connection, at index: Int, _ link: borrowing LinkMeasures
  ) {
    let store = link.messages
    guard !store.entries.isEmpty else { return }
    var values = [[Int]](repeating: [], count: link.streams.count)
    for (number, entry) in store.entries.enumerated() where Int(entry.stream) < values.count {
      values[Int(entry.stream)].append(number)
    }
    for stream in values.indices where values[stream].count >= Self.leastValues {
      guard link.streams[stream].keepsValues else { continue }
      let kind = link.streams[stream].kind
      let direction = ReportV1.Direction(link.streams[stream].direction)
      let handle = Int(link.streams[stream].handle.rawValue)
      let known = (kind == .write ? report.writes : report.notifications).first {
        $0.valueHandle == handle && $0.direction == direction && $0.kind == kind
      }
      // A marker ends what comes there.
      let isMarked = report.transfers.contains {
        $0.valueHandle == handle && $0.direction == direction && $0.marker != nil
      }
      if isMarked { continue }
      let attribute = LinkMeasures.key(
        link.streams[stream].handle, link.streams.server(at: stream))
      sources.append(
        MessageSource(
          connection: index, handle: handle, uuid: known?.uuid, kind: kind,
          direction: direction, isFromServer: kind != .write, values: values[stream],
          omitted: store.kept[stream].omitted,
          given: link.given[attribute]))
    }
    stores[index] = store
  }
}
