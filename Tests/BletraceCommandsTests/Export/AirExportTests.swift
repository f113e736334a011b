import BletraceTestSupport
import Foundation
import Testing

@testable import BletraceCommands

/// Captures of sniffers, cut, converted, annotated and redacted.
@Suite struct AirExportTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// Advertising of the peripheral and of another device; a connection with an exchange of the MTU,
  /// idle for a second; notifications, the last one in two packets; its end.
  private static var air: AirStory {
    var air = AirStory()
    air.advertise(0x40, [9, 9, 9, 9, 9, 0xC9, 2, 1, 6])
    air.advertise(0x40, AirStory.peripheral + [2, 1, 6, 7, 9] + Array("Sensor".utf8))
    air.advertise(0x40, [9, 9, 9, 9, 9, 0xC9, 2, 1, 6])
    air.connect()
    air.event([3, 8] + [UInt8](repeating: 0xFF, count: 8))
    air.event([2, 3, 0, 4, 0, 2, 65, 0])
    air.event([1], [2, 3, 0, 4, 0, 3, 65, 0])
    air.idle(32)
    for value in 0..<3 as Range<UInt8> {
      air.event([1], [2, 8, 0, 4, 0, 0x1B, 0x25, 0, value, 1, 2, 3, 4])
    }
    let long: [UInt8] = [43, 0, 4, 0, 0x1B, 0x25, 0] + (0..<40).map { $0 &* 5 }
    air.event([1], [2] + long.prefix(27))
    air.event([1], [1] + long.dropFirst(27))
    air.event([3, 2, 0x13])
    return air
  }

  private func lines(_ words: String...) -> [String] {
    bletrace(["decode"] + words).output.split(separator: "\n").map(String.init)
  }

  /// What a line says behind number, time and source.
  private func words(_ line: String) -> String { String(line.dropFirst(28)) }

  @Test(arguments: [
    (UInt32(251), "pcap"), (256, "pcap"), (256, "pcapng"), (272, "pcapng"), (192, "pcap"),
  ])
  func theLinkTypeIsKept(linkType: UInt32, format: String) throws {
    // The octets of the records are those of 256, whatever they are called, but for PPI.
    let story = Self.air.story
    let capture = try folder.write(
      linkType == 192 ? story.ppi() : story.pcap(linkType), to: "in.pcap")
    let out = folder["out.\(format)"]
    let result = bletrace("export", capture, "-o", out)
    #expect(result.code == .success && result.errors.isEmpty, "\(result.errors)")
    #expect(lines(out) == lines(capture))
    let back = folder["back.pcap"]
    #expect(bletrace("export", "-q", out, "-o", back).code == .success)
    let octets = try (folder.read("back.pcap"), folder.read("in.pcap"))
    #expect(Array(octets.0.dropFirst(24)) == Array(octets.1.dropFirst(24)))
  }

  @Test(arguments: ["btsnoop", "pklg"]) func otherFormatsHaveNoRoom(suffix: String) throws {
    let capture = try folder.write(Self.air.story.pcap(256), to: "in.pcap")
    for words in [["export"], ["export", "--redact"], ["shrink", "--finding", "link-loss"]] {
      let result = bletrace(words + [capture, "-o", folder["out.\(suffix)"]])
      #expect(result.code == .trouble)
      #expect(result.errors.contains("write pcapng or pcap"), "\(result.errors)")
    }
    #expect(try folder.names == ["in.pcap"])
  }

  /// Two sniffers in one file hear the same connection, and a host logs its own side.
  @Test func severalSourcesNeedPcapng() throws {
    var host = CaptureBuilder()
    host.connect()
    host.notify(0x25, [1, 2, 3])
    let air = try folder.write(Self.air.story.pcap(256), to: "air.pcap")
    let log = try folder.write(host.btsnoop(), to: "host.btsnoop")
    let refused = bletrace("export", air, log, "-o", folder["both.pcap"])
    #expect(refused.code == .trouble && refused.errors.contains("write pcapng"))
    let both = folder["both.pcapng"]
    #expect(bletrace("export", "-q", air, log, "-o", both).code == .success)
    #expect(lines(both).count == lines(air).count + lines(log).count)
    let again = folder["again.pcapng"]
    #expect(bletrace("export", "-q", both, "-o", again).code == .success)
    #expect(lines(again).map(words) == lines(both).map(words))
  }

  @Test func aPartKeepsWhatExplainsIt() throws {
    let capture = try folder.write(Self.air.story.pcap(256), to: "in.pcap")
    let all = lines(capture)
    let last = try #require(all.lastIndex { $0.contains("Handle Value Notification") })
    // The second part of the long value: the first belongs to it.
    let part = folder["part.pcapng"]
    #expect(
      bletrace("export", "-q", "--frames", "\(last + 1)", capture, "-o", part).code == .success)
    let left = lines(part).map(words)
    #expect(left.contains { $0.contains("Handle Value Notification: 0x0025, 00 05 0A") })
    for title in ["ADV_IND", "CONNECT_IND", "LL_FEATURE_REQ", "Exchange MTU Response"] {
      #expect(left.count { $0.contains(title) } == 1, "\(title): \(left)")
    }
    #expect(left.contains { $0.contains("Sensor") } && !left.contains { $0.contains("C9:09") })
    // Nothing of the idle time, nor what came later.
    #expect(left.count < 20 && !left.contains { $0.contains("LL_TERMINATE_IND") })
    // All of a connection.
    let whole = folder["whole.pcapng"]
    #expect(bletrace("export", "-q", "--connection", "1", capture, "-o", whole).code == .success)
    #expect(lines(whole).map(words) == all.map(words).filter { !$0.contains("C9:09") })
  }

  @Test func redactionKeepsTheReport() throws {
    let capture = try folder.write(Self.air.story.pcapng(256), to: "in.pcapng")
    let out = folder["out.pcap"]
    let result = bletrace("export", "--redact", capture, "-o", out)
    #expect(result.code == .success && result.errors.contains("none was found"), "\(result.errors)")
    let difference = bletrace("diff", "-q", capture, out).output
    #expect(difference.contains("no difference in"), "\(difference)")
    let text = lines(out).joined(separator: "\n")
    for original in ["D6:15:14", "C6:05:04", "Sensor", "00 05 0A 0F"] {
      #expect(!text.contains(original), "\(original)")
    }
  }

  @Test func findingsAreComments() throws {
    var air = Self.air
    for _ in 0..<5 { air.event([1], [2, 8, 0, 4, 0, 0x1B, 0x25, 0, 1, 1, 2, 3, 4]) }
    let capture = try folder.write(air.story.pcap(256), to: "in.pcap")
    let out = folder["out.pcapng"]
    let result = bletrace("export", "--findings", capture, "-o", out)
    #expect(result.code == .success, "\(result.errors)")
    #expect(lines(out) == lines(capture))
  }
}
