import SystemLibraries

/// What two devices share after LE Secure Connections of which one used the debug key: its private
/// key is printed in the specification. Core Vol 3, Part H, 2.3.5.6.1.
enum DebugKeyAgreement {
  /// The x-coordinate of the product of the debug key and the other side's public key; nil where
  /// that is no point of the curve.
  ///
  /// - Parameter publicKey: X and Y as they are sent, the least significant octets first.
  static func sharedSecret(_ publicKey: Span<UInt8>) -> P256Number? {
    guard publicKey.count == 2 * P256Number.octets else { return nil }
    let x = P256Number(littleEndian: publicKey.extracting(0..<P256Number.octets))
    let y = P256Number(littleEndian: publicKey.extracting(P256Number.octets...))
    return P256Point(x, y)?.multiplied(by: privateKey)
  }

  private static let privateKey = P256Number([
    0x5899_B8A6_CD3C_1ABD, 0x4AFF_607B_EB40_B799, 0x74C9_B3E3_D210_3F50, 0x3F49_F6D4_A3C5_5F38,
  ])
}

/// A number of 256 bits, the lowest 64 first.
struct P256Number: Equatable, Sendable {
  static let octets = 32
  var limbs: SIMD4<UInt64>

  init(_ limbs: SIMD4<UInt64>) { self.limbs = limbs }

  init(littleEndian bytes: Span<UInt8>) {
    limbs = .zero
    for index in bytes.indices.prefix(Self.octets) {
      limbs[index / 8] |= UInt64(bytes[index]) << UInt64(index % 8 * 8)
    }
  }

  /// The most significant octets first, as in two numbers.
  var halves: (high: UInt128, low: UInt128) {
    (UInt128(limbs[3]) << 64 | UInt128(limbs[2]), UInt128(limbs[1]) << 64 | UInt128(limbs[0]))
  }

  func bit(_ index: Int) -> Bool { limbs[index / 64] >> UInt64(index % 64) & 1 == 1 }

  fileprivate func isLess(than other: P256Number) -> Bool {
    for index in (0..<4).reversed() where limbs[index] != other.limbs[index] {
      return limbs[index] < other.limbs[index]
    }
    return false
  }

  /// - Returns: whether it was less than the other one.
  fileprivate mutating func subtract(_ other: P256Number) -> Bool {
    var borrow = false
    for index in 0..<4 {
      let (first, isLess) = limbs[index].subtractingReportingOverflow(other.limbs[index])
      let (second, isLessStill) = first.subtractingReportingOverflow(borrow ? 1 : 0)
      limbs[index] = second
      borrow = isLess || isLessStill
    }
    return borrow
  }

  /// - Returns: the carry.
  fileprivate mutating func add(_ other: P256Number) -> Bool {
    var carry: UInt128 = 0
    for index in 0..<4 {
      carry += UInt128(limbs[index]) + UInt128(other.limbs[index])
      limbs[index] = UInt64(truncatingIfNeeded: carry)
      carry >>= 64
    }
    return carry != 0
  }
}

/// A number modulo the prime of P-256, times 2^256: products need no division then. Montgomery,
/// Modular Multiplication Without Trial Division, 1985.
private struct Residue: Equatable {
  private(set) var number: P256Number

  static let prime = P256Number([UInt64.max, 0xFFFF_FFFF, 0, 0xFFFF_FFFF_0000_0001])
  /// 2^512.
  private static let square = P256Number([
    3, 0xFFFF_FFFB_FFFF_FFFF, 0xFFFF_FFFF_FFFF_FFFE, 0x4_FFFF_FFFD,
  ])

  private init(reduced number: P256Number) { self.number = number }

  init(_ number: P256Number) {
    self.number = Self.product(number, Self.square)
  }

  static let one = Residue(P256Number([1, 0, 0, 0]))

  var plain: P256Number { Self.product(number, P256Number([1, 0, 0, 0])) }
  var isZero: Bool { number == P256Number(.zero) }

  static func * (one: Residue, other: Residue) -> Residue {
    Residue(reduced: product(one.number, other.number))
  }

  static func + (one: Residue, other: Residue) -> Residue {
    var sum = one.number
    if sum.add(other.number) || !sum.isLess(than: prime) { _ = sum.subtract(prime) }
    return Residue(reduced: sum)
  }

  static func - (one: Residue, other: Residue) -> Residue {
    var difference = one.number
    if difference.subtract(other.number) { _ = difference.add(prime) }
    return Residue(reduced: difference)
  }

  func times(_ count: Int) -> Residue { (1..<count).reduce(self) { sum, _ in sum + self } }

  /// By the little theorem of Fermat.
  var inverse: Residue {
    var exponent = Self.prime
    exponent.limbs[0] &-= 2
    var result = Residue.one
    for index in (0..<256).reversed() {
      result = result * result
      if exponent.bit(index) { result = result * self }
    }
    return result
  }

  /// The lowest 64 bits of the prime are -1, so that what is to be added is what is there.
  private static func product(_ one: P256Number, _ other: P256Number) -> P256Number {
    var sum = SIMD8<UInt64>()
    for index in 0..<4 {
      var carry: UInt128 = 0
      for place in 0..<4 {
        carry +=
          UInt128(sum[place]) + UInt128(one.limbs[place]) * UInt128(other.limbs[index])
        sum[place] = UInt64(truncatingIfNeeded: carry)
        carry >>= 64
      }
      carry += UInt128(sum[4])
      sum[4] = UInt64(truncatingIfNeeded: carry)
      sum[5] = UInt64(truncatingIfNeeded: carry >> 64)
      let factor = UInt128(sum[0])
      carry = (UInt128(sum[0]) + factor * UInt128(prime.limbs[0])) >> 64
      for place in 1..<4 {
        carry += UInt128(sum[place]) + factor * UInt128(prime.limbs[place])
        sum[place - 1] = UInt64(truncatingIfNeeded: carry)
        carry >>= 64
      }
      carry += UInt128(sum[4])
      sum[3] = UInt64(truncatingIfNeeded: carry)
      sum[4] = sum[5] &+ UInt64(truncatingIfNeeded: carry >> 64)
    }
    var result = P256Number([sum[0], sum[1], sum[2], sum[3]])
    if sum[4] != 0 || !result.isLess(than: prime) { _ = result.subtract(prime) }
    return result
  }
}

/// A point of the curve y^2 = x^3 - 3x + b: X / Z^2 and Y / Z^3. FIPS 186-4, D.1.2.3.
private struct P256Point {
  private var x: Residue
  private var y: Residue
  private var z: Residue

  private static let b = P256Number([
    0x3BCE_3C3E_27D2_604B, 0x651D_06B0_CC53_B0F6, 0xB3EB_BD55_7698_86BC, 0x5AC6_35D8_AA3A_93E7,
  ])

  /// nil beside the curve.
  init?(_ x: P256Number, _ y: P256Number) {
    guard x.isLess(than: Residue.prime), y.isLess(than: Residue.prime) else { return nil }
    (self.x, self.y, z) = (Residue(x), Residue(y), .one)
    guard self.y * self.y == self.x * self.x * self.x - self.x.times(3) + Residue(Self.b) else {
      return nil
    }
  }

  /// - Returns: the x-coordinate; nil for the point at infinity.
  func multiplied(by factor: P256Number) -> P256Number? {
    guard let top = (0..<256).last(where: { factor.bit($0) }) else { return nil }
    var product = self
    for index in (0..<top).reversed() {
      product.double()
      if factor.bit(index), !product.add(self) { return nil }
    }
    guard !product.z.isZero else { return nil }
    let inverse = product.z.inverse
    return (product.x * inverse * inverse).plain
  }

  private mutating func double() {
    let delta = z * z
    let gamma = y * y
    let beta = x * gamma
    let alpha = ((x - delta) * (x + delta)).times(3)
    let sum = y + z
    z = sum * sum - gamma - delta
    x = alpha * alpha - beta.times(8)
    y = alpha * (beta.times(4) - x) - (gamma * gamma).times(8)
  }

  /// - Parameter other: a point whose z is 1.
  /// - Returns: false if both have one x-coordinate, which has another formula.
  private mutating func add(_ other: P256Point) -> Bool {
    let square = z * z
    let h = other.x * square - x
    guard !h.isZero else { return false }
    let r = other.y * square * z - y
    let (hh, v) = (h * h, x * h * h)
    let hhh = h * hh
    z = z * h
    x = r * r - hhh - v.times(2)
    y = r * (v - x) - y * hhh
    return true
  }
}
