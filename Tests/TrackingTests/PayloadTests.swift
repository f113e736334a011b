import BletraceTestSupport
import Testing

@testable import Tracking

enum Payloads {
  /// One pixel: IHDR, IDAT, IEND.
  static let png = hex(
    """
    89504E470D0A1A0A0000000D49484452000000010000000108060000001F15C4
    890000000D4944415478DA63F8FFFF7F3D00097B037D33D328AF000000004945
    4E44AE426082
    """)

  /// Three lines of text, stored.
  static let gzip = hex(
    """
    1F8B0800000000000003016C0093FF302068656C6C6F2C207472616E73666572
    206F662061207465787420627920677A69700A312068656C6C6F2C207472616E
    73666572206F662061207465787420627920677A69700A322068656C6C6F2C20
    7472616E73666572206F662061207465787420627920677A69700AAB7D45206C
    000000
    """)
}

@Suite("Payloads: what they are")
struct PayloadInspectionTests {
  private func inspect(_ text: String) -> PayloadInspection { PayloadInspection(Array(text.utf8)) }

  @Test("nothing is of no kind")
  func empty() {
    let inspection = PayloadInspection([])
    #expect(inspection.kind == nil && inspection.isIntact == nil)
  }

  @Test("JSON: objects and arrays, whole or broken")
  func json() {
    for text in [#"{"a":1}"#, "[1,2]", " \n[ ]", #"{"ä":"☕"}"#] {
      #expect(inspect(text).kind == .json && inspect(text).isIntact == true, "\(text)")
    }
    #expect(inspect(#"{"a":1"#).kind == .json)
    #expect(inspect(#"{"a":1"#).isIntact == false)
    #expect(inspect(#"{"a":1}{"a":1}"#).isIntact == false)
    #expect(inspect("{no json at all}").kind == .text)
    #expect(inspect("42").kind == .text)
  }

  @Test("text: UTF-8, whole or broken in few places")
  func text() {
    #expect(inspect("Grüße\t\r\n☕").kind == .text)
    #expect(inspect("Grüße").isIntact == true)
    let broken = PayloadInspection(Array(String(repeating: "plain ", count: 10).utf8) + [0xC3])
    #expect(broken.kind == .text && broken.isIntact == false)
    #expect(PayloadInspection([0xC3, 0x28, 0xA0, 0xA1]).kind == .binary)
    #expect(PayloadInspection([0x00]).kind == .binary)
    #expect(PayloadInspection(Array("bell\u{07}".utf8)).kind == .binary)
    #expect(PayloadInspection([0x01, 0x02]).isIntact == nil)
  }

  @Test("PNG: chunk by chunk, with its checksums")
  func png() {
    #expect(PayloadInspection(Payloads.png).kind == .png)
    #expect(PayloadInspection(Payloads.png).isIntact == true)
    for cut in 8..<Payloads.png.count {
      let inspection = PayloadInspection(Array(Payloads.png[..<cut]))
      #expect(inspection.kind == .png && inspection.isIntact == false)
    }
    for index in 8..<Payloads.png.count {
      var changed = Payloads.png
      changed[index] ^= 0x10
      #expect(PayloadInspection(changed).isIntact == false, "octet \(index)")
    }
    #expect(PayloadInspection(Payloads.png + [0]).isIntact == false)
    // A length that goes beyond all there is.
    var long = Payloads.png
    long.replaceSubrange(8..<12, with: [0xFF, 0xFF, 0xFF, 0xFF])
    #expect(PayloadInspection(long).isIntact == false)
  }

  @Test("gzip: whole or broken")
  func gzip() {
    #expect(PayloadInspection(Payloads.gzip).kind == .gzip)
    #expect(PayloadInspection(Payloads.gzip).isIntact == true)
    for cut in 3..<Payloads.gzip.count {
      #expect(PayloadInspection(Array(Payloads.gzip[..<cut])).isIntact == false)
    }
  }

  @Test("by their first octets: JPEG, GIF, ZIP, PDF")
  func magics() {
    let jpeg = PayloadInspection(hex("FFD8FF E0 00 10 FFD9"))
    #expect(jpeg.kind == .jpeg && jpeg.isIntact == true)
    #expect(PayloadInspection(hex("FFD8FF E0 00 10")).isIntact == false)
    #expect(PayloadInspection(Array("GIF89a".utf8)).kind == .gif)
    #expect(PayloadInspection(hex("504B0304 14")).kind == .zip)
    #expect(PayloadInspection(Array("%PDF-1.4".utf8)).kind == .pdf)
    #expect(PayloadInspection(Array("%PDF-1.4".utf8)).isIntact == nil)
  }
}

@Suite("Payloads: how much is kept, and where it goes")
struct PayloadLimitTests {
  private func octets(_ count: Int) -> [UInt8] {
    var random = SeededRandom(seed: 7)
    return random.octets(count)
  }

  @Test("a payload beyond what is kept whole is hashed as it comes", arguments: [0, 1, 500])
  func hashed(over: Int) throws {
    let payload = octets(PayloadBudget.keptWhole + PayloadBudget.piece + over)
    let transfer = try Analysed(mtu: 517) { story in
      story.send(payload, by: 512)
      story.send("EOM")
    }.only()
    #expect(transfer.payloadBytes == payload.count)
    #expect(transfer.payloadSha256 == sha256(payload))
    #expect(transfer.complete)
  }

  @Test("its marker may be glued or split", arguments: [["xyzEOM"], ["EO", "M"]])
  func hashedMarkers(ends: [String]) throws {
    let payload = octets(PayloadBudget.keptWhole + 3 * PayloadBudget.piece)
    let transfer = try Analysed(mtu: 517) { story in
      story.send(payload, by: 512)
      for end in ends { story.send(end) }
    }.only()
    let tail = ends == ["xyzEOM"] ? Array("xyz".utf8) : []
    #expect(transfer.payloadSha256 == sha256(payload + tail))
  }

  @Test("what goes on without any marker is given up, honestly; a marker later is found")
  func withoutMarker() {
    let payload = octets(PayloadBudget.withoutMarker + 2 * PayloadBudget.piece)
    let transfers = Analysed(mtu: 517) { story in
      story.send(payload, by: 512)
      story.send("EOM", chunk[0], "EOM")
    }.transfers
    #expect(transfers.map(\.payloadBytes) == [payload.count, 20])
    #expect(transfers.map(\.payloadSha256) == [nil, sha256(chunk[0])])
    #expect(transfers.map(\.payloadType) == [nil, "text"])
    #expect(transfers.map(\.payloadIntact) == [nil, true])
  }

  @Test("on a carrier no payload is too long")
  func longOnCarrier() {
    let payload = octets(PayloadBudget.withoutMarker + 2 * PayloadBudget.piece)
    let transfers = Analysed(mtu: 517) { story in
      story.send("EOM")
      story.send(payload, by: 512)
      story.send("EOM")
    }.transfers
    #expect(transfers.map(\.payloadSha256) == [sha256(""), sha256(payload)])
  }

  @Test("a value cut by the logger: its length counts, the content is not known")
  func cut() throws {
    let transfer = try Analysed { story in
      story.send(chunk[0])
      story.l2cap(.rx, 0x0004, [0x1B, 0x15, 0x00] + Array(chunk[1].utf8), keeping: 14)
      story.send(chunk[2], "EOM")
    }.only()
    #expect(transfer.payloadBytes == 60)
    #expect(transfer.payloadSha256 == nil)
    #expect(transfer.payloadType == nil && transfer.payloadIntact == nil)
    #expect(transfer.chunks == 3 && transfer.chunkBytes == ["20": 3])
    #expect(transfer.complete)
  }

  // MARK: - The sink

  @Test("payloads go to the sink, each under its transfer")
  func sink() throws {
    let sink = MemorySink()
    _ = Analysed(sink: sink) { story in
      story.send(chunk[0], "EOM", "{}", "EOM", "rest")
    }
    #expect(sink.payloads.map { String(decoding: $0, as: UTF8.self) } == [chunk[0], "{}", "rest"])
    let infos = sink.finished.values.sorted { $0.transfer < $1.transfer }
    #expect(infos.map(\.transfer) == [1, 2, 3] && infos.map(\.connection) == [1, 1, 1])
    #expect(infos.map(\.type) == ["text", "json", "text"])
    #expect(infos.map(\.complete) == [true, true, false])
    #expect(sink.discarded.isEmpty)
  }

  @Test("a long payload goes in pieces that add up to it")
  func pieces() {
    let payload = octets(PayloadBudget.keptWhole + 3 * PayloadBudget.piece + 77)
    let sink = MemorySink()
    _ = Analysed(sink: sink, mtu: 517) { story in
      story.send(payload, by: 509)
      story.send("EOM")
    }
    #expect(sink.appends > 2)
    #expect(sink.payloads == [payload])
  }

  @Test("what turns out to be no transfer is discarded")
  func discarded() {
    let sink = MemorySink()
    _ = Analysed(sink: sink) { story in
      story.send(chunk[0])
      story.notify(0x18, "no marker here")
      story.send("EOM")
    }
    #expect(sink.payloads.map { String(decoding: $0, as: UTF8.self) } == [chunk[0]])
    #expect(sink.discarded.count == 1)
  }

  @Test("so is what was given up, and what was cut")
  func givenUp() {
    let sink = MemorySink()
    _ = Analysed(sink: sink, mtu: 517) { story in
      story.send(octets(PayloadBudget.withoutMarker + 2 * PayloadBudget.piece), by: 512)
      story.send("EOM")
      story.send(octets(PayloadBudget.keptWhole + 2 * PayloadBudget.piece), by: 512)
      story.l2cap(.rx, 0x0004, [0x1B, 0x15, 0x00] + Array(chunk[1].utf8), keeping: 14)
      story.send("EOM")
    }
    #expect(sink.finished.isEmpty)
    #expect(sink.discarded.sorted() == sink.pieces.keys.sorted())
  }
}
