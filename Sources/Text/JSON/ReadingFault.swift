/// Why a report cannot be read.
package struct ReadingFault: Error {
  package enum Why {
    /// Both counted from 1.
    case syntax(line: Int, column: Int)
    /// A value that is not what a report has there, which is `an object`, `a text`.
    case wanted(String)
    /// It would take too much memory.
    case room
    /// It has too much text in it.
    case text
    /// It is of another kind or version, or does not say of which.
    case schema(String?)
  }

  package var why: Why
  /// `captures[0].mtu`
  package var path = ""

  package init(_ why: Why) {
    self.why = why
  }

  package func inside(_ key: String) -> ReadingFault {
    var fault = self
    fault.path = key + (path.isEmpty || path.utf8.first == UInt8(ascii: "[") ? "" : ".") + path
    return fault
  }
}
