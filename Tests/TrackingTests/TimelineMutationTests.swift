import BletraceTestSupport
import CaptureFiles
import Testing

@testable import Tracking

/// The timeline looks into packets that nothing else looks into; what is wrong with them must not
/// stop it.
@Suite("Timeline of damaged captures")
struct TimelineMutationTests {
  @Test("octets that are not what they were", arguments: TimelineVocabulary.allCases)
  func flipped(words: TimelineVocabulary) throws {
    var options = AnalysisOptions()
    options.timeline = words
    options.rssiGate = -60...(-20)
    var random = SeededRandom(seed: 7)
    for file in Samples.files {
      let story = try Samples.story(file)
      for _ in 0..<4 {
        var damaged = story
        for index in damaged.entries.indices where !damaged.entries[index].bytes.isEmpty {
          guard random.next() % 4 == 0 else { continue }
          let octet = Int(random.next() % UInt64(damaged.entries[index].bytes.count))
          damaged.entries[index].bytes[octet] = UInt8(truncatingIfNeeded: random.next())
        }
        let capture = Analysed(damaged, options).capture
        let events = try #require(capture.timeline)
        #expect(events.map(\.frame) == events.map(\.frame).sorted(), "\(file)")
        #expect(events.allSatisfy { (1...capture.records).contains($0.frame) }, "\(file)")
        #expect(
          capture.connections.flatMap(\.phases).allSatisfy {
            $0.durationUs >= 0 && $0.firstFrame <= $0.lastFrame
          }, "\(file)")
      }
    }
  }
}
