import Report
import Text

/// The sections with the details of one connection, in their order on the page: how the data went
/// before what the attributes are.
enum ConnectionDetails: Int, CaseIterable {
  case facts, phases, transfers, runs, dialogues, messages, ceiling, streams, gaps, stalls, errors,
    attributes

  /// - Parameter limit: rows to show, or other entries; 0 shows nothing. For `facts` a level.
  func write(_ connection: ReportV1.Connection, limit: Int, to document: inout Document) {
    switch self {
    case .facts: ConnectionSection.writeFacts(connection, level: limit, to: &document)
    case .phases: PhaseSection.write(connection, limit: limit, to: &document)
    case .attributes:
      GATTSection.write(connection.gatt, limit: limit, to: &document)
      if let other = connection.gattOtherSide {
        GATTSection.write(other, limit: limit, to: &document)
      }
    case .transfers:
      TransferSection.write(connection, limit: limit, to: &document)
      if limit > 0 { TransferSection.writeProtocols(connection, to: &document) }
    case .runs: RunSection.write(connection, limit: limit, to: &document)
    case .dialogues: DialogueSection.write(connection, limit: limit, to: &document)
    case .messages: MessageSection.write(connection, limit: limit, to: &document)
    case .ceiling: CeilingSection.write(connection, limit: limit, to: &document)
    case .streams: StreamSection.write(connection, limit: limit, to: &document)
    case .gaps: GapList.write(connection, limit: limit, to: &document)
    case .stalls: FlowSection.writeStalls(connection, limit: limit, to: &document)
    case .errors: ATTSection.writeErrors(connection, limit: limit, to: &document)
    }
  }

  /// - Parameter isBrief: what says little at great length is added up or cut.
  static func writeAll(
    _ connection: ReportV1.Connection, isBrief: Bool = false, to document: inout Document
  ) {
    for section in allCases {
      let limit = isBrief ? section.briefLimit : nil
      section.write(connection, limit: limit ?? ReportExtent.mostRows, to: &document)
    }
  }

  /// Where more rows say little.
  private var briefLimit: Int? {
    switch self {
    case .phases: PhaseSection.mostListed
    case .gaps, .stalls, .messages: 12
    default: nil
    }
  }

  /// What to call the section where it is left out; `nil` where there is nothing to show.
  func name(in connection: ReportV1.Connection) -> String? {
    switch self {
    case .facts: nil
    case .phases: connection.phases.isEmpty ? nil : "phases"
    case .attributes:
      [connection.gatt, connection.gattOtherSide].contains {
        $0.map(GATTSection.hasEntries) ?? false
      } ? "attributes" : nil
    case .transfers: connection.transfers.isEmpty ? nil : "transfers"
    case .runs: connection.runs.isEmpty ? nil : "runs"
    case .dialogues: connection.dialogues.isEmpty ? nil : "dialogues"
    case .messages: connection.messages.isEmpty ? nil : "messages"
    case .ceiling:
      connection.transfers.contains { CeilingSection.share(of: $0) != nil }
        ? "what the link allowed" : nil
    case .streams:
      connection.notifications.isEmpty && connection.writes.isEmpty
        ? nil : "values by characteristic"
    case .gaps: GapList.gaps(of: connection).isEmpty ? nil : "gaps"
    case .stalls: connection.flow.stalls.isEmpty ? nil : "stalls"
    case .errors: ATTSection.hasErrors(connection.att) ? "ATT errors" : nil
    }
  }
}
