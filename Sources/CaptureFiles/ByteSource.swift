#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Where bytes come from: a file, a pipe, memory; also a file that grows or a device.
package protocol ByteSource: AnyObject {
  /// Reads at most `count` octets into `buffer`, the first at `offset`, and returns how many; 0 is
  /// the end. May return fewer than asked for, and blocks only while it has none. A source that
  /// does not block throws `notYet` then.
  func read(
    into buffer: inout [UInt8], at offset: Int, upTo count: Int
  ) throws(CaptureFileError) -> Int

  /// Passes over octets without reading them; the answer is how many they were: none, where the
  /// source has to be read to get past them.
  func jump(_ count: Int) -> Int
}

extension ByteSource {
  package func jump(_ count: Int) -> Int { 0 }
}

/// A file, a pipe, standard input. Files are read, never mapped: one that shrinks meanwhile ends
/// early instead of ending the program.
package final class FileDescriptorSource: ByteSource {
  fileprivate let descriptor: Int32
  private let closesAtEnd: Bool

  package init(path: String) throws(CaptureFileError) {
    let opened = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard opened >= 0 else {
      throw .cannotOpen(path: path, reason: errorText(errno))
    }
    guard !isDirectory(opened) else {
      close(opened)
      throw .isDirectory(path: path)
    }
    descriptor = opened
    closesAtEnd = true
  }

  /// Reads from a descriptor that the caller has opened and will close.
  package init(descriptor: Int32) {
    self.descriptor = descriptor
    closesAtEnd = false
  }

  deinit {
    if closesAtEnd { close(descriptor) }
  }

  package func read(
    into buffer: inout [UInt8], at offset: Int, upTo count: Int
  ) throws(CaptureFileError) -> Int {
    precondition(offset >= 0 && count >= 0 && count <= buffer.count - offset)
    guard count > 0 else { return 0 }
    while true {
      let got = unsafe buffer.withUnsafeMutableBytes { space in
        let free = unsafe UnsafeMutableRawBufferPointer(rebasing: space[offset..<offset + count])
        return unsafe systemRead(descriptor, free.baseAddress, count)
      }
      if got >= 0 { return got }
      let code = errno
      switch code {
      case EINTR: continue
      case EAGAIN: waitUntilReadable(descriptor)
      default: throw .cannotRead(reason: errorText(code))
      }
    }
  }
}

extension FileDescriptorSource {
  /// In a file, up to its end.
  package func jump(_ count: Int) -> Int {
    var status = stat()
    guard count > 0, unsafe fstat(descriptor, &status) == 0,
      status.st_mode & S_IFMT == S_IFREG
    else { return 0 }
    let position = lseek(descriptor, 0, SEEK_CUR)
    let passed = min(off_t(count), status.st_size - position)
    guard position >= 0, passed > 0, lseek(descriptor, passed, SEEK_CUR) >= 0 else { return 0 }
    return Int(passed)
  }
}

/// A part of a file, read at offsets of its own: others may read the same descriptor meanwhile.
package final class FilePartSource: ByteSource {
  private let descriptor: Int32
  private var position: Int
  private let end: Int

  /// - Parameter part: octets of the file; where it is shorter than that, it ends early. The
  ///   descriptor is the caller's to close.
  package init(descriptor: Int32, _ part: Range<Int>) {
    precondition(part.lowerBound >= 0)
    self.descriptor = descriptor
    position = part.lowerBound
    end = part.upperBound
  }

  package func read(
    into buffer: inout [UInt8], at offset: Int, upTo count: Int
  ) throws(CaptureFileError) -> Int {
    precondition(offset >= 0 && count >= 0 && count <= buffer.count - offset)
    let wanted = min(count, end - position)
    guard wanted > 0 else { return 0 }
    while true {
      let got = unsafe buffer.withUnsafeMutableBytes { space in
        let free = unsafe UnsafeMutableRawBufferPointer(rebasing: space[offset..<offset + wanted])
        return unsafe pread(descriptor, free.baseAddress, wanted, off_t(position))
      }
      if got >= 0 {
        position += got
        return got
      }
      guard errno == EINTR else { throw .cannotRead(reason: errorText(errno)) }
    }
  }

  package func jump(_ count: Int) -> Int {
    let passed = max(0, min(count, end - position))
    position += passed
    return passed
  }
}

/// Octets in memory.
package final class MemorySource: ByteSource {
  private let bytes: [UInt8]
  private let readSize: Int
  private let failure: CaptureFileError?
  private var next = 0

  /// - Parameters:
  ///   - readSize: limits each read, to see that reads may end anywhere.
  ///   - failure: what comes after the octets, where that is not the end.
  package init(
    _ bytes: [UInt8], readSize: Int = .max, thenFailsWith failure: CaptureFileError? = nil
  ) {
    precondition(readSize > 0)
    self.bytes = bytes
    self.readSize = readSize
    self.failure = failure
  }

  package func read(
    into buffer: inout [UInt8], at offset: Int, upTo count: Int
  ) throws(CaptureFileError) -> Int {
    let held = min(count, readSize, bytes.count - next)
    if held == 0, count > 0, let failure { throw failure }
    buffer.replaceSubrange(offset..<offset + held, with: bytes[next..<next + held])
    next += held
    return held
  }
}

/// `read` of the system, under a name that does not collide with the method's.
private func systemRead(_ descriptor: Int32, _ to: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  unsafe read(descriptor, to, count)
}

/// A pipe that another program left in non-blocking mode says "not now".
private func waitUntilReadable(_ descriptor: Int32) {
  var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
  _ = unsafe poll(&request, 1, -1)
}

private func isDirectory(_ descriptor: Int32) -> Bool {
  var status = stat()
  return unsafe fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
}

private func errorText(_ code: Int32) -> String {
  unsafe String(cString: strerror(code))
}
