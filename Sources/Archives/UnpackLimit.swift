import CaptureFiles

/// How much packed data may unpack to: so many octets, or `ratio` times what it takes, whichever is
/// more.
///
/// Data that was not made up stays below the ratio: a btsnoop file of one packet over and over,
/// 1,021 octets of zero, unpacks to 144 times its size, one of the same advertising report to 19
/// times. DEFLATE reaches 1,032 times, so that 2 MB could take the time of 2 GB.
package struct UnpackLimit: Hashable, Sendable {
  package static let ratio = 200
  package static let standard = UnpackLimit(octets: 256_000_000)

  /// Without a number there is no limit.
  package let octets: Int?

  package init(octets: Int?) { self.octets = octets }

  package func allows(_ unpacked: Int, from packed: Int) -> Bool {
    guard let octets, unpacked > octets else { return true }
    let (most, isOver) = packed.multipliedReportingOverflow(by: Self.ratio)
    return isOver || unpacked <= most
  }

  package var error: CaptureFileError {
    let size = (octets ?? 0) / 1_000_000
    return .cannotUnpack(
      reason: "it unpacks to more than \(size > 0 ? "\(size) MB" : "\(octets ?? 0) bytes") and "
        + "more than \(Self.ratio) times its size; '--unpack-limit' raises the limit")
  }
}

/// What was unpacked of one archive so far.
package final class UnpackCount {
  let limit: UnpackLimit
  private var packed: Int
  private var unpacked = 0
  /// Whether what is taken was packed before: what unpacks to packed data would allow for more.
  private let isFixed: Bool

  package init(_ limit: UnpackLimit = .standard) {
    (self.limit, packed, isFixed) = (limit, 0, false)
  }

  /// Counts data that are packed in something that is packed itself.
  ///
  /// - Parameter packed: octets of the outermost.
  package init(_ limit: UnpackLimit, of packed: Int) {
    (self.limit, self.packed, isFixed) = (limit, packed, true)
  }

  /// Whether that was still within the limit.
  func add(packed: Int, unpacked: Int) -> Bool {
    if !isFixed { self.packed += packed }
    self.unpacked += unpacked
    return limit.allows(self.unpacked, from: self.packed)
  }
}
