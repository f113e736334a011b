import CNettle

/// The curve of LE Secure Connections, by the Nettle library. Numbers have 32 octets, the least
/// significant first, as the Security Manager sends them; a point is x and y. Core Vol 3, Part H,
/// 2.3.5.6.1.
package enum P256 {
  package static let octets = 32

  /// - Returns: the x-coordinate of a point, multiplied; nil where it is no point of the curve.
  package static func multiply(_ point: [UInt8], by factor: [UInt8]) -> [UInt8]? {
    guard point.count == 2 * octets, factor.count == octets else { return nil }
    var x = [UInt8](repeating: 0, count: octets)
    return unsafe bletrace_p256_multiply(factor, point, &x) == 1 ? x : nil
  }
}
