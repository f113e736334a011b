import BletraceTestSupport
import Bytes
import Framing

/// A short session of each protocol that is specified, with checksums that no change would find.
enum ProtocolSeeds {
  static let all: [Seeds.Seed] = FramingProtocol.allCases.map { framing in
    let number = UInt8(FramingProtocol.allCases.firstIndex(of: framing) ?? 0)
    return Seeds.Seed(stage: ProtocolStage.name, octets: [number] + session(framing))
  }

  private static func session(_ framing: FramingProtocol) -> [UInt8] {
    switch framing {
    case .mcumgrSMP:
      client(hex("02 00 0012 0001 00 01 A3 63 6F6666 00 63 6C656E 03 64 64617461 43 010203"))
        + server(hex("03 00 000B 0001 00 01 A2 62 7263 00 63 6F6666 03"))
    case .nordicDFU:
      client(hex("06 02")) + server(hex("60 06 01 00100000 00000000 00000000"))
        + client(hex("01 02 09000000")) + server(hex("60 01 01"))
        + client(hex("31 32 33 34 35 36 37 38 39"), 1) + client(hex("03"))
        + server(hex("60 03 01 09000000 2639F4CB")) + client(hex("04")) + server(hex("60 04 01"))
    case .nordicDFULegacy:
      client(hex("01 04")) + client(hex("00000000 00000000 03000000"), 1)
        + server(hex("10 01 01")) + client(hex("03")) + client(hex("010203"), 1)
        + server(hex("11 03000000")) + server(hex("10 03 01"))
    case .matterBTP:
      client(hex("65 6C 04 00 00 00 F7 00 06")) + server(hex("65 6C 04 F4 00 06"))
        + client(hex("0D 00 00 0300 010203")) + server(hex("0D 00 01 0300 040506"))
    case .espOTA:
      client(esp(1, 6, 0)) + server(esp(3, 1, 0))
        + client([0, 0, 0, 1, 2, 3], 1)
        + client([0, 0, 0xFF, 4, 5, 6] + little(ESPOTAPacket.checksum(of: 1...6)), 1)
        + server(esp(0, 0, 1), 1) + client(esp(2, 0, 0)) + server(esp(3, 2, 0))
    case .telinkOTA:
      client(hex("03 FF 10 00 00000000 00000000 00000000 00000000"))
        + client(hex("0000 2680000000005D024B4E4C5430048800 1CA3"))
        + client(hex("0100 AE80000000000000A44F010000000000 E8FA"))
        + client(hex("02 FF 0100 FEFF")) + server(hex("06 FF 00"))
    case .tiOAD:
      client([UInt8](repeating: 1, count: 14) + [5, 0, 0, 0, 1, 2, 3, 4]) + server([0])
        + client(hex("03"), 3) + server(hex("12 00 00000000"), 3)
        + client(hex("00000000 010203"), 1) + server(hex("12 00 01000000"), 3)
        + client(hex("01000000 0405"), 1) + server(hex("12 0E 01000000"), 3)
    case .geckoOTA:
      client(hex("00")) + client(gbl, 1) + client(hex("03"))
    case .midi:
      client(hex("80 80 90 3C 7F 81 80 3C 00")) + server(hex("80 80 F0 7E 01"))
        + server(hex("80 02 82 F8 03 83 F7"))
    }
  }

  private static func client(_ octets: [UInt8], _ characteristic: UInt8 = 0) -> [UInt8] {
    [characteristic, UInt8(octets.count)] + octets
  }

  private static func server(_ octets: [UInt8], _ characteristic: UInt8 = 0) -> [UInt8] {
    client(octets, characteristic | 8)
  }

  private static func little(_ number: UInt16) -> [UInt8] {
    [UInt8(truncatingIfNeeded: number), UInt8(number >> 8)]
  }

  private static var gbl: [UInt8] {
    let octets = hex("EB17A603 08000000 00000003 00000000 FC0404FC 04000000")
    var crc = CRC32()
    for octet in octets { crc.add(octet) }
    return octets + (0..<4).map { UInt8(truncatingIfNeeded: crc.value >> (8 * $0)) }
  }

  private static func esp(_ numbers: UInt16...) -> [UInt8] {
    let octets = numbers.flatMap(little) + [UInt8](repeating: 0, count: 12)
    return octets + little(ESPOTAPacket.checksum(of: octets))
  }
}
