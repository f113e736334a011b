import BletraceTestSupport
import Testing

@testable import Tracking

@Suite("Payloads: digests")
struct PayloadDigestTests {
  @Test("every transfer of many has its own digest, at the end and on the way")
  func transfers() {
    var random = SeededRandom(seed: 3)
    var story = CaptureBuilder()
    story.connect()
    story.subscribe(0x16)
    var payloads: [[UInt8]] = []
    for index in 0..<200 {
      // One that is not kept whole.
      let payload = random.octets(index == 50 ? 1_100_000 : Int.random(in: 1...900, using: &random))
      story.send(payload, by: 20_000)
      story.notify(0x15, Array("EOM".utf8))
      payloads.append(payload)
    }
    let digests = payloads.map(sha256)
    #expect(Analysed(story).transfers.map(\.payloadSha256) == digests)

    let (records, bytes) = story.records()
    var analysis = CaptureAnalysis(AnalysisOptions(), sink: nil)
    var reported = 0
    for start in stride(from: 0, to: records.count, by: 37) {
      analysis.add(Array(records[start..<min(start + 37, records.count)]), in: bytes.span)
      let complete = analysis.soFar().connections[0].transfers.filter(\.complete)
      #expect(complete.map(\.payloadSha256) == Array(digests.prefix(complete.count)))
      #expect(complete.count >= reported)
      reported = complete.count
    }
    #expect(reported == 200)
    #expect(analysis.finish().connections[0].transfers.map(\.payloadSha256) == digests)
  }
}
