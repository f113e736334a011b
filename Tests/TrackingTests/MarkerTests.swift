import BletraceTestSupport
import Testing

@testable import Report
@testable import Tracking

@Suite("Transfers: their markers")
struct MarkerTests {
  @Test("a marker of its own")
  func own() throws {
    let transfer = try Analysed { $0.send(chunk[0], chunk[1], "end", "EOM") }.only()
    #expect(transfer.marker == "EOM" && transfer.markerStyle == .own && transfer.complete)
    #expect(!transfer.truncatedAtStart)
    #expect(transfer.payloadBytes == 43)
    #expect(transfer.payloadSha256 == sha256(chunk[0] + chunk[1] + "end"))
    #expect(transfer.payloadType == "text" && transfer.payloadIntact == true)
    #expect(transfer.chunks == 3)
    #expect(transfer.chunkBytes == ["20": 2, "3": 1])
    #expect(transfer.chunkLimit == 20)
    #expect(transfer.firstFrame == 4 && transfer.lastFrame == 6 && transfer.markerFrame == 7)
    #expect(transfer.startUs == 3000 && transfer.durationUs == 3000)
    #expect(transfer.throughputBytesPerS == nil, "all within a connection event")
    #expect(transfer.gapUs.count == 3 && transfer.gapUs.max == 1000)
  }

  @Test("the known markers", arguments: ["EOM", "PIC_END", "TEXT_END"])
  func known(marker: String) throws {
    let transfer = try Analysed { $0.send(chunk[0], marker) }.only()
    #expect(transfer.marker == marker)
  }

  @Test("markers set by hand: text, octets, several", arguments: [false, true])
  func options(inHex: Bool) throws {
    var options = AnalysisOptions()
    options.markers = try [
      #require(TransferMarker(argument: inHex ? "hex:0A0a" : "\n\n")),
      #require(TransferMarker(argument: "bye")),
    ]
    let transfers = Analysed(options) { $0.send(chunk[0], "\n\n", "EOM", "bye") }.transfers
    #expect(transfers.map(\.marker) == [inHex ? "hex:0A0a" : "\n\n", "bye"])
    #expect(transfers.map(\.payloadSha256) == [sha256(chunk[0]), sha256("EOM")])
  }

  @Test(
    "what is no marker",
    arguments: ["", "hex:", "hex:0", "hex:0G", String(repeating: "x", count: 65)])
  func badOption(argument: String) {
    #expect(TransferMarker(argument: argument) == nil)
  }

  // MARK: - Split

  @Test(
    "a marker in pieces",
    arguments: [["EO", "M"], ["E", "OM"], ["E", "O", "M"], ["PIC_", "E", "ND"]])
  func split(pieces: [String]) throws {
    let transfers = Analysed { story in
      story.send(chunk[0], chunk[1])
      for piece in pieces { story.send(piece) }
      story.send(chunk[2])
    }.transfers
    let transfer = try #require(transfers.first)
    #expect(transfers.map(\.complete) == [true, false])
    #expect(transfer.markerStyle == .split)
    #expect(transfer.payloadSha256 == sha256(chunk[0] + chunk[1]))
    #expect(transfer.payloadBytes == 40 && transfer.chunks == 2)
    #expect(transfer.chunkBytes == ["20": 2])
    #expect(transfer.lastFrame == 5 && transfer.markerFrame == 5 + pieces.count)
  }

  @Test(
    "a false start is data", arguments: [["EO"], ["E", "O"], ["EO", "X"], ["E", "EO", "EOX"]])
  func falseStart(pieces: [String]) throws {
    let transfer = try Analysed { story in
      story.send(chunk[0])
      for piece in pieces { story.send(piece) }
      story.send(chunk[1], "EOM")
    }.only()
    #expect(transfer.markerStyle == .own)
    #expect(transfer.payloadSha256 == sha256(chunk[0] + pieces.joined() + chunk[1]))
    #expect(transfer.chunks == 2 + pieces.count)
  }

  @Test("a false start may run into the true one")
  func startedOver() throws {
    let transfer = try Analysed { $0.send(chunk[0], "E", "EO", "M") }.only()
    #expect(transfer.markerStyle == .split)
    #expect(transfer.payloadSha256 == sha256(chunk[0] + "E"))
    #expect(transfer.chunkBytes == ["20": 1, "1": 1])
  }

  @Test("an empty value between the pieces parts them")
  func parted() {
    let transfers = Analysed { $0.send(chunk[0], "EO", "", "M") }.transfers
    #expect(transfers.isEmpty)
  }

  @Test("a split marker alone is an empty transfer")
  func splitAlone() throws {
    let transfer = try Analysed { $0.send("EO", "M") }.only()
    #expect(transfer.payloadBytes == 0 && transfer.chunks == 0)
    #expect(transfer.chunkBytes.isEmpty)
  }

  // MARK: - Glued

  @Test("a marker glued to the last chunk shows with the next value")
  func glued() throws {
    let analysed = Analysed { story in
      story.send(chunk[0], chunk[1], "endEOM")
      story.send(chunk[2], "EOM")
    }
    #expect(analysed.transfers.map(\.markerStyle) == [.glued, .own])
    let transfer = analysed.transfers[0]
    #expect(transfer.payloadSha256 == sha256(chunk[0] + chunk[1] + "end"))
    #expect(transfer.payloadBytes == 43 && transfer.chunks == 3)
    #expect(transfer.chunkBytes == ["20": 2, "3": 1])
    #expect(transfer.lastFrame == 6 && transfer.markerFrame == 6)
  }

  @Test("or with the end of the capture, the connection, the subscription", arguments: 0...2)
  func gluedLast(end: Int) throws {
    let transfer = try Analysed { story in
      story.send(chunk[0], "endEOM")
      if end == 1 { story.disconnect() }
      if end == 2 { story.subscribe(0x16, 0) }
    }.only()
    #expect(transfer.markerStyle == .glued && transfer.complete)
    #expect(transfer.payloadSha256 == sha256(chunk[0] + "end"))
  }

  @Test("it was data after all where the next value is the marker")
  func notGlued() throws {
    let transfer = try Analysed { $0.send(chunk[0], "So: EOM", "EOM") }.only()
    #expect(transfer.markerStyle == .own)
    #expect(transfer.payloadSha256 == sha256(chunk[0] + "So: EOM"))
  }

  @Test("alone, it is held against what the MTU allows")
  func gluedAlone() throws {
    let transfer = try Analysed { $0.send("short EOM") }.only()
    #expect(transfer.markerStyle == .glued && transfer.payloadSha256 == sha256("short "))
    let full = Analysed { $0.send("seventeen octets EOM") }
    #expect(full.transfers.isEmpty)
    let wide = Analysed(mtu: 185) { $0.send("seventeen octets EOM") }
    #expect(try wide.only().markerStyle == .glued)
  }

  @Test("of two markers, the longer ending counts")
  func longerEnding() throws {
    var options = AnalysisOptions()
    options.markers = try [
      #require(TransferMarker(argument: "END")), #require(TransferMarker(argument: "PIC_END")),
    ]
    let transfer = try Analysed(options) { $0.send(chunk[0], "xPIC_END") }.only()
    #expect(transfer.marker == "PIC_END" && transfer.payloadSha256 == sha256(chunk[0] + "x"))
  }

  // MARK: - In the data

  @Test("marker letters in a full chunk are data, wherever they stand")
  func inFullChunk() throws {
    let values = ["seventeen octets EOM", "EOM has its own start", "in the EOM middle --"]
      .map { String($0.prefix(20)) }
    let transfer = try Analysed { story in
      for value in values { story.send(value) }
      story.send("end", "EOM")
    }.only()
    #expect(transfer.payloadSha256 == sha256(values.joined() + "end"))
    #expect(transfer.chunks == 4 && transfer.markerStyle == .own)
  }

  @Test("across the border of two chunks they are data")
  func acrossChunks() throws {
    let transfer = try Analysed { $0.send("eighteen octets- EO", "M goes on here", "EOM") }.only()
    #expect(transfer.payloadSha256 == sha256("eighteen octets- EOM goes on here"))
  }

  // MARK: - Nothing in it

  @Test("a marker after a marker ends an empty transfer")
  func empty() {
    let transfers = Analysed { $0.send("EOM", chunk[0], "EOM", "EOM") }.transfers
    #expect(transfers.map(\.payloadBytes) == [0, 20, 0])
    #expect(transfers.map(\.chunks) == [0, 1, 0])
    #expect(transfers.map(\.payloadSha256) == [sha256(""), sha256(chunk[0]), sha256("")])
    #expect(transfers.map(\.payloadType) == [nil, "text", nil])
    #expect(transfers.map(\.durationUs) == [0, 1000, 0])
    // Within a connection event.
    #expect(transfers.map(\.throughputBytesPerS) == [nil, nil, nil])
    #expect(transfers.map(\.firstFrame) == [4, 5, 7])
    #expect(transfers.map(\.chunkLimit) == [20, 20, 20])
  }

  @Test("transfers beyond the bound are counted")
  func bound() {
    let many = [String](repeating: "EOM", count: Bound.transfers.limit + 10)
    let analysed = Analysed { story in
      for marker in many { story.send(marker) }
    }
    #expect(analysed.transfers.count == Bound.transfers.limit)
    #expect(analysed.capture.transfersOmitted == 10)
    #expect(analysed.capture.boundsReached.contains("transfers"))
  }

  @Test("text without its end is not called intact")
  func incompleteText() {
    let transfers = Analysed { $0.send(chunk[0], "EOM", chunk[1]) }.transfers
    #expect(transfers.map(\.complete) == [true, false])
    #expect(transfers.map(\.payloadType) == ["text", "text"])
    #expect(transfers.map(\.payloadIntact) == [true, nil])
  }

  @Test("a value without octets is a chunk of none")
  func emptyValue() throws {
    let transfer = try Analysed { $0.send(chunk[0], "", chunk[1], "EOM") }.only()
    #expect(transfer.payloadSha256 == sha256(chunk[0] + chunk[1]))
    #expect(transfer.chunks == 3 && transfer.chunkBytes == ["20": 2, "0": 1])
  }

  @Test("chunk sizes are listed from the most frequent, then from the largest")
  func sizes() throws {
    let transfer = try Analysed { story in
      for size in [5, 9, 20, 9, 1, 20] { story.notify(0x15, [UInt8](repeating: 0x61, count: size)) }
      story.send("EOM")
    }.only()
    #expect(transfer.chunkBytes == ["20": 2, "9": 2, "5": 1, "1": 1])
  }

  @Test("a chunk limit is that of the last chunk's MTU")
  func limit() throws {
    let transfer = try Analysed { story in
      story.send(chunk[0])
      story.exchangeMTU(185, 247)
      story.notify(0x15, [UInt8](repeating: 0x61, count: 182))
      story.send("EOM")
    }.only()
    #expect(transfer.chunkLimit == 182)
  }
}
