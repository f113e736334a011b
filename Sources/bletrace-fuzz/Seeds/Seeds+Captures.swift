import BletraceTestSupport
import CaptureFiles
import Comparison
import Findings
import Report
import Tracking

extension Seeds {
  static func of(capture file: [UInt8]) -> [Seed] {
    var pieces = SeedPieces()
    var values: [Seed] = []
    guard let story = try? CaptureBuilder(reading: file) else { return [] }
    for entry in story.entries {
      add(entry, format: file.count & 3, to: &pieces)
      // A notification's value, under the format of the characteristic that it may be.
      let octets = entry.bytes
      if entry.kind == .acl, octets.count > 11, octets[6] == 4, octets[8] == 0x1B {
        values = [Seed(stage: ValuesStage.name, octets: [0x37, 0] + octets.dropFirst(11))]
      }
    }
    return pieces.finish() + values + stories(story, file.count) + whole(file, story)
      + archives(of: file)
  }

  private static func add(
    _ entry: CaptureBuilder.Entry, format: Int, to pieces: inout SeedPieces
  ) {
    let octets = entry.bytes
    let isSent: UInt8 = entry.direction == .tx ? 1 : 0
    let start = [UInt8(format)]
    switch entry.kind {
    case .command:
      pieces.add(HCIStage.self, 1, octets)
      pieces.add(DecodeStage.self, 2, octets, behind: start)
    case .event:
      pieces.add(HCIStage.self, 0, octets)
      pieces.add(DecodeStage.self, 0, octets, behind: start)
      if octets.first == 0x3E, octets.count > 3, octets[2] == 0x02 || octets[2] == 0x0D {
        pieces.add(AdvertisingStage.self, octets[2] == 2 ? 0x80 : 0x81, Array(octets.dropFirst(3)))
      }
    case .acl where octets.count > 8:
      pieces.add(L2CAPStage.self, isSent | octets[1] & 0x30, Array(octets.dropFirst(4)))
      guard octets[1] & 0x30 != 0x10, octets[7] == 0 else { return }
      let pdu = Array(octets.dropFirst(8))
      if let index = [1, 4, 5, 6, 7].firstIndex(of: octets[6]) {
        pieces.add(DecodeStage.self, UInt8(index) << 4 | 4 | isSent, pdu, behind: start)
      }
      if octets[6] == 4 { pieces.add(ATTStage.self, isSent, pdu) }
      if octets[6] == 5 { pieces.add(L2CAPStage.self, isSent | 0x80, pdu) }
      if octets[6] == 6 { pieces.add(SMPStage.self, isSent, pdu) }
    default: break
    }
  }

  /// The capture as it is, and its beginning in every container and framing.
  private static func whole(_ file: [UInt8], _ story: CaptureBuilder) -> [Seed] {
    var story = story
    var length = 0
    let fitting = story.entries.prefix {
      length += $0.bytes.count + 40
      return length < ReportStage.longest
    }
    story.entries = Array(fitting)
    var files = [Array(file.prefix(ReportStage.longest))]
    files += story.files.filter { $0.format != .btsnooz }.map(\.bytes)
    files.append(story.btsnoop() + story.pcap())
    for version in [1, 2] as [UInt8] {
      // In base64 less has room.
      var short = story
      short.entries.removeLast(story.entries.count / 3)
      files += [short.btsnoozText(version: version), story.btsnoozBody(version: version)]
    }
    // Each sample gives some of them; all of them of all samples would be too many to begin with.
    let chosen = files.indices.filter { $0 == 0 || ($0 + file.count) % 4 == 0 }.map { files[$0] }
    var seeds: [Seed] = []
    for chosen in chosen {
      seeds += [
        Seed(stage: ContainersStage.name, octets: [0x53] + chosen),
        Seed(stage: ReportStage.name, octets: chosen),
      ]
    }
    return seeds + documents(file)
  }

  /// What a sniffer heard, in the forms that no sample has.
  static let sniffed: [Seed] = {
    var air = AirStory()
    air.advInd()
    air.connect()
    air.idle(2)
    let fields = CaptureBuilder.fieldOfLE()
    return [
      air.story.ppi(), air.story.ppi(link: 147, fields: fields), air.story.ppi(link: 105),
      air.story.simulator(),
    ].flatMap { file in
      [
        Seed(stage: ContainersStage.name, octets: [0x53] + file),
        Seed(stage: ReportStage.name, octets: file),
      ]
    }
  }()

  /// The capture's report against itself, and a budget that it keeps.
  private static func documents(_ file: [UInt8]) -> [Seed] {
    guard let capture = ReportStage.capture(of: file) else { return [] }
    let report = ReportV1 {
      $0.bletrace = "fuzz"
      $0.captures = [capture]
      $0.findings = RuleCatalog.findings(in: [capture])
    }
    let single = shortReport(report)
    let several = shortReport(report, runs: 3)
    let json = several.count * 2 < DiffStage.longest - 600 ? several : single
    var seed = json + [0] + json + [0]
    let run = Run(name: "seed", capture: capture, findings: report.findings)
    // What a good run keeps, without its comments.
    seed += BudgetWriter.write(for: [run]).split(separator: 0x0A).filter { $0.first != 0x23 }
      .joined(separator: [0x0A])
    seed += Array("\nwrites[2A37].gaps == 0 # x\ndevice[\"a\"].phases.mtu.duration_us < 2ms\n".utf8)
    guard seed.count <= DiffStage.longest else { return [] }
    return [Seed(stage: DiffStage.name, octets: seed)]
  }
}
