import Bytes

/// What a request or an answer of MCUmgr holds that a transfer is made of. The CBOR map of a frame
/// has a text for each key.
///
///     key                         in
///     off, data, len, sha, name   a request to upload, an answer to a download
///     off                         the answer to an upload: the next octet that is wanted
///     rc                          an answer of version 1: the error, 0 for none
///     err: {group, rc}            an answer of version 2 with an error of a group
///
/// Zephyr, "Image management group", "File management group", "SMP Protocol Specification".
public struct MCUmgrBody: Hashable, Sendable {
  public var offset: Int?
  public var data: ByteRange?
  public var length: Int?
  public var hasDigest = false
  public var name: ByteRange?
  /// 0 is no error.
  public var result: Int?
  public var errorGroup: Int?
  /// Whether the map has a proper end, and nothing follows it.
  public var isWhole = false

  public init(_ range: ByteRange, in bytes: Span<UInt8>) {
    var reader = CBORReader(range)
    var found = Self()
    let isMap = reader.readMap(in: bytes) { key, item, reader in
      if Self.key(key, in: bytes) == Key.err {
        return found.readError(item, &reader, in: bytes)
      }
      found.take(Self.key(key, in: bytes), item)
      return false
    }
    self = found
    isWhole = isMap && reader.isAtEnd
  }

  private init() {}

  private enum Key: String { case off, data, len, sha, name, rc, err }

  private static func key(_ range: ByteRange, in bytes: Span<UInt8>) -> Key? {
    guard range.count <= 4 else { return nil }
    var octets: [UInt8] = []
    octets.append(range, of: bytes)
    return Key(rawValue: String(decoding: octets, as: UTF8.self))
  }

  private mutating func take(_ key: Key?, _ item: CBORReader.Item) {
    switch (key, item) {
    case (.off, _): offset = item.octets
    case (.len, _): length = item.octets
    case (.rc, _): result = item.code
    case (.data, .bytes(let range)): data = range
    case (.name, .text(let range)): name = range
    case (.sha, .bytes): hasDigest = true
    default: break
    }
  }

  /// Reads the map of an error.
  ///
  /// - Returns: whether it was read to its end.
  private mutating func readError(
    _ item: CBORReader.Item, _ reader: inout CBORReader, in bytes: Span<UInt8>
  ) -> Bool {
    guard case .map(let count?) = item else { return false }
    for _ in 0..<count {
      guard case .text(let range)? = reader.item(in: bytes), let value = reader.item(in: bytes)
      else { return true }
      switch Self.key(range, in: bytes) {
      case .rc: result = value.code
      default: if range.count == 5 { errorGroup = value.code }
      }
      guard reader.skip(value, in: bytes) else { return true }
    }
    return true
  }
}
