import CaptureFiles
import TraceBytes

/// Inputs to begin with, taken from a capture: what each stage eats.
enum Seeds {
  /// Longer inputs make the fuzzer slow, and it learns no more from them.
  private static let longest = 4096

  static func of(_ capture: [UInt8]) -> [(stage: String, seed: [UInt8])] {
    var pieces: [String: [UInt8]] = [:]
    func add(_ stage: any FuzzStage.Type, _ choice: UInt8, _ octets: [UInt8]) {
      guard octets.count < 256, pieces[stage.name, default: []].count < longest else { return }
      pieces[stage.name, default: []] += [choice, UInt8(octets.count)] + octets
    }
    func addDecoded(_ choice: UInt8, _ octets: [UInt8]) {
      if pieces[DecodeStage.name] == nil { pieces[DecodeStage.name] = [UInt8(capture.count & 3)] }
      add(DecodeStage.self, choice, octets)
    }
    guard var reader = try? CaptureReader(MemorySource(capture)) else { return [] }
    var batch: [CapturedRecord] = []
    while (try? reader.nextBatch(into: &batch)) == true {
      for record in batch {
        let bytes = reader.window.span
        let octets = (record.bytes.start..<record.bytes.end).map { bytes[$0] }
        let isSent: UInt8 = record.direction == .tx ? 1 : 0
        switch record.kind {
        case .command:
          add(HCIStage.self, 1, octets)
          addDecoded(2, octets)
        case .event:
          add(HCIStage.self, 0, octets)
          addDecoded(0, octets)
          if octets.first == 0x3E, octets.count > 3, octets[2] == 0x02 || octets[2] == 0x0D {
            add(AdvertisingStage.self, octets[2] == 2 ? 0x80 : 0x81, Array(octets.dropFirst(3)))
          }
        case .acl where octets.count > 8:
          add(L2CAPStage.self, isSent | octets[1] & 0x30, Array(octets.dropFirst(4)))
          guard octets[1] & 0x30 != 0x10, octets[7] == 0 else { continue }
          let pdu = Array(octets.dropFirst(8))
          if let place = [1, 4, 5, 6, 7].firstIndex(of: octets[6]) {
            addDecoded(UInt8(place) << 4 | 4 | isSent, pdu)
          }
          if octets[6] == 4 { add(ATTStage.self, isSent, pdu) }
          if octets[6] == 5 { add(L2CAPStage.self, isSent | 0x80, pdu) }
          if octets[6] == 6 { add(SMPStage.self, isSent, pdu) }
          // A notification's value, under every format in turn.
          if octets[6] == 4, pdu.first == 0x1B, pdu.count > 3 {
            pieces[ValuesStage.name] = [0x37, 0] + pdu.dropFirst(3)
          }
        default: break
        }
      }
    }
    var seeds = pieces.map { ($0.key, $0.value) }
    if capture.count <= 16 * longest {
      seeds.append((ContainersStage.name, [0x53] + capture))
      seeds.append((ReportStage.name, capture))
    }
    return seeds
  }
}
