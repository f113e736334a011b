import BluetoothProtocol
import Bytes

/// Where the records of a monitor come from, one by one: from the kernel, or made up by a test.
package protocol MonitorRecords: AnyObject {
  /// Can be read when a record is there.
  var descriptor: Int32 { get }
  /// Whether a record can be taken without waiting.
  var isReadable: Bool { get }
  /// What is queued and what was lost at this moment; nil where that is not known.
  var state: SocketState? { get }

  /// Takes one record, after `isReadable`, and appends it if it is wanted.
  ///
  /// - Returns: its length, as a measure of what it took in the queue; nil where there was none.
  func take(_ stream: inout MonitorStream) throws(MonitorError) -> Int?

  /// What the kernel says of the connections that a controller has at this moment.
  func connections(of controller: UInt16) -> [KernelConnectionNote]
}

extension MonitorRecords {
  package func connections(of controller: UInt16) -> [KernelConnectionNote] { [] }
}

/// The Bluetooth controllers of this computer.
package struct MonitorSource: LiveSource {
  private let device: MonitorDeviceBox
  private let controller: UInt16?
  private var query: ControllerQuery?
  /// nil where the kernel does not say.
  package private(set) var receiveBuffer: ReceiveBuffer?

  /// Opens the device, so that what is wrong shows before the work starts.
  ///
  /// - Parameter controller: its number, 0 for hci0; nil for all there are and will be.
  package init(controller: UInt16?) throws(MonitorError) {
    let device = try MonitorDevice()
    self.init(device, controller: controller)
    query = device.query
    receiveBuffer = device.receiveBuffer
  }

  package init(_ device: any MonitorRecords, controller: UInt16?) {
    self.device = MonitorDeviceBox(device)
    self.controller = controller
  }

  package var waiting: Int { 32 << 20 }

  /// The controllers that there are; none where that is not known.
  package var controllers: [AttachedController] { (try? query?.controllers()) ?? [] }

  /// A reading thread that is late still hands over what it has.
  private static let batch = 64 << 10

  package func run(into queue: ByteQueue) {
    let device = device.device
    var stream = MonitorStream(controller: controller)
    var reading = MonitorReading()
    do throws(MonitorError) {
      while !queue.isStopped {
        var isEmpty = false
        while !isEmpty, stream.bytes.count < Self.batch {
          isEmpty = try !reading.takeOne(from: device, into: &stream)
        }
        queue.setDrops(reading.drops)
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

/// Takes records one by one, and notes before which of them others were lost. Adds what the kernel
/// says of connections that are older than the capture.
///
/// Losses that the kernel counts between two looks happened while the queue was full: what is in it
/// at the second look came before them. So a loss is counted before the first record after that.
/// Between the looks at most one record was taken, and only what was queued in its stead can have
/// come between the loss and the second look: the loss is placed at most so many records late.
struct MonitorReading {
  /// Records that were lost so far, before whichever record.
  private(set) var drops = 0
  private var socket = SocketQueue()
  private var losses = QueuedMarks<Int>()
  private var notes = QueuedMarks<Note>()

  private struct Note {
    var connection: KernelConnectionNote
    var controller: UInt16
    var time: TraceTime
  }

  /// Takes a record. False where there is none.
  mutating func takeOne(
    from device: any MonitorRecords, into stream: inout MonitorStream
  ) throws(MonitorError) -> Bool {
    let state = device.state
    if let state {
      socket.look(queued: state.queued)
      if state.drops > drops {
        drops = Int(state.drops)
        // The kernel counts the memory before the losses: records may have come in between.
        if let later = device.state { socket.look(queued: later.queued) }
        losses.add(drops, at: socket.back, merges: true)
      }
      while let drops = losses.next(at: socket.front) { stream.drops = drops }
      while let note = notes.next(at: socket.front) {
        stream.append(note.connection, of: note.controller, at: note.time)
      }
    }
    // Something is queued: there is no need to ask whether it can be read.
    guard (state?.queued ?? 0) > 0 || device.isReadable else { return false }
    guard let length = try device.take(&stream) else { return false }
    if state != nil { socket.take(length) }
    if let controller = stream.opened { askForConnections(of: controller, device) }
    return true
  }

  /// A controller is on: from now on, or since before the capture. The kernel lists a connection
  /// only after the event that completed it went to the monitor. So where that event was recorded,
  /// it is in front of what is asked now, and what the kernel says goes after what is queued.
  private mutating func askForConnections(of controller: UInt16, _ device: any MonitorRecords) {
    let connections = device.connections(of: controller)
    let time = LiveSystem.timeOfDay
    guard !connections.isEmpty, let state = device.state else { return }
    socket.look(queued: state.queued)
    for connection in connections {
      notes.add(Note(connection: connection, controller: controller, time: time), at: socket.back)
    }
  }
}

/// Made by one thread, used by another from then on, never by both.
private final class MonitorDeviceBox: @unchecked Sendable {
  let device: any MonitorRecords

  init(_ device: any MonitorRecords) { self.device = device }
}
