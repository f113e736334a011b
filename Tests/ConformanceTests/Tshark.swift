import BletraceTestSupport
import CaptureFiles
import Foundation

/// The fields of Wireshark that the comparison rests on.
enum TsharkField: String, CaseIterable {
  case number = "frame.number"
  case time = "frame.time_epoch"
  case length = "frame.len"
  case capturedLength = "frame.cap_len"
  case pointToPoint = "frame.p2p_dir"
  case h4Direction = "hci_h4.direction"
  case monitorOpcode = "hci_mon.opcode"
  case packetLoggerType = "packetlogger.type"

  case command = "bthci_cmd.opcode"
  case scanEnable = "bthci_cmd.le_scan_enable"
  case filterDuplicates = "bthci_cmd.le_filter_duplicates"

  case event = "bthci_evt.code"
  case subevent = "bthci_evt.le_meta_subevent"
  case status = "bthci_evt.status"
  case eventHandle = "bthci_evt.connection_handle"
  case reason = "bthci_evt.reason"
  case role = "bthci_evt.role"
  case linkType = "bthci_evt.link_type"
  case address = "bthci_evt.bd_addr"
  case addressType = "bthci_evt.le_peer_address_type"
  case rssi = "bthci_evt.rssi"
  case interval = "bthci_evt.le_con_interval"
  case latency = "bthci_evt.le_con_latency"
  case supervisionTimeout = "bthci_evt.le_supv_timeout"
  case minimumInterval = "bthci_evt.le_min_interval"
  case maximumInterval = "bthci_evt.le_max_interval"
  case txOctets = "bthci_evt.max_tx_octets"
  case txTime = "bthci_evt.max_tx_time"
  case rxOctets = "bthci_evt.max_rx_octets"
  case rxTime = "bthci_evt.max_rx_time"
  case txPHY = "bthci_evt.le_tx_phy"
  case rxPHY = "bthci_evt.le_rx_phy"
  case encryptionEnable = "bthci_evt.encryption_enable"
  case encryptionMode = "bthci_evt.encryption_mode"
  case completedPackets = "bthci_evt.num_compl_packets"
  case answeredCommand = "bthci_evt.command_in_frame"

  case handle = "bthci_acl.chandle"
  case connectedIn = "bthci_acl.connect_in"
  case l2capLength = "btl2cap.length"
  case signal = "btl2cap.cmd_code"
  case signalIdentifier = "btl2cap.cmd_ident"
  case requestedMinimum = "btl2cap.min_interval"
  case requestedMaximum = "btl2cap.max_interval"
  case requestedLatency = "btl2cap.slave_latency"
  case requestedTimeout = "btl2cap.timeout_multiplier"
  case parameterResult = "btl2cap.move_result"
  case spsm = "btl2cap.le_psm"
  case channelResult = "btl2cap.le_result"

  case smp = "btsmp.opcode"
  case smpReason = "btsmp.reason"

  case att = "btatt.opcode"
  case attHandle = "btatt.handle"
  case attValue = "btatt.value"
  case attUUID16 = "btatt.uuid16"
  case attUUID128 = "btatt.uuid128"
  case groupEnd = "btatt.group_end_handle"
  case endingHandle = "btatt.ending_handle"
  case properties = "btatt.characteristic_properties"
  case configuration = "btatt.characteristic_configuration_client"
  case clientMTU = "btatt.client_rx_mtu"
  case serverMTU = "btatt.server_rx_mtu"
  case requestInError = "btatt.req_opcode_in_error"
  case errorCode = "btatt.error_code"
  case requestFrame = "btatt.request_in_frame"

  static let order = Dictionary(
    uniqueKeysWithValues: allCases.enumerated().map { ($0.element, $0.offset) })
}

/// What Wireshark says of one record.
struct TsharkRecord {
  private let columns: [Substring]

  fileprivate init(_ line: Substring) {
    columns = line.split(separator: "\t", omittingEmptySubsequences: false)
  }

  func text(_ field: TsharkField) -> [Substring] {
    guard let index = TsharkField.order[field], index < columns.count else { return [] }
    return columns[index].split(separator: ",")
  }

  func numbers(_ field: TsharkField) -> [Int] { text(field).compactMap(Self.number) }
  func number(_ field: TsharkField) -> Int? { text(field).first.flatMap(Self.number) }

  var frame: Int { number(.number) ?? 0 }

  var microseconds: Int {
    let parts = (text(.time).first ?? "").split(separator: ".")
    guard parts.count == 2, let seconds = Int(parts[0]), let rest = Int(parts[1].prefix(6)) else {
      return 0
    }
    return seconds * 1_000_000 + (parts[0].hasPrefix("-") ? -rest : rest)
  }

  private static func number(_ text: Substring) -> Int? {
    text.hasPrefix("0x") ? Int(text.dropFirst(2), radix: 16) : Int(text)
  }
}

enum Tshark {
  /// Where the program is.
  static let path: String? = {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return folders.map { $0 + "/tshark" }.first {
      FileManager.default.isExecutableFile(atPath: $0)
    }
  }()

  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  static func read(_ file: String) throws -> [TsharkRecord] {
    try lines(file, fields: TsharkField.allCases.map(\.rawValue), aggregator: ",")
      .map { TsharkRecord($0) }
  }

  /// A line for each record: the fields with tabs between them, and several values of one field
  /// with the aggregator between them.
  static func lines(
    _ file: String, fields: [String], aggregator: String
  ) throws -> [Substring] {
    guard let path else { throw Failure(description: "tshark is not installed") }
    let (file, isCopy) = try readable(file)
    defer {
      if isCopy { try? FileManager.default.removeItem(atPath: file) }
    }
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: path)
    process.arguments =
      [
        "-n", "-r", file, "-T", "fields", "-E", "separator=/t", "-E", "occurrence=a", "-E",
        "aggregator=\(aggregator)",
      ]
      + fields.flatMap { ["-e", $0] }
    process.standardOutput = output
    let complaints = Pipe()
    process.standardError = complaints
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    let complaint = try complaints.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    // A file that is cut ends with 2, all whole records having been printed.
    let isCut =
      process.terminationStatus == 2
      && String(decoding: complaint, as: UTF8.self).contains("cut short")
    guard process.terminationStatus == 0 || isCut else {
      throw Failure(description: "tshark ends with \(process.terminationStatus) on \(file)")
    }
    return String(decoding: data, as: UTF8.self).split(separator: "\n")
  }

  /// The file, or, as Wireshark knows no btsnooz, a copy that holds the same records as btsnoop.
  private static func readable(_ file: String) throws -> (path: String, isCopy: Bool) {
    guard var reader = try? CaptureReader(FileDescriptorSource(path: file)) else {
      return (file, false)
    }
    var batch: [CapturedRecord] = []
    _ = try reader.nextBatch(into: &batch)
    guard reader.format == .btsnooz else { return (file, false) }
    let story = try CaptureBuilder(reading: [UInt8](Data(contentsOf: URL(filePath: file))))
    let copy = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).btsnoop")
    try Data(story.btsnoop()).write(to: copy)
    return (copy.path(percentEncoded: false), true)
  }
}
