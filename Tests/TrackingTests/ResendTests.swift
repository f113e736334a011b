import BletraceTestSupport
import Testing

@testable import Report

@Suite("Transfers: values that come twice")
struct ResendTests {
  @Test("a run of exactly two is likely a resend")
  func two() throws {
    let transfer = try Analysed { $0.send(chunk[0], chunk[1], chunk[1], "end", "EOM") }.only()
    #expect(transfer.resends == [ReportV1.Resend(frame: 6, ofFrame: 5, certainty: .likely)])
    // Payload is what a receiver holds.
    #expect(transfer.payloadBytes == 63)
    #expect(transfer.payloadSha256 == sha256(chunk[0] + chunk[1] + chunk[1] + "end"))
    #expect(
      transfer.payloadWithoutResends
        == ReportV1.Payload(bytes: 43, sha256: sha256(chunk[0] + chunk[1] + "end")))
  }

  @Test("longer runs are what the data is like", arguments: [3, 4, 5])
  func longer(count: Int) throws {
    let transfer = try Analysed { story in
      for _ in 0..<count { story.send(chunk[1]) }
      story.send("end", "EOM")
    }.only()
    #expect(transfer.resends.isEmpty && transfer.payloadWithoutResends == nil)
  }

  @Test("two runs of two are two resends")
  func twice() throws {
    let transfer = try Analysed {
      $0.send(chunk[0], chunk[0], chunk[1], chunk[2], chunk[2], "EOM")
    }.only()
    #expect(transfer.resends.map(\.frame) == [5, 8])
    #expect(transfer.payloadWithoutResends?.sha256 == sha256(chunk[0] + chunk[1] + chunk[2]))
  }

  @Test("short values, and values of few different octets, repeat by nature")
  func ordinary() throws {
    for value in ["1234567", "aaaaaaaaaaaaaaaaaaaa", "abcabcabcabc", ""] {
      let transfer = try Analysed { $0.send(chunk[0], value, value, "end", "EOM") }.only()
      #expect(transfer.resends.isEmpty, "\(value)")
    }
    for value in ["12345678", "abcdabcdabcd"] {
      let transfer = try Analysed { $0.send(chunk[0], value, value, "end", "EOM") }.only()
      #expect(transfer.resends.count == 1, "\(value)")
    }
  }

  @Test("the last value of a transfer may be one")
  func last() throws {
    for marker in [["EOM"], ["EO", "M"]] {
      let transfer = try Analysed { story in
        story.send(chunk[0], chunk[1], chunk[1])
        for piece in marker { story.send(piece) }
      }.only()
      #expect(transfer.resends.map(\.frame) == [6])
      #expect(transfer.payloadWithoutResends?.bytes == 40)
    }
  }

  @Test("the first value of a transfer is not one of the transfer before it")
  func acrossTransfers() {
    let transfers = Analysed { $0.send(chunk[0], "EOM", chunk[0], "EOM") }.transfers
    #expect(transfers.map(\.resends.count) == [0, 0])
  }

  @Test("what was cut cannot be shown to be the same")
  func cut() throws {
    let transfer = try Analysed { story in
      for _ in 0..<2 {
        story.l2cap(.rx, 0x0004, [0x1B, 0x15, 0x00] + Array(chunk[0].utf8), keeping: 21)
      }
      story.send("EOM")
    }.only()
    #expect(transfer.resends.isEmpty && transfer.payloadWithoutResends == nil)
    #expect(transfer.payloadBytes == 40 && transfer.payloadSha256 == nil)
  }

  // MARK: - Proofs

  private func transfer(_ payload: [UInt8], by size: Int, doubling index: Int) throws
    -> ReportV1.Transfer
  {
    try Analysed(mtu: 185) { story in
      var rest = payload[...]
      var count = 0
      while !rest.isEmpty {
        let value = Array(rest.prefix(size))
        story.notify(0x15, value)
        if count == index { story.notify(0x15, value) }
        rest = rest.dropFirst(size)
        count += 1
      }
      story.send("EOM")
    }.only()
  }

  @Test("JSON that is whole without the resend proves it")
  func json() throws {
    let payload = Array(#"{"name":"Mara Lindqvist","title":"iOS developer","n":[1,2,3,4,5]}"#.utf8)
    let transfer = try transfer(payload, by: 20, doubling: 0)
    #expect(transfer.resends.map(\.certainty) == [.proven])
    #expect(transfer.payloadType == "json" && transfer.payloadIntact == false)
    #expect(transfer.payloadWithoutResends == ReportV1.Payload(bytes: 65, sha256: sha256(payload)))
  }

  @Test("UTF-8 that breaks with it does")
  func utf8() throws {
    // Characters of three octets: the chunks begin and end at different places in them.
    let payload = Array(String(repeating: "☕–…", count: 12).utf8)
    let transfer = try transfer(payload, by: 20, doubling: 3)
    #expect(transfer.resends.map(\.certainty) == [.proven])
    #expect(transfer.payloadType == "text")
    // Text whose borders fall between characters is valid either way: that proves nothing.
    let plain = try self.transfer(Array(chunk.joined().utf8), by: 20, doubling: 3)
    #expect(plain.resends.map(\.certainty) == [.likely])
  }

  @Test("so do PNG and gzip")
  func checked() throws {
    for payload in [Payloads.png, Payloads.gzip] {
      let transfer = try transfer(payload, by: 16, doubling: 2)
      #expect(transfer.resends.map(\.certainty) == [.proven])
      #expect(transfer.payloadWithoutResends?.sha256 == sha256(payload))
      #expect(transfer.payloadIntact == false)
    }
  }

  @Test("a payload that is whole with the repetition disproves none, and proves none")
  func wholeWith() throws {
    let twice = #"["0123456789abcdefg","# + #""0123456789abcdefg","# + #""x"]"#
    let payload = Array(twice.utf8)
    let transfer = try Analysed { story in
      story.send("[")
      story.send(Array(payload[1...]), by: 20)
      story.send("EOM")
    }.only()
    #expect(transfer.resends.map(\.certainty) == [.likely])
    #expect(transfer.payloadIntact == true)
  }
}
