/// Where the records of a monitor come from, one by one: from the kernel, or made up by a test.
package protocol MonitorRecords: AnyObject {
  /// Can be read when a record is there.
  var descriptor: Int32 { get }
  /// Whether a record can be taken without waiting.
  var isReadable: Bool { get }
  /// Records that were lost since the beginning; nil where nobody tells.
  var drops: Int? { get }

  /// Takes one record, after `isReadable`, and appends it if it is wanted.
  func take(_ stream: inout MonitorStream) throws(MonitorError)
}

/// The Bluetooth controllers of this computer.
package struct MonitorSource: LiveSource {
  private let device: MonitorDeviceBox
  private let controller: UInt16?

  /// Opens the device, so that what is wrong shows before the work starts.
  ///
  /// - Parameter controller: its number, 0 for hci0; nil for all there are and will be.
  package init(controller: UInt16?) throws(MonitorError) {
    self.init(try MonitorDevice(), controller: controller)
  }

  package init(_ device: any MonitorRecords, controller: UInt16?) {
    self.device = MonitorDeviceBox(device)
    self.controller = controller
  }

  package var waiting: Int { 32 << 20 }

  /// A reading thread that falls behind still hands over what it has.
  private static let batch = 64 << 10

  package func run(into queue: ByteQueue) {
    let device = device.device
    var stream = MonitorStream(controller: controller)
    do throws(MonitorError) {
      while !queue.isStopped {
        // Asked before the records are taken: what was lost until now would have come behind them.
        let lost = device.drops ?? 0
        queue.setDrops(lost)
        var isEmpty = true
        while stream.bytes.count < Self.batch {
          isEmpty = !device.isReadable
          if isEmpty { break }
          try device.take(&stream)
        }
        stream.drops = lost
        if !stream.bytes.isEmpty, !queue.put(stream.take()) { return }
        if isEmpty {
          _ = LiveSystem.wait([device.descriptor, queue.stopDescriptor], milliseconds: 500)
        }
      }
      queue.end(.stopped)
    } catch {
      // What it gave before it failed belongs to the capture.
      if !stream.bytes.isEmpty { _ = queue.put(stream.take()) }
      if case .other(let text) = error {
        queue.end(.failed(text))
      } else {
        queue.end(.failed("the device is gone"))
      }
    }
  }
}

/// Made by one thread, used by another from then on, never by both.
private final class MonitorDeviceBox: @unchecked Sendable {
  let device: any MonitorRecords

  init(_ device: any MonitorRecords) { self.device = device }
}
