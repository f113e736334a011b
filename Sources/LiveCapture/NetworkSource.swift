import CaptureFiles

/// A capture that another computer or program sends over TCP. When the connection ends, it is made
/// again: what comes then is a capture of its own, with a header of its own if its format has one.
package struct NetworkSource: LiveSource {
  /// How long things may take, in milliseconds.
  package struct Patience: Sendable {
    package var connecting = 10_000
    package var firstPause = 500
    package var longestPause = 5000
    /// From the end of a connection up to the first octet of the next.
    package var absence = 60_000

    package init() {}
  }

  private let address: NetworkAddress
  private let patience: Patience

  package init(_ address: NetworkAddress, patience: Patience = Patience()) {
    self.address = address
    self.patience = patience
  }

  package var expectation: CaptureExpectation { CaptureExpectation(now: { LiveSystem.timeOfDay }) }

  package func run(into queue: ByteQueue) {
    var pause = patience.firstPause
    var isFirst = true
    // When the last octet came, or the first attempt began.
    var lastSign = LiveSystem.now
    while !queue.isStopped {
      switch LiveSystem.connect(address, stop: queue.stopDescriptor, patience.connecting) {
      case .stopped: break
      case .failure(let reason):
        if isFirst { return queue.end(.failed("cannot connect: \(reason)")) }
      case .connected(let descriptor):
        if !isFirst { queue.put(.connectedAgain) }
        isFirst = false
        let (octets, reason) = read(descriptor, queue)
        LiveSystem.closeFile(descriptor)
        if queue.isStopped { break }
        if octets > 0 {
          queue.putSegmentEnd()
          lastSign = LiveSystem.now
          pause = patience.firstPause
        }
        queue.put(.disconnected(reason))
      }
      if queue.isStopped { break }
      guard LiveSystem.now - lastSign < Int64(patience.absence) * 1000 else {
        return queue.end(
          .failed(
            "the TCP connection ended, and nothing was received for "
              + "\(patience.absence / 1000) s"))
      }
      _ = LiveSystem.wait([queue.stopDescriptor], milliseconds: pause)
      pause = min(2 * pause, patience.longestPause)
    }
    queue.end(.stopped)
  }

  /// Up to the end of the connection: how many octets came, and why it ended.
  private func read(_ descriptor: Int32, _ queue: ByteQueue) -> (octets: Int, reason: String) {
    var count = 0
    while !queue.isStopped {
      let ready = LiveSystem.wait([descriptor, queue.stopDescriptor], milliseconds: 1000)
      guard ready[0] else { continue }
      switch LiveSystem.readChunk(descriptor, 64 << 10) {
      case .octets(let octets):
        count += octets.count
        guard queue.put(octets) else { return (count, "") }
      case .nothingNow: continue
      case .end: return (count, "the connection was closed")
      case .failure(let number):
        return (count, "the connection was lost: " + LiveSystem.describe(number))
      }
    }
    return (count, "")
  }
}
