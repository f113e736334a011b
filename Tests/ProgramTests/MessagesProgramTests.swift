import BletraceTestSupport
import Foundation
import Testing

/// A dissector that the program writes, in tshark.
@Suite("Dissectors of the program") struct MessagesProgramTests {
  private static let tshark = "/usr/bin/tshark"
  private static let isExpected =
    ProcessInfo.processInfo.environment["CI"] == "true"
    || FileManager.default.fileExists(atPath: tshark)
  private static let sample = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "samples/framing-esp-central/capture.btsnoop").path()

  /// The commands of Espressif's update: 20 octets, the last two of which are a CRC.
  @Test("show messages of a sample, and a wrong checksum", .enabled(if: isExpected))
  func sample() throws {
    let folder = try TemporaryFolder()
    for (name, right) in [("xmodem", "1"), ("kermit", "0")] {
      let written = try Program(
        [
          "messages", "--framing", "8022=each-value,crc:16/\(name)", "--dissector", "wireshark",
          "-o", folder["dissector.lua"], Self.sample,
        ], of: BuiltProgram.bletrace
      ).end(within: 60)
      #expect(written.status == 0, "\(written.errors)")
      let shown = try Program(
        [
          "-n", "-X", "lua_script:" + folder["dissector.lua"], "-r", Self.sample, "-T", "fields",
          "-e", "bletrace_messages.checksum_right",
        ], of: Self.tshark
      ).end(within: 60)
      let found = shown.text.split(separator: "\n").filter { !$0.isEmpty }
      #expect(found == Array(repeating: Substring(right), count: 4))
    }
  }
}
