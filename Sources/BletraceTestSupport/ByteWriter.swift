import CaptureFiles

/// Appends numbers in either byte order.
package struct ByteWriter: Hashable, Sendable {
  package var bytes: [UInt8] = []
  package var order: ByteOrder

  package init(_ order: ByteOrder) {
    self.order = order
  }

  package mutating func put(_ octets: [UInt8]) {
    bytes += octets
  }

  /// Any integer, as wide as its type.
  package mutating func put<Number: FixedWidthInteger>(_ number: Number) {
    bytes.put(number, order)
  }

  package mutating func padTo(multipleOf count: Int) {
    while !bytes.count.isMultiple(of: count) { bytes.append(0) }
  }
}
