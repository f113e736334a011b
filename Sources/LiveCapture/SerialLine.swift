import CaptureFiles

/// A serial line over which a board with Zephyr sends its monitor.
package struct SerialLine: LiveSource {
  /// What cannot be read, in words.
  package struct Problem: Error {
    package let reason: String
    package let isPermission: Bool
  }

  /// What Zephyr's documentation and `btmon --tty` use.
  package static let usualSpeed = 115_200

  package static let speeds = LiveSystem.lineSpeeds.map(\.speed)

  private let path: [UInt8]
  private let speed: Int
  private let endsWhenUnplugged: Bool
  private let first: Int32
  /// How long between two looks for a line that is gone, in milliseconds.
  private static let pause = 250

  /// Opens it, so that what is wrong shows before the work starts.
  ///
  /// - Parameter speed: one of `speeds`.
  package init(
    path: [UInt8], speed: Int, endsWhenUnplugged: Bool
  ) throws(Problem) {
    self.path = path
    self.speed = speed
    self.endsWhenUnplugged = endsWhenUnplugged
    first = try Self.open(path, speed)
  }

  /// A line with so slow a reader loses what it has no room for.
  package var waiting: Int { 32 << 20 }

  package var expectation: CaptureExpectation {
    CaptureExpectation(isZephyr: true, now: { LiveSystem.timeOfDay })
  }

  private static func open(_ path: [UInt8], _ speed: Int) throws(Problem) -> Int32 {
    switch LiveSystem.openFile(path) {
    case .missing: throw Problem(reason: "no such device", isPermission: false)
    case .failure(let number):
      throw Problem(
        reason: LiveSystem.describe(number), isPermission: LiveSystem.isPermission(number))
    case .file(let descriptor, _):
      if LiveSystem.setUpLine(descriptor, speed: speed) { return descriptor }
      LiveSystem.closeFile(descriptor)
      throw Problem(reason: "is not a usable serial line", isPermission: false)
    }
  }

  package func run(into queue: ByteQueue) {
    var descriptor = first
    while true {
      let isGone = read(descriptor, queue)
      LiveSystem.closeFile(descriptor)
      guard isGone else { return queue.end(.stopped) }
      if endsWhenUnplugged { return queue.end() }
      queue.put(.unplugged)
      queue.putSegmentEnd()
      repeat {
        _ = LiveSystem.wait([queue.stopDescriptor], milliseconds: Self.pause)
        if queue.isStopped { return queue.end(.stopped) }
        descriptor = (try? Self.open(path, speed)) ?? -1
      } while descriptor < 0
      queue.put(.pluggedIn)
    }
  }

  /// Until the line is gone, or, which is false, no more is wanted. A line that is unplugged gives
  /// an end or an error.
  private func read(_ descriptor: Int32, _ queue: ByteQueue) -> Bool {
    while !queue.isStopped {
      let ready = LiveSystem.wait([descriptor, queue.stopDescriptor], milliseconds: 1000)
      guard ready[0] else { continue }
      switch LiveSystem.readChunk(descriptor, 64 << 10) {
      case .octets(let octets): guard queue.put(octets) else { return false }
      case .nothingNow: continue
      case .end, .failure: return true
      }
    }
    return false
  }
}
