import BletraceTestSupport
import BluetoothProtocol
import CaptureFiles
import Foundation
import Testing
import Text

@testable import PacketText

/// What `decode` says against what tshark says: every frame, each of its values by its field.
@Suite(.serialized) struct PacketConformanceTests {
  @Test(.enabled(if: tsharkIsRequired || Tshark.path != nil, "tshark is not installed"))
  func samples() throws {
    let folder = projectFolder + "/samples"
    try compare(
      try files(in: folder).filter { $0.contains("/capture.") }, in: folder, "samples")
  }

  @Test(
    .enabled(if: tsharkIsRequired || Tshark.path != nil, "tshark is not installed"),
    .enabled(
      if: RealCaptures.folder != nil,
      "no real captures: BLETRACE_CAPTURES names no folder; only the samples are compared"))
  func realCaptures() throws {
    let folder = try #require(RealCaptures.folder)
    try compare(
      try files(in: folder).filter {
        $0 != "README.md" && $0 != "INDEX.tsv" && refusedFiles[$0] == nil
      }, in: folder, "real captures")
  }

  @Test(
    .enabled(if: tsharkIsRequired || Tshark.path != nil, "tshark is not installed"),
    .enabled(if: RealCaptures.airFolder != nil, "no sniffed captures beside the real ones"))
  func airCaptures() throws {
    let folder = try #require(RealCaptures.airFolder)
    try compare(
      try files(in: folder).filter { $0.contains(".pcap") }, in: folder, "sniffed captures")
  }

  private func compare(_ files: [String], in folder: String, _ what: String) throws {
    try #require(Tshark.path != nil, "tshark is not installed, and CI needs it")
    #expect(!files.isEmpty, "no files in \(folder)")
    var tally = Tally()
    for file in files {
      do {
        try compare(file, in: folder, &tally)
      } catch {
        Issue.record("\(file): \(error)")
      }
    }
    print("packets against tshark, \(what): \(tally)")
    // Each field must have been compared somewhere, or it is a slip in the table.
    if what == "samples" {
      for field in ["bthci_evt.status", "btatt.opcode", "btsmp.authreq", "btl2cap.cid"] {
        #expect((tally.fields[field] ?? 0) > 0, "\(field) was never compared")
      }
    }
  }

  private func compare(_ file: String, in folder: String, _ tally: inout Tally) throws {
    let path = folder + "/" + file
    let theirs = try TsharkPackets(path, fields: packetPairs.map(\.tshark))
    tally.files += 1
    var reported = 0
    try OwnPackets.forEach(path) { packet in
      guard let record = theirs.records[packet.frame] else { return }
      tally.frames += 1
      for (index, pair) in packetPairs.enumerated() where pair.isFor(packet.layer, packet.title) {
        let other = record[index].map { normalized($0, pair.style) }
        let own = packet.values(pair)
        if other.isEmpty && own.isEmpty { continue }
        if other == own {
          tally.equal += own.count
          tally.fields[pair.tshark, default: 0] += own.count
          continue
        }
        let difference = PacketDifference(
          file: file, frame: packet.frame, title: packet.title, isReassembled: packet.isReassembled,
          isDamaged: packet.isDamaged, field: pair.tshark, tshark: other, bletrace: own)
        if let reason = difference.reason {
          tally.explained[reason, default: 0] += max(other.count, own.count)
          continue
        }
        reported += 1
        if reported <= 20 { Issue.record("\(difference)") }
      }
    }
  }
}

/// How much was compared.
private struct Tally: CustomStringConvertible {
  var files = 0
  var frames = 0
  var equal = 0
  var explained: [PacketDifference.Reason: Int] = [:]
  var fields: [String: Int] = [:]

  var description: String {
    let known = explained.values.reduce(0, +)
    let reasons = explained.sorted { $0.key.rawValue < $1.key.rawValue }
      .map { "\($0.key.rawValue) \($0.value)" }.joined(separator: ", ")
    return "\(files) files, \(frames) frames, \(equal + known) values of \(fields.count) fields "
      + "compared, \(equal) equal, \(known) explained (\(reasons))"
  }
}

// MARK: - The two sides

/// The packets of a file as tshark shows them: for each frame, the values of each field.
private struct TsharkPackets {
  private(set) var records: [Int: [[String]]] = [:]

  init(_ path: String, fields: [String]) throws {
    let lines = try Tshark.lines(path, fields: ["frame.number"] + fields, aggregator: "\u{1F}")
    for line in lines {
      let columns = line.split(separator: "\t", omittingEmptySubsequences: false)
      guard let number = columns.first.flatMap({ Int($0) }) else { continue }
      records[number] = columns.dropFirst().map { column in
        column.split(separator: "\u{1F}").map(String.init)
      }
    }
  }
}

/// A packet as bletrace shows it.
private struct OwnPacket {
  var frame: Int
  var layer: PacketLayer
  var title: String
  var isReassembled: Bool
  var fields: [(name: String, value: FieldValue, octets: [UInt8], isCut: Bool)]

  /// Whether its CRC is wrong, and it is shorter than its fields.
  var isDamaged: Bool {
    var isShort = false
    var crcIsWrong = false
    for field in fields {
      if case .missing = field.value { isShort = true }
      if field.name == "CRC state", field.value.number == 1 { crcIsWrong = true }
    }
    return isShort && crcIsWrong
  }

  func values(_ pair: PacketPair) -> [String] {
    fields.compactMap { field -> String? in
      guard pair.ours.contains(field.name), !field.isCut || !field.octets.isEmpty else {
        return nil
      }
      switch field.value {
      case .group, .element, .missing, .leftOver: return nil
      case .signed(let number, _): return String(number)
      case .special(let number, let digits, _) where signedFields.contains(pair.tshark):
        return digits == 2 ? String(Int8(truncatingIfNeeded: number)) : String(number)
      case .uuid: return uuid(field.octets, pair.style)
      case .address(let address): return address.description.lowercased()
      case .text:
        return String(decoding: field.octets.prefix { $0 != 0 }, as: UTF8.self)
          .replacingOccurrences(of: "\n", with: "\\n")
      case .bytes, .attributeValue, .secret:
        return field.octets.map { hexOctet($0) }.joined()
      default: return field.value.number.map { String($0) }
      }
      // An empty text is no value to tshark.
    }.filter { !$0.isEmpty }
  }

  /// A UUID as the field writes it, if it is of the length that the field is for.
  private func uuid(_ octets: [UInt8], _ style: PacketPair.Style) -> String? {
    switch (style, octets.count) {
    case (.shortUUID, 2): String(UInt16(octets[1]) << 8 | UInt16(octets[0]))
    case (.longUUID, 16): octets.reversed().map { hexOctet($0) }.joined()
    case (.airUUID, 16): octets.map { hexOctet($0) }.joined()
    default: nil
    }
  }
}

private let signedFields: Set<String> = [
  "bthci_evt.rssi", "bthci_evt.tx_power", "btcommon.eir_ad.entry.power_level",
]

private func hexOctet(_ octet: UInt8) -> String {
  let text = String(octet, radix: 16)
  return octet < 16 ? "0" + text : text
}

private enum OwnPackets {
  /// Hands out the packets one by one, as the printer sees them.
  static func forEach(_ path: String, _ body: (OwnPacket) -> Void) throws {
    var options = PacketOptions()
    options.format = .fields
    var printer = PacketPrinter(options)
    var reader = try CaptureReader(FileDescriptorSource(path: path))
    var batch: [CapturedRecord] = []
    var output = TextBuffer()
    while try reader.nextBatch(into: &batch) {
      for record in batch {
        output.removeAll()
        let copies = printer.add(record, in: reader.window.span, to: &output)
        body(packet(record, printer.fields, reader.window, copies))
      }
    }
  }

  private static func packet(
    _ record: CapturedRecord, _ fields: PacketFields, _ window: [UInt8], _ copies: [UInt8]
  ) -> OwnPacket {
    let own =
      fields.frame.fields.map { ($0, Array(window[$0.range.start..<$0.range.end])) }
      + fields.pdu.fields.map { ($0, Array(copies[$0.range.start..<$0.range.end])) }
    return OwnPacket(
      frame: record.number, layer: fields.layer, title: fields.title,
      isReassembled: fields.summaryIsOfPDU,
      fields: own.map { ($0.0.name.description, $0.0.value, $0.1, $0.0.range.isCut) })
  }
}

/// A value of tshark as we write it.
private func normalized(_ text: String, _ style: PacketPair.Style) -> String {
  switch style {
  case .number, .shortUUID:
    if text == "True" { return "1" }
    if text == "False" { return "0" }
    if text.hasPrefix("0x") {
      return UInt64(text.dropFirst(2), radix: 16).map { String($0) } ?? text
    }
    return text
  case .address, .text: return text
  case .octets, .longUUID, .airUUID: return text.replacingOccurrences(of: ":", with: "")
  }
}
