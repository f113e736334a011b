/// The LE features that a Controller supports, a bit each.
///
/// Core Vol 6, Part B, 4.6.
package struct LEFeatureSet: OptionSet, Hashable, Sendable {
  package let rawValue: UInt64

  package init(rawValue: UInt64) { self.rawValue = rawValue }

  package static let dataPacketLengthExtension = Self(rawValue: 1 << 5)
  package static let le2MPHY = Self(rawValue: 1 << 8)
}
