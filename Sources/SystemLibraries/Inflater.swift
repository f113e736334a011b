import CZlib

/// Unpacks what was packed by DEFLATE, by the zlib library: piece by piece, in some 50 kilobytes
/// whatever it unpacks to.
@safe package final class Inflater {
  /// What stands around the packed data.
  package enum Frame: Sendable {
    /// Nothing, as in zip archives.
    case bare
    /// The header and the checksum of a gzip file (RFC 1952). The checksum is compared.
    case gzip
    /// The header and the checksum of a zlib stream (RFC 1950). The checksum is compared.
    case zlib

    /// zlib's `windowBits` for it.
    fileprivate var windowBits: Int32 {
      switch self {
      case .bare: -MAX_WBITS
      case .gzip: MAX_WBITS + 16
      case .zlib: MAX_WBITS
      }
    }
  }

  /// What one step did.
  package struct Step: Sendable {
    /// Octets taken of the input.
    package var taken = 0
    /// Octets put into the output.
    package var put = 0
    /// Whether the packed data ends here.
    package var isEnd = false
    /// Why it goes no further, in zlib's words; what was put before holds.
    package var damage: String?
  }

  // On the heap: zlib remembers where it was set up, and refuses to work from elsewhere.
  private let stream: UnsafeMutablePointer<z_stream>

  /// Nil where there is no memory for it.
  package init?(_ frame: Frame) {
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    guard
      unsafe inflateInit2_(
        stream, frame.windowBits, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
    else {
      unsafe stream.deallocate()
      return nil
    }
  }

  deinit {
    _ = unsafe inflateEnd(stream)
    unsafe stream.deallocate()
  }

  /// Begins again, with another stream of the same frame.
  package func restart() { _ = unsafe inflateReset(stream) }

  /// Unpacks `input` as far as the output has room: at most `count` octets, the first at `offset`.
  package func step(
    _ input: Span<UInt8>, into output: inout [UInt8], at offset: Int, upTo count: Int
  ) -> Step {
    precondition(offset >= 0 && count >= 0 && count <= output.count - offset)
    let room = UInt32(clamping: count)
    let given = UInt32(clamping: input.count)
    let status = unsafe input.withUnsafeBufferPointer { packed in
      unsafe output.withUnsafeMutableBufferPointer { unpacked in
        // zlib only reads there; its declaration is older than `const`.
        unsafe stream.pointee.next_in = unsafe UnsafeMutablePointer(mutating: packed.baseAddress)
        unsafe stream.pointee.avail_in = given
        unsafe stream.pointee.next_out = unpacked.baseAddress.map { unsafe $0 + offset }
        unsafe stream.pointee.avail_out = room
        return unsafe inflate(stream, Z_NO_FLUSH)
      }
    }
    var step = Step()
    step.taken = unsafe Int(given - stream.pointee.avail_in)
    step.put = unsafe Int(room - stream.pointee.avail_out)
    switch status {
    // That there was nothing to do is no fault: more input, or more room, may follow.
    case Z_OK, Z_BUF_ERROR: break
    case Z_STREAM_END: step.isEnd = true
    case Z_MEM_ERROR: step.damage = "there is not enough memory to unpack it"
    case Z_NEED_DICT: step.damage = "it needs a dictionary"
    default:
      step.damage = unsafe stream.pointee.msg.map { unsafe String(cString: $0) } ?? "invalid data"
    }
    // What zlib was lent is gone after this call.
    unsafe stream.pointee.next_in = nil
    unsafe stream.pointee.next_out = nil
    return step
  }
}

/// CRC-32 of octets that come in pieces, as zip archives have it.
package struct RunningCRC32: Sendable {
  package private(set) var value: UInt32 = 0

  package init() {}

  package mutating func add(_ bytes: Span<UInt8>) {
    value = unsafe bytes.withUnsafeBufferPointer { buffer in
      // A null pointer would ask for the start value.
      guard let start = buffer.baseAddress else { return value }
      return UInt32(truncatingIfNeeded: unsafe crc32_z(UInt(value), start, buffer.count))
    }
  }
}
