import Bytes
import Text

/// What the rows of `--format csv` are: values or readings of the capture itself, which are written
/// as they are read, or a table of `--format ndjson`.
package enum CSVTable: Equatable, Sendable {
  case values
  case rssi
  case table(RowTable)

  package static let all: [CSVTable] =
    [.values, .rssi] + RowTable.allCases.filter { $0 != .errors }.map { .table($0) }

  package init?(name: String) {
    guard let found = Self.all.first(where: { $0.name == name }) else { return nil }
    self = found
  }

  package var name: String {
    switch self {
    case .values: "values"
    case .rssi: "rssi"
    case .table(let table): table.rawValue
    }
  }

  /// Whether its rows are written while the capture is read.
  package var isRead: Bool {
    switch self {
    case .values, .rssi: true
    case .table: false
    }
  }

  /// Names of the columns, in their order.
  package var columns: [String] {
    switch self {
    case .values:
      [
        "file", "connection", "frame", "time_us", "time", "kind", "direction", "handle", "uuid",
        "octets", "value",
      ]
    case .rssi:
      [
        "file", "frame", "time_us", "time", "source", "connection", "address", "address_type",
        "dbm",
      ]
    case .table(let table): ["file"] + table.csvColumns.map(\.name)
    }
  }

  package var header: [UInt8] {
    var row = CSVWriter()
    for column in columns { row.cell(word: column) }
    row.endRow()
    return row.bytes
  }
}

/// Takes rows while a capture is read.
package protocol RowSink: AnyObject, Sendable {
  func take(_ rows: [UInt8])
}

/// The rows that are to be written while a capture is read.
package struct RowRequest: Sendable {
  package var table: CSVTable
  /// As the user named the capture.
  package var file = ""
  /// Whether the times of records are moments.
  package var timeOfDayIsKnown = true
  package var sink: any RowSink

  package init(table: CSVTable, sink: any RowSink) {
    self.table = table
    self.sink = sink
  }
}
