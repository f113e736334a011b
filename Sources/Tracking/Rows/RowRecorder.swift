import BluetoothProtocol
import Bytes
import CaptureFiles
import Report

/// Writes values, or readings of signal strength, as rows while the capture is read: none is kept.
struct RowRecorder {
  /// Octets of rows that are handed over together.
  private static let pieceSize = 1 << 16
  /// Attributes whose types are known.
  private static let mostTypes = 65_536

  private struct Attribute: Hashable {
    var connection: Int
    var handle: ATTHandle
    var server: Side
  }

  private let request: RowRequest
  private var row = CSVWriter()
  private var types: [Attribute: BluetoothUUID] = [:]
  /// What times count from.
  var start: TraceTime?

  init(_ request: RowRequest) { self.request = request }

  private mutating func end() {
    row.endRow()
    if row.count >= Self.pieceSize { flush() }
  }

  mutating func flush() { request.sink.take(row.take()) }

  private mutating func write(_ moment: Moment) {
    row.cell(moment.frame)
    row.cell(Int(reported: moment.time.since(start ?? moment.time)))
    row.cell(time: request.timeOfDayIsKnown ? moment.time : nil)
  }

  // MARK: Values

  private mutating func write(
    _ moment: Moment, _ kind: String, _ direction: RecordDirection, _ attribute: Attribute,
    _ value: ByteRange, in bytes: Span<UInt8>
  ) {
    row.cell(request.file)
    row.cell(attribute.connection + 1)
    write(moment)
    row.cell(word: kind)
    row.cell(word: ReportV1.Direction(direction).rawValue)
    row.cell(Int(attribute.handle.rawValue))
    if let type = types[attribute] { row.cell(word: type.description) } else { row.empty() }
    row.cell(value.originalCount)
    row.cell(hex: value, in: bytes)
    end()
  }

  mutating func add(_ value: AttributeValue, in bytes: Span<UInt8>) {
    guard request.table == .values else { return }
    let server: Side = (value.direction == .rx) == value.kind.isFromServer ? .peer : .local
    write(
      value.moment, value.kind.word, value.direction,
      Attribute(connection: value.connection, handle: value.handle, server: server),
      value.value, in: bytes)
  }

  /// A value that was read, at its response.
  mutating func add(_ transaction: ATTTransaction, in bytes: Span<UInt8>) {
    guard request.table == .values, transaction.error == nil, let handle = transaction.handle
    else { return }
    let kind: String
    switch transaction.opcode {
    case .readRequest: kind = "read"
    case .readBlobRequest: kind = "read_blob"
    default: return
    }
    write(
      transaction.answer, kind, transaction.server == .peer ? .rx : .tx,
      Attribute(
        connection: transaction.connection, handle: handle, server: transaction.server),
      transaction.response, in: bytes)
  }

  // MARK: Signal strength

  mutating func add(_ event: SessionEvent) {
    switch event {
    case .typeLearned(let link, let handle, let type, let server)
    where request.table == .values && types.count < Self.mostTypes:
      types[Attribute(connection: link, handle: handle, server: server)] = type
    case .rssi(let link, let moment, let dBm): write(dBm, "connection", moment, link)
    case .qualityRSSI(let link, let moment, let dBm): write(dBm, "quality_report", moment, link)
    default: break
    }
  }

  private mutating func write(_ dBm: Int8, _ source: String, _ moment: Moment, _ link: Int) {
    guard request.table == .rssi else { return }
    row.cell(request.file)
    write(moment)
    row.cell(word: source)
    row.cell(link + 1)
    row.empty()
    row.empty()
    row.cell(Int(dBm))
    end()
  }

  mutating func add(_ report: Advertisement) {
    guard request.table == .rssi, let dBm = report.rssi else { return }
    row.cell(request.file)
    write(report.moment)
    row.cell(word: "advertising")
    row.empty()
    row.cell(word: report.address.description)
    row.cell(word: report.addressType.kind(of: report.address) ?? "")
    row.cell(Int(dBm))
    end()
  }
}

extension AttributeValue.Kind {
  /// As the column `kind` has it.
  fileprivate var word: String {
    switch self {
    case .notification: "notification"
    case .indication: "indication"
    case .writeCommand: "write_command"
    case .writeRequest: "write_request"
    case .longWrite: "long_write"
    }
  }
}
