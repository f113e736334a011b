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

  /// Throws away at most so many of the records that wait; how many there were.
  func discard(_ most: Int) -> Int

  /// What the kernel says of the connections that a controller has at this moment.
  func connections(of controller: UInt16) -> [KernelConnectionNote]
}

extension MonitorRecords {
  package func discard(_ most: Int) -> Int { 0 }

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

  /// The drain, and however long it takes on a slow computer to count what is left: no disk is in
  /// its way.
  package var patience: Int64 { Self.longestDrain + 30_000_000 }

  /// The controllers that there are; none where that is not known.
  package var controllers: [AttachedController] { (try? query?.controllers()) ?? [] }

  /// A reading thread that is late still hands over what it has.
  private static let batch = 64 << 10

  /// How long records are taken that wait when the capture ends, in microseconds. What waits longer
  /// is counted as lost.
  private static let longestDrain: Int64 = 2_000_000

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
        if !stream.bytes.isEmpty { _ = queue.put(stream.take()) }
        if isEmpty {
          _ = LiveSystem.wait([device.descriptor, queue.stopDescriptor], milliseconds: 500)
        }
      }
      let end = LiveSystem.now + Self.longestDrain
      try reading.drain(device, into: &stream) { LiveSystem.now < end }
      queue.setDrops(reading.drops)
      queue.putLast(stream.take())
      queue.end(.stopped)
    } catch {
      // What it gave before it failed belongs to the capture.
      queue.putLast(stream.take())
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
    guard (state?.queued ?? 0) > 0 || device.isReadable else {
      stream.noteIdle()
      return false
    }
    guard let length = try device.take(&stream) else { return false }
    if state != nil { socket.take(length) }
    if let controller = stream.opened { askForConnections(of: controller, device, stream.now) }
    return true
  }

  /// The capture is over: takes what is queued now, as long as there is time, and counts the rest
  /// of it as lost.
  mutating func drain(
    _ device: any MonitorRecords, into stream: inout MonitorStream, while hasTime: () -> Bool
  ) throws(MonitorError) {
    // So many are queued at most; what comes meanwhile is not the capture's any more.
    let queued = device.state.map { Int($0.queued) / Self.leastMemory + 1 } ?? Self.mostQueued
    var rest = min(queued, Self.mostQueued)
    var isEmpty = false
    while !isEmpty, rest > 0, hasTime() {
      isEmpty = try !takeOne(from: device, into: &stream)
      rest -= 1
    }
    let left = hasTime() ? 0 : device.discard(rest)
    // What the kernel could not queue is counted in any case.
    drops = max(drops, Int(device.state?.drops ?? 0)) + left
    stream.drops = drops
    stream.finish()
  }

  /// A record takes more than this in the kernel, in octets: with its head and what is shared.
  private static let leastMemory = 512
  /// No queue has room for more.
  private static let mostQueued = 1 << 17

  /// A controller is on: from now on, or since before the capture. The kernel lists a connection
  /// only after the event that completed it went to the monitor. So where that event was recorded,
  /// it is in front of what is asked now, and what the kernel says goes after what is queued.
  private mutating func askForConnections(
    of controller: UInt16, _ device: any MonitorRecords, _ time: TraceTime
  ) {
    let connections = device.connections(of: controller)
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
