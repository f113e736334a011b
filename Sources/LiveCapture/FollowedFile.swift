/// A file that another program writes, through being replaced by a new one of the same name
/// (rotation), being emptied (truncation), and not being there yet. It never ends by itself.
///
/// A file that was emptied and has grown beyond its old size before it was looked at cannot be
/// distinguished from one that grew.
package struct FollowedFile: LiveSource {
  private let path: [UInt8]
  /// How long between two looks, in milliseconds.
  private static let pause = 50

  package init(path: [UInt8]) {
    self.path = path
  }

  package func run(into queue: ByteQueue) {
    var isFirst = true
    while !queue.isStopped {
      switch LiveSystem.openFile(path) {
      case .missing:
        if isFirst { queue.put(.waitingForFile) }
        isFirst = false
        var isThere = false
        while !isThere, !queue.isStopped {
          _ = LiveSystem.wait([queue.stopDescriptor], milliseconds: Self.pause)
          isThere = LiveSystem.identity(path) != nil
        }
        if isThere { queue.put(.fileAppeared) }
      case .failure(let number):
        return queue.end(.failed(LiveSystem.describe(number)))
      case .file(let descriptor, let identity):
        isFirst = false
        let goesOn = follow(descriptor, identity, queue)
        LiveSystem.closeFile(descriptor)
        guard goesOn else { return }
        queue.put(.fileReplaced)
        queue.putSegmentEnd()
      }
    }
    queue.end(.stopped)
  }

  /// Reads until the name belongs to another file. False when there is no more to be done.
  private func follow(
    _ descriptor: Int32, _ identity: LiveSystem.FileIdentity, _ queue: ByteQueue
  ) -> Bool {
    var offset = 0
    var wasReplaced = false
    while !queue.isStopped {
      switch LiveSystem.readChunk(descriptor, 64 << 10) {
      case .octets(let octets):
        offset += octets.count
        guard queue.put(octets) else { return false }
      case .failure(let number):
        queue.end(.failed("cannot read: " + LiveSystem.describe(number)))
        return false
      case .end, .nothingNow:
        if let size = LiveSystem.size(descriptor), size < offset {
          LiveSystem.rewind(descriptor)
          offset = 0
          queue.put(.fileTruncated)
          queue.putSegmentEnd()
          continue
        }
        // Its writer may have held on to it for a moment: what it wrote last is read first.
        if wasReplaced { return true }
        let named = LiveSystem.identity(path)
        wasReplaced = named != nil && named != identity
        _ = LiveSystem.wait([queue.stopDescriptor], milliseconds: Self.pause)
      }
    }
    queue.end(.stopped)
    return false
  }
}
