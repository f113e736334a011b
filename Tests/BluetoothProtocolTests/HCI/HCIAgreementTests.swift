import BletraceTestSupport
import BluetoothProtocol
import Bytes
import CaptureFiles
import Foundation
import Testing

/// What analysis reads out of a packet by a struct, and what is shown of it by its layout, is the
/// same: so nothing can be decoded in two ways.
@Suite("HCI structs and layouts agree")
struct HCIAgreementTests {
  @Test func onVectors() throws {
    var structs = 0
    for vector in HCIVector.all {
      if let differences = differences(vector.key, vector.octets) {
        structs += 1
        #expect(differences == [], "\(vector.key)")
      }
    }
    // Vectors of so many structs there were when this was written.
    #expect(structs >= 45)
  }

  @Test func onVectorsWithAnyOctets() throws {
    var random = SeededRandom(seed: 0xB1E)
    for vector in HCIVector.all where differences(vector.key, vector.octets) != nil {
      for _ in 0..<50 {
        var octets = vector.octets
        for index in octets.indices where random.next() % 3 == 0 {
          octets[index] = UInt8(truncatingIfNeeded: random.next())
        }
        #expect(differences(vector.key, octets) ?? [] == [], "\(vector.key): \(octets)")
      }
    }
  }

  @Test func onVectorsCutAnywhere() throws {
    for vector in HCIVector.all {
      for held in 0..<vector.octets.count {
        let octets = Array(vector.octets.prefix(held))
        #expect(differences(vector.key, octets) ?? [] == [], "\(vector.key) after \(held)")
      }
    }
  }

  @Test func onSamples() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appending(path: "samples")
    var compared = 0
    let stories = try FileManager.default.contentsOfDirectory(atPath: folder.path())
    for story in stories.sorted() {
      let files = try? FileManager.default.contentsOfDirectory(atPath: folder.path() + "/" + story)
      for file in files ?? [] where file.hasPrefix("capture.") {
        let data = try Data(contentsOf: folder.appending(path: story).appending(path: file))
        try compare(Array(data), story, &compared)
      }
    }
    #expect(compared > 1800)
  }

  /// A struct that is added needs its claims.
  @Test func eachStructHasClaims() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let claims = try sources(in: root.appending(path: "Tests/BluetoothProtocolTests/HCI"))
    let hci = root.appending(path: "Sources/BluetoothProtocol/HCI")
    var decoders: [String] = []
    for folder in ["Commands", "Events", "ReturnParameters"] {
      let source = try sources(in: hci.appending(path: folder))
      for access in ["package", "public"] {
        for piece in source.components(separatedBy: "\n\(access) struct ").dropFirst()
        where piece.components(separatedBy: "\n}\n")[0].contains("_ parameters: ByteRange") {
          decoders.append(String(piece.prefix { $0 != ":" && $0 != "<" }))
        }
      }
    }
    #expect(decoders.count > 30)
    #expect(decoders.filter { !claims.contains("\($0)(") && without[$0] == nil } == [])
  }

  private func sources(in folder: URL) throws -> String {
    try FileManager.default.contentsOfDirectory(atPath: folder.path()).sorted()
      .map { try String(contentsOf: folder.appending(path: $0), encoding: .utf8) }.joined()
  }

  private func compare(_ file: [UInt8], _ story: String, _ compared: inout Int) throws {
    var reader = try CaptureReader(MemorySource(file))
    var records: [CapturedRecord] = []
    while try reader.nextBatch(into: &records) {
      for record in records {
        let octets = Array(reader.window[record.bytes.start..<record.bytes.end])
        for (key, parameters) in packets(record.kind, octets) {
          guard let differences = differences(key, parameters) else { continue }
          compared += 1
          #expect(differences == [], "\(story), record \(record.number): \(key)")
        }
      }
    }
  }
}

/// The packet in a record, and for an event that holds another that one.
private func packets(_ kind: RecordKind, _ octets: [UInt8]) -> [(HCIVector.Key, [UInt8])] {
  if kind == .command, octets.count >= 3 {
    let opcode = UInt16(octets[0]) | UInt16(octets[1]) << 8
    return [(.init(kind: .command, code: opcode), Array(octets[3...]))]
  }
  guard kind == .event, octets.count >= 2 else { return [] }
  let parameters = Array(octets[2...])
  if octets[0] == 0x3E, let subevent = parameters.first {
    return [(.init(kind: .leEvent, code: UInt16(subevent)), Array(parameters.dropFirst()))]
  }
  if octets[0] == 0x0E, parameters.count >= 3 {
    let opcode = UInt16(parameters[1]) | UInt16(parameters[2]) << 8
    return [(.init(kind: .returns, code: opcode), Array(parameters[3...]))]
  }
  return [(.init(kind: .event, code: UInt16(octets[0])), parameters)]
}

/// The parameters on which the two differ; nil where analysis has no struct for the packet.
private func differences(_ key: HCIVector.Key, _ octets: [UInt8]) -> [String]? {
  guard let layout = layout(key) else { return nil }
  let list = fields(layout, octets)
  do throws(DecodeIssue) {
    let range = ByteRange(start: 0, end: octets.count)
    guard let claims = try structClaims(key, range, in: octets.span) else { return nil }
    return claims.filter { !$0.holds(in: list) }.map(\.name)
  } catch {
    // What the struct lacks is said to be missing, unless a status says why it is.
    let isSaid = list.fields.contains {
      if case .missing = $0.value { return true }
      return $0.name.description == "Status" && $0.value.number != 0
    }
    return isSaid ? [] : ["what is missing"]
  }
}

/// Structs without claims, each with the reason.
private let without: [String: String] = [
  "AndroidQualityReport": "it has a test of its own, in HCIFieldTests",
  "CommandComplete": "its parts are shown by the struct itself",
  "ReadLocalVersionInformationReturn": "its parts are those of an inner struct",
]
