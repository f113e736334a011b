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
    let all = Analysed(story).transfers
    #expect(all.map(\.payloadSha256) == digests)
    // Where they are not asked for, nothing else differs.
    var options = AnalysisOptions()
    options.hashesPayloads = false
    var without = Analysed(story, options).transfers
    #expect(without.allSatisfy { $0.payloadSha256 == nil })
    for index in without.indices { without[index].payloadSha256 = digests[index] }
    #expect(without == all)

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
