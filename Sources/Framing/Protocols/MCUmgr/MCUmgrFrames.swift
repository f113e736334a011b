import Bytes

/// Puts the frames of one side together: a frame may be spread over several values, and a value may
/// hold several frames.
struct MCUmgrFrames: Sendable {
  /// A frame that is complete. Its body is in `octets`.
  struct Frame: Sendable {
    var header: MCUmgrHeader
    /// The values that it came in, the first of them at most.
    var values: [FramedValue]
    /// With the header.
    var octets: [UInt8]
    /// Whether the capture holds all of it.
    var isKnown: Bool

    var body: ByteRange { ByteRange(start: MCUmgrHeader.octets, end: octets.count) }
  }

  private var header: MCUmgrHeader?
  private var values: [FramedValue] = []
  private var octets: [UInt8] = []
  /// What is still to come of the frame.
  private var missing = 0
  private var isKnown = true

  /// Of a frame, the values that are remembered: 255 of the shortest carry a usual frame.
  static let mostValues = 1024

  var heldOctets: Int { octets.capacity + values.capacity * MemoryLayout<FramedValue>.stride }

  /// - Parameter stray: counts values that are no part of a frame.
  mutating func add(
    _ value: FramedValue, in bytes: Span<UInt8>, stray: inout Int, _ receive: (Frame) -> Void
  ) {
    var rest = value.value
    if missing > 0, let header, isNext(header, rest, in: bytes) { drop() }
    while rest.originalCount > 0 {
      if header == nil {
        let isCut = rest.isCut
        rest = takeHeader(rest, value, in: bytes)
        // The logger cut the value inside the header.
        if isCut, octets.count < MCUmgrHeader.octets { drop() }
        guard octets.count == MCUmgrHeader.octets else {
          if octets.isEmpty { stray += 1 }
          return
        }
        let range = ByteRange(start: 0, end: octets.count)
        guard let found = try? MCUmgrHeader(range, in: octets.span), found.flags == 0 else {
          stray += 1
          return drop()
        }
        header = found
        missing = Int(found.length)
      }
      let part = min(missing, rest.originalCount)
      let held = min(part, rest.count)
      octets.append(ByteRange(start: rest.start, count: held, originalCount: held), of: bytes)
      if held < part { isKnown = false }
      note(value)
      missing -= part
      rest = ByteRange(
        start: rest.start + held, end: rest.end, originalCount: rest.originalCount - part)
      guard missing == 0, let header else { return }
      receive(Frame(header: header, values: values, octets: octets, isKnown: isKnown))
      drop()
    }
  }

  /// Takes what belongs to the header, which may be spread over values too.
  ///
  /// - Returns: what follows it.
  private mutating func takeHeader(
    _ range: ByteRange, _ value: FramedValue, in bytes: Span<UInt8>
  ) -> ByteRange {
    // The first octet shows an operation, and reserved bits that are 0.
    if octets.isEmpty, range.count > 0, !MCUmgrHeader.mayBegin(bytes[range.start]) { return range }
    let part = min(MCUmgrHeader.octets - octets.count, range.count)
    octets.append(ByteRange(start: range.start, end: range.start + part), of: bytes)
    note(value)
    return ByteRange(
      start: range.start + part, end: range.end, originalCount: range.originalCount - part)
  }

  private mutating func note(_ value: FramedValue) {
    if values.count < Self.mostValues, values.last?.frame != value.frame { values.append(value) }
  }

  /// Whether a value begins the frame after this one, although this one is not complete: its rest
  /// was lost.
  private func isNext(_ last: MCUmgrHeader, _ range: ByteRange, in bytes: Span<UInt8>) -> Bool {
    guard let found = try? MCUmgrHeader(range, in: bytes) else { return false }
    return found.follows(last)
  }

  /// The connection has ended, or the values that follow are not the next ones.
  mutating func drop() {
    header = nil
    values = []
    octets = []
    missing = 0
    isKnown = true
  }
}
