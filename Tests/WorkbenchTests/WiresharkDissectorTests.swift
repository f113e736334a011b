import BletraceTestSupport
import Bytes
import Foundation
import Framing
import Report
import Testing

@testable import Workbench

/// The dissectors, run by tshark on captures with messages of many layouts.
@Suite("Dissectors for Wireshark") struct WiresharkDissectorTests {
  private static let tshark = OtherProgram.tshark

  /// The messages as values of at most 20 octets, as far as they can be cut without a script.
  private static func capture(_ sample: LayoutSample, damaging damaged: Int) -> [UInt8] {
    var builder = CaptureBuilder()
    builder.connect()
    for (index, message) in sample.messages.enumerated() {
      var message = message
      if index == damaged, let last = message.indices.dropLast(sample.layout.messageTrailer).last {
        message[last] ^= 1
      }
      let size = sample.layout.boundary == .value ? message.count : 20
      for start in stride(from: 0, to: message.count, by: max(1, size)) {
        let value = Array(message[start..<min(message.count, start + size)])
        if index % 2 == 0 {
          builder.att(.tx, [0x52, 0x12, 0x00] + value)
        } else {
          builder.notify(0x0015, value)
        }
      }
    }
    return builder.btsnoop()
  }

  @Test(
    "show the messages and what is wrong with them", .enabled(if: tshark.isExpected),
    arguments: LayoutSample.all.map(\.spec))
  func dissect(spec: String) throws {
    let sample = try #require(LayoutSample(spec))
    // A layout with headers of values is tried with the script, which makes them.
    guard !MessagePieces(sample.layout).hasChunks else { return }
    let trace = try #require(sample.trace)
    let folder = try Folder()
    try folder.write(WiresharkDissector.text(of: trace, version: "1"), to: "dissector.lua")
    try folder.write(Self.capture(sample, damaging: 7), to: "capture.btsnoop")
    let fields = ["kind", "checksum_right", "payload", "damaged"]
    let printed = try Self.tshark.run(
      ["-n", "-X", "lua_script:dissector.lua", "-r", "capture.btsnoop", "-T", "fields"]
        + fields.flatMap { ["-e", "bletrace_messages.\($0)"] }, folder: folder.url)
    let columns = fields.indices.map { column in
      printed.split(separator: "\n").flatMap { line in
        let cells = line.split(separator: "\t", omittingEmptySubsequences: false)
        return column < cells.count ? cells[column].split(separator: ",").map(String.init) : []
      }
    }
    // Of two streams whose messages end where the next begins, the last ones are open.
    let open = sample.layout.boundary == .start && sample.layout.length == nil ? 2 : 0
    #expect(columns[0].count == sample.messages.count - open)
    #expect(columns[0].allSatisfy { $0 == "kind 1" || $0 == "kind 2" })
    let hasTrailer = sample.layout.checksum != nil && sample.layout.checksum?.headerOffset == nil
    if hasTrailer {
      #expect(columns[1].count { $0 == "0" } == 1)
      #expect(columns[3].count == 1)
    }
    if open == 0 {
      let header = sample.layout.messageHeader
      let expected = sample.messages.enumerated().map { index, message in
        var message = message
        if index == 7, let last = message.indices.dropLast(sample.layout.messageTrailer).last {
          message[last] ^= 1
        }
        return hexText(message.dropFirst(header).dropLast(sample.layout.messageTrailer))
          .lowercased()
      }
      #expect(columns[2] == expected)
    }
  }

  @Test("compute every checksum", .enabled(if: tshark.isExpected))
  func checksums() throws {
    for kind in ChecksumKind.allCases where kind.rawValue % 4 == 0 || kind.arithmetic.isSum {
      var layout = FramingLayout(boundary: .value)
      layout.checksum = FramingLayout.Checksum(kind)
      let sample = try #require(LayoutSample(layout.spec, count: 6))
      let trace = try #require(sample.trace)
      let folder = try Folder()
      try folder.write(WiresharkDissector.text(of: trace, version: "1"), to: "dissector.lua")
      try folder.write(Self.capture(sample, damaging: -1), to: "capture.btsnoop")
      let printed = try Self.tshark.run(
        [
          "-n", "-X", "lua_script:dissector.lua", "-r", "capture.btsnoop", "-T", "fields", "-e",
          "bletrace_messages.checksum_right",
        ], folder: folder.url)
      let found = printed.split(separator: "\n").filter { !$0.isEmpty }
      #expect(found == Array(repeating: "1", count: 6), "\(kind.name)")
    }
  }
}

extension ChecksumArithmetic {
  fileprivate var isSum: Bool {
    switch self {
    case .sum, .complement, .negated, .xor: true
    case .crc: false
    }
  }
}
