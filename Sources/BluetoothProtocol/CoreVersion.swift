/// The version of the Core Specification that a Controller, its Link Layer or its LMP follows.
///
/// Assigned Numbers, 2.1.
package struct CoreVersion: RawRepresentable, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  package init(_ rawValue: UInt8) {
    self.init(rawValue: rawValue)
  }

  /// `5.4`, or nil for a version that is newer than this table.
  package var name: String? {
    switch rawValue {
    case 0: "1.0b"
    case 1: "1.1"
    case 2: "1.2"
    case 3: "2.0"
    case 4: "2.1"
    case 5: "3.0"
    case 6: "4.0"
    case 7: "4.1"
    case 8: "4.2"
    case 9: "5.0"
    case 10: "5.1"
    case 11: "5.2"
    case 12: "5.3"
    case 13: "5.4"
    case 14: "6.0"
    default: nil
    }
  }
}
