import Text

/// One word of the command line.
///
/// A file name need not be UTF-8, so the bytes are kept beside the text: files are opened by the
/// first and named by the second.
package struct Argument: Hashable, Sendable {
  package let bytes: [UInt8]

  package init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  package init(_ text: String) {
    bytes = Array(text.utf8)
  }

  /// Bytes that are not UTF-8 show as U+FFFD.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// `text` with nothing in it that could move a terminal's cursor or break a line in two.
  var printable: String { text.printable }
}

extension Argument: ExpressibleByStringLiteral {
  package init(stringLiteral text: String) {
    self.init(text)
  }
}

extension String {
  /// The text with what is no visible character shown by its code. Names of files and pieces of
  /// captures get into messages, and must stay on their line.
  var printable: String { Printable.escape(self, unicode: true) }
}
