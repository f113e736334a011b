/// Walks one JSON document (RFC 8259) from its beginning to its end, and never holds more of it
/// than a piece: how long it is does not matter. What is made of it is counted, and has a limit.
///
/// A class, as it is handed down through all the values that are read from it in turn. The work on
/// single octets is `JSONScanner`'s, a value, so that access to it is checked but once a call.
package final class JSONCursor {
  package enum Kind { case object, array, string, number, bool, null }

  package enum Number {
    /// Without fraction and exponent, of 64 bits.
    case integer(Int)
    case real(Double)
  }

  /// Octets of a text or of a key that are kept, with the mark where one is cut. The longest text
  /// that `analyze` writes, beside a path, has some hundred.
  package static let longestText = 4096
  /// Octets that all texts and kept keys together may have. In the reports on the samples they are
  /// less than a tenth of the file, so that one of 160 MB would still be read.
  package static let mostText = 16_000_000

  private var scanner: JSONScanner

  /// - Parameters:
  ///   - room: octets of memory that may be made of it.
  ///   - more: the next piece of the document; nothing at its end, and from then on.
  package init(room: Int, more: @escaping () -> [UInt8]) {
    scanner = JSONScanner(room: room, piece: [], more: more)
  }

  package init(_ bytes: [UInt8], room: Int) {
    scanner = JSONScanner(room: room, piece: bytes) { [] }
  }

  /// The key of the member that was come to last. One that is too long is cut, as a text is.
  package var key: [UInt8] { scanner.key }
  /// Whether the member that was come to last has this key.
  package func isAt(_ key: StaticString) -> Bool { key.isSame(as: scanner.key) }
  /// Octets of memory that values may still take.
  package var room: Int { scanner.room }

  /// Counts what a value takes.
  package func take(_ octets: Int) throws(ReadingFault) { try scanner.take(octets) }

  /// What is here is no JSON.
  package func fault() -> ReadingFault { scanner.fault() }

  /// What comes next is.
  package func kind() throws(ReadingFault) -> Kind { try scanner.kind() }

  /// Goes into the object or the list that comes next.
  package func enter() throws(ReadingFault) { try scanner.enter() }

  /// Goes to the value of an object's next member; false after the object's end.
  package func nextMember() throws(ReadingFault) -> Bool { try scanner.nextMember() }

  /// Goes to a list's next value; false after the list's end.
  package func nextElement() throws(ReadingFault) -> Bool { try scanner.nextElement() }

  /// The text that comes next; one that is too long is cut, and ends in a mark.
  package func string() throws(ReadingFault) -> String { try scanner.string() }

  /// A text that is kept, counted.
  package func kept(_ octets: [UInt8]) throws(ReadingFault) -> String { try scanner.kept(octets) }

  package func bool() throws(ReadingFault) -> Bool { try scanner.bool() }

  package func null() throws(ReadingFault) { try scanner.null() }

  package func number() throws(ReadingFault) -> Number { try scanner.number() }

  /// Goes past the value that comes next.
  package func skip() throws(ReadingFault) { try scanner.skip() }

  /// Nothing but blanks comes any more.
  package func end() throws(ReadingFault) { try scanner.end() }
}

/// Whether the octets are one whole JSON object or list.
package func isWholeJSON(_ bytes: [UInt8]) -> Bool {
  var json = JSONScanner(room: 0, piece: bytes) { [] }
  do throws(ReadingFault) {
    guard try [.object, .array].contains(json.kind()) else { return false }
    try json.skip()
    try json.end()
    return true
  } catch {
    return false
  }
}
