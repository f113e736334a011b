import BletraceTestSupport
import CaptureFiles
import Foundation
import PacketText
import Testing

@testable import bletrace_fuzz

/// Captures that were harmed: nothing crashes, the records that are there are counted, the report
/// keeps its promises, and what was readable before the damage is reported as it was before.
///
/// A short story is harmed at every octet and every record, in every container. Of the samples each
/// test takes a choice, other places for every one of them, half of them in the headers of records;
/// `bletrace-fuzz damage samples/*/capture.*` takes all places, and an hour.
@Suite("Damaged captures")
struct DamagedCaptureTests {
  // MARK: - A short story, at every place

  @Test("at every octet and every record", arguments: ShortStory.containers.map(\.name))
  func everywhere(name: String) throws {
    let file = try #require(ShortStory.containers.first { $0.name == name }).bytes
    let check = try #require(DamageCheck(file))
    #expect(check.framed.frames.count == ShortStory.story.entries.count)
    var done = 0
    for damage in Damages.all {
      for index in 0..<damage.count(check.framed) {
        let damaged = damage.harm(check.framed, index)
        let problem = check.problem(with: damaged, renders: index % 64 == 0)
        #expect(problem == nil, "\(damage.name)")
        done += 1
      }
    }
    #expect(done > file.count * 2)
  }

  // MARK: - Samples, at some

  /// How often each damage is done to a sample.
  private static let choices = 2

  @Test("samples, at places that differ from one to the next", arguments: Samples.files)
  func samples(file: String) throws {
    let bytes = Array(try Data(contentsOf: Samples.folder.appending(path: file)))
    let number = try #require(Samples.files.firstIndex(of: file))
    let formats: [PacketOptions.Format] = [.line, .fields, .octets, .json]
    let check = try #require(DamageCheck(bytes, formats[number % formats.count]))
    var random = SeededRandom(seed: UInt64(number))
    for damage in Damages.all {
      for choice in 0..<Self.choices {
        var index = Int.random(in: 0..<damage.count(check.framed), using: &random)
        if damage.count(check.framed) == bytes.count, choice.isMultiple(of: 2) {
          // An octet of some record's header.
          index = check.framed.starts.dropLast().randomElement(using: &random) ?? 0
          index += Int.random(in: 0..<check.framed.recordHeader, using: &random)
        }
        let damaged = damage.harm(check.framed, index)
        let problem = check.problem(with: damaged, renders: choice == 0)
        #expect(problem == nil, "\(damage.name)")
      }
    }
  }

  @Test("there are samples, of every container")
  func containersOfSamples() throws {
    let found = try Samples.files.map {
      FramedCapture(Array(try Data(contentsOf: Samples.folder.appending(path: $0))))?.framing
    }
    #expect(
      Set(found).isSuperset(
        of: [.btsnoop, .pcap(.little), .pcapng(.little), .packetLogger(.little)]))
  }
}

private enum ShortStory {
  /// A device heard, a connection, a transfer.
  static let story: CaptureBuilder = {
    var story = CaptureBuilder()
    story.advertise(CaptureBuilder.peer, -40, data: [5, 9, 0x4E, 0x61, 0x6D, 0x65])
    story.connect()
    story.exchangeMTU(185, 23)
    story.subscribe(0x16)
    story.notify(0x15, "true")
    story.notify(0x15, "EOM")
    story.completed(2)
    story.disconnect()
    return story
  }()

  /// All that can be taken apart into records.
  static let containers = story.files.filter { FramedCapture($0.bytes) != nil }
}

private enum Samples {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "samples")

  static let files =
    (FileManager.default.subpaths(atPath: folder.path()) ?? []).sorted()
    .filter { $0.contains("/capture.") }
}
