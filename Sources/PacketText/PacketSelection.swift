import BluetoothProtocol
import Bytes

/// Which packets are shown: those that meet every condition that is set.
package struct PacketSelection: Sendable {
  /// Ranges of frame numbers, sorted and apart; empty for all.
  package var frames: [ClosedRange<Int>] = []
  /// Numbers of connections, 1-based as in the report.
  package var connections: Set<Int> = []
  package var handles: Set<ConnectionHandle> = []
  package var layers: Set<PacketLayer> = []
  package var devices: Set<DeviceAddress> = []
  /// Since the first packet, in microseconds.
  package var from: Int64?
  package var to: Int64?
  package var transfer: SelectedTransfer?

  package init() {}

  package var isEverything: Bool {
    frames.isEmpty && connections.isEmpty && handles.isEmpty && layers.isEmpty && devices.isEmpty
      && from == nil && to == nil && transfer == nil
  }

  /// Past this frame nothing can be selected; nil where there is no such end.
  package var lastFrame: Int? {
    var last = frames.last?.upperBound
    if let transfer { last = min(last ?? .max, transfer.frames.upperBound) }
    return last
  }

  func hasFrame(_ number: Int) -> Bool {
    if frames.isEmpty { return true }
    let place = frames.partitionPoint(where: { $0.upperBound >= number })
    return place < frames.count && frames[place].contains(number)
  }
}

/// The packets that carry one transfer's values: those of its attribute, in its direction, from its
/// first frame to its last.
package struct SelectedTransfer: Sendable {
  package var connection: Int
  package var handle: ATTHandle
  package var frames: ClosedRange<Int>

  package init(connection: Int, handle: ATTHandle, frames: ClosedRange<Int>) {
    self.connection = connection
    self.handle = handle
    self.frames = frames
  }
}
