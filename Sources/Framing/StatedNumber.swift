/// Offsets and lengths that a protocol inside the data states. They come off the air, and may be
/// anything that their octets hold; CBOR has 64 bits for them. Here they enter, and what is taken
/// is small enough that the code after it adds and multiplies plainly.
extension Int {
  /// The protocols have 32 bits for the octets that they send.
  static let mostStated = Int(UInt32.max)

  /// `nil` for a number that cannot be an offset or a length of what is sent.
  init?(stated number: some BinaryInteger) {
    guard let number = Int(exactly: number), (0...Self.mostStated).contains(number) else {
      return nil
    }
    self = number
  }
}
