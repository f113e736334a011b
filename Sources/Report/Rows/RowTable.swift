/// The tables of `--format ndjson`. A row has one object of the report, named beside its table;
/// before its keys stand those that `RowColumns` lists for it.
package enum RowTable: String, CaseIterable, Sendable {
  case captures, controllers, advertisers
  case connectionFailures = "connection_failures"
  case attempts, scans
  case connections, parameters
  case parameterRequests = "parameter_requests"
  case pairing, phases, services
  case attErrors = "att_errors"
  case notifications, writes, transfers, runs, dialogues, messages, gaps, stalls, time
  case phys
  case dataLengths = "data_lengths"
  case encryption, channels, endings, findings, errors

  /// Of the rows: columns are added under it, none is renamed or removed.
  package static let schemaName = "bletrace-rows/1"

  /// Whether its rows belong to a connection, which they name by its id.
  var isOfConnection: Bool {
    switch self {
    case .parameters, .parameterRequests, .pairing, .phases, .services, .attErrors,
      .notifications, .writes, .transfers, .runs, .dialogues, .messages, .gaps, .stalls, .time,
      .phys, .dataLengths, .encryption, .channels, .endings:
      true
    case .captures, .controllers, .advertisers, .connectionFailures, .attempts, .scans,
      .connections, .findings, .errors:
      false
    }
  }

  /// The object of the report that a row holds.
  private var object: (any ReportObject.Type)? {
    switch self {
    case .captures: ReportV1.Capture.self
    case .controllers: ReportV1.Controller.self
    case .advertisers: ReportV1.Advertiser.self
    case .connectionFailures: ReportV1.ConnectionFailure.self
    case .attempts: ReportV1.Attempt.self
    case .scans: ReportV1.Scan.self
    case .connections: ReportV1.Connection.self
    case .parameters: ReportV1.Parameters.self
    case .parameterRequests: ReportV1.ParameterRequest.self
    case .pairing: ReportV1.Pairing.self
    case .phases: ReportV1.Phase.self
    case .services: ReportV1.Service.self
    case .attErrors: ReportV1.ATTError.self
    case .notifications, .writes: ReportV1.NotificationStream.self
    case .transfers: ReportV1.Transfer.self
    case .runs: ReportV1.Run.self
    case .dialogues: ReportV1.Dialogue.self
    case .messages: ReportV1.Messages.self
    case .stalls: ReportV1.Stall.self
    case .phys: ReportV1.PHYChange.self
    case .dataLengths: ReportV1.DataLength.self
    case .encryption: ReportV1.Encryption.self
    case .channels: ReportV1.Channel.self
    case .endings: ReportV1.Ending.self
    case .gaps, .time, .findings, .errors: nil
    }
  }

  /// All columns, in their order.
  package var columns: [RowColumn] {
    var columns = [
      RowColumn(name: "table", node: .constant(rawValue), isNullable: false),
      RowColumn(name: "capture", node: .string, isNullable: self == .errors),
    ]
    if self == .captures { columns += RowColumn.of(CaptureIdentity.fields, of: "CaptureIdentity") }
    return columns + ownColumns(withSketches: true)
  }

  /// Those of `--format csv` behind the name of the file.
  var csvColumns: [RowColumn] { ownColumns(withSketches: false) }

  /// Those that follow from the object and the connection that holds it.
  private func ownColumns(withSketches: Bool) -> [RowColumn] {
    var columns: [RowColumn] = []
    if isOfConnection {
      columns.append(RowColumn(name: "connection", node: .integer, isNullable: false))
    }
    if self == .findings {
      columns += RowColumn.of(FindingRow.fields, of: "Finding")
      // The one list that is a column: each connection is to be joined with the finding.
      columns.append(
        RowColumn(
          name: "connections", node: .array(.integer), isNullable: false,
          keys: [ReportKey(object: "Finding", name: "connections")]))
    }
    if self == .gaps { columns += RowColumn.of(OwnedRow.Gap.fields, of: "Gap") }
    if self == .time { columns += RowColumn.of(OwnedRow.Share.fields, of: "CauseShare") }
    if self == .errors { columns += RowColumn.of(ErrorRow.fields, of: "ErrorRow") }
    if let object, case .object(let name, let fields) = object.schema {
      columns += RowColumn.of(fields, of: name)
    }
    return withSketches ? columns : columns.filter { !$0.isOfSketch }
  }
}

/// What a row of `captures` begins with.
package struct CaptureIdentity: Sendable {
  package var sha256: String
  package var octets: Int
  /// The version of the program.
  package var bletrace: String

  package init(sha256: String, octets: Int, bletrace: String) {
    (self.sha256, self.octets, self.bletrace) = (sha256, octets, bletrace)
  }

  fileprivate static var fields: [SchemaNode.Field] {
    var noted = SchemaFields()
    CaptureIdentity(sha256: "", octets: 0, bletrace: "").describe(to: &noted)
    return noted.fields
  }

  func describe(to visitor: inout some FieldVisitor) {
    visitor.constant("schema", RowTable.schemaName)
    var (bletrace, octets) = (bletrace, octets)
    visitor.field("bletrace", &bletrace)
    visitor.field("octets", &octets)
  }
}
