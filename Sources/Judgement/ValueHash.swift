import Bytes

/// A hash of octets: equal values have equal hashes, and different ones hardly ever.
@inline(__always)
package func valueHash(_ range: Range<Int>, of bytes: Span<UInt8>) -> UInt32 {
  var state: UInt64 = 0x9E37_79B9_7F4A_7C15 ^ UInt64(truncatingIfNeeded: range.count)
  var index = range.lowerBound
  while index &+ 8 <= range.upperBound {
    state = (state ^ bytes.u64le(index)) &* 0xFF51_AFD7_ED55_8CCD
    state ^= state &>> 32
    index &+= 8
  }
  var rest: UInt64 = 0
  while index < range.upperBound {
    rest = rest &<< 8 | UInt64(bytes[index])
    index &+= 1
  }
  state = (state ^ rest) &* 0xC4CE_B9FE_1A85_EC53
  return UInt32(truncatingIfNeeded: state &>> 32)
}

/// The first four octets, the first in the lowest bits; what is missing is zero.
@inline(__always)
package func valueHead(_ range: Range<Int>, of bytes: Span<UInt8>) -> UInt32 {
  if range.count >= 4 { return bytes.u32le(range.lowerBound) }
  var head: UInt32 = 0
  var shift: UInt32 = 0
  for index in range {
    head |= UInt32(bytes[index]) &<< shift
    shift &+= 8
  }
  return head
}
