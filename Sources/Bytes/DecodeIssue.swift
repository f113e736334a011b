/// The layer that a decoder works on, as named in a report of what could not be decoded.
public enum Layer: String, Hashable, Sendable, CaseIterable {
  case record, hci, acl, iso, sco, l2cap, signalling, att, gatt, smp, gap, monitor
  case linkLayer = "link-layer"
}

/// A packet that ends before a field it must hold, or that contradicts itself.
///
/// It is a value, not a failure of the program: it is counted, and what was decoded before it
/// stays.
@frozen public struct DecodeIssue: Error, Hashable, Sendable {
  /// Who set the end that was run into: the packet's own length, or the capture, which kept less
  /// than there was.
  public enum Limit: Hashable, Sendable { case packet, capture }

  public let layer: Layer
  /// Where the missing field starts, counted from the start of the span that was decoded.
  public let offset: Int
  public let needed: Int
  public let available: Int
  public let limit: Limit

  public init(layer: Layer, offset: Int, needed: Int, available: Int, limit: Limit) {
    self.layer = layer
    self.offset = offset
    self.needed = needed
    self.available = available
    self.limit = limit
  }
}
