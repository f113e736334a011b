import BletraceTestSupport
import Foundation
import SystemLibraries
import Testing

@testable import BletraceCommands

/// `--keys`, `--keys-from` and `--crack-tk`: what is decrypted, and that no key is ever shown.
@Suite struct AirKeysCommandTests {
  /// The most significant octet first: of the connection, and one that is handed out on it.
  private static let key: [UInt8] = [
    0x4C, 0x68, 0x38, 0x41, 0x39, 0xF5, 0x74, 0xD8, 0x36, 0xBC, 0xF3, 0x4E, 0x9D, 0xFB, 0x01, 0xBF,
  ]
  private static let handedOut: [UInt8] = [
    0xE1, 0xE2, 0xE3, 0xE4, 0xE5, 0xE6, 0xE7, 0xE8, 0xE9, 0xEA, 0xEB, 0xEC, 0xED, 0xEE, 0xEF, 0xE0,
  ]

  private let folder: TemporaryFolder
  private let capture: String
  private let keys: String

  init() throws {
    folder = try TemporaryFolder()
    capture = try folder.write(Self.sniffed().pcap(256), to: "sniffed.pcap")
    keys = try folder.write(Array("ltk \(Self.digits(Self.key))\n".utf8), to: "keys")
  }

  private static func digits(_ octets: [UInt8], _ separator: String = "") -> String {
    octets.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }
      .joined(separator: separator)
  }

  private static func number(_ octets: some Sequence<UInt8>) -> UInt128 {
    octets.reduce(0) { $0 << 8 | UInt128($1) }
  }

  /// A connection whose peripheral sends a long term key and a value. Core Vol 6, Part B, 5.1.3.
  ///
  /// - Parameters:
  ///   - parts: octets of the packets in which the key is sent.
  ///   - further: values that follow.
  private static func sniffed(parts: [Int] = [21], further: [String] = []) -> CaptureBuilder {
    var story = CaptureBuilder(step: 0)
    var numbers = [false, false]
    func send(_ side: Int, _ pdu: [UInt8]) {
      // Each is acknowledged by the next of the other side.
      let sn = numbers[side]
      let first = pdu[0] | (sn ? 8 : 0) | (numbers[1 - side] != (side == 1) ? 0 : 4)
      numbers[side].toggle()
      let octets = [first, UInt8(pdu.count - 1)] + pdu.dropFirst()
      let flags: [UInt8] = side == 0 ? [0x13, 0x0D] : [0x93, 0x0D]
      story.add(
        .air, .unknown,
        [8, 0xC4, 0x80, 0, 0, 0, 0, 0] + flags + [0x17, 0x2B, 0xA3, 0x50] + octets + [0, 0, 0],
        controller: 0, detail: 128)
      story.time &+= Int64((8 + octets.count) * 8 + 150)
    }
    let diversifiers: [[UInt8]] = [[UInt8](1...8), [UInt8](9...16)]
    let vectors: [[UInt8]] = [[1, 2, 3, 4], [5, 6, 7, 8]]
    let session = AES128(key: number(key)).encrypt(
      number(diversifiers[1].reversed() + diversifiers[0].reversed()))
    var counters: [UInt8] = [0, 0]
    func sealed(_ side: Int, _ pdu: [UInt8]) -> [UInt8] {
      let nonce = [counters[side], 0, 0, 0, side == 0 ? 0x80 : 0] + vectors[0] + vectors[1]
      counters[side] += 1
      var cipher = AESCCM(key: session)
      return [pdu[0]]
        + cipher.seal(
          Array(pdu.dropFirst()), nonce: number(nonce.reversed()), additional: pdu[0])
    }
    func event(_ central: [UInt8], _ peripheral: [UInt8]) {
      let start = story.time
      send(0, central)
      send(1, peripheral)
      story.time = start &+ 30_000
    }
    event([3, 3] + [UInt8](repeating: 7, count: 10) + diversifiers[0] + vectors[0], [1])
    event([1], [3, 4] + diversifiers[1] + vectors[1])
    event([1], [3, 5])
    event(sealed(0, [3, 6]), [1])
    event([1], sealed(1, [3, 6]))
    var rest = ([17, 0, 6, 0, 6] + handedOut.reversed())[...]
    for (index, part) in parts.enumerated() {
      event([1], sealed(1, [index == 0 ? 2 : 1] + rest.prefix(part)))
      rest = rest.dropFirst(part)
    }
    for value in ["secret"] + further {
      let octets = Array(value.utf8)
      event([1], sealed(1, [2, UInt8(octets.count + 3), 0, 4, 0, 0x1B, 0x15, 0] + octets))
    }
    return story
  }

  /// The same at the host of the central, whose capture has the key.
  private static func hosted(further: [String]) -> CaptureBuilder {
    var story = CaptureBuilder(step: 30_000)
    story.connect()
    story.command(0x2019, octets(0x0040) + [UInt8](repeating: 7, count: 10) + key.reversed())
    story.l2cap(.rx, 6, [6] + handedOut.reversed())
    for value in ["secret"] + further { story.att(.rx, [0x1B, 0x15, 0] + Array(value.utf8)) }
    return story
  }

  /// Each form in which a key may be written.
  private static let forms = [key, handedOut].flatMap { [$0, $0.reversed()] }
    .flatMap { [digits($0), digits($0, " "), digits($0, ":")] }

  private func check(_ result: RunResult, shows word: String? = nil, code: ExitCode = .success) {
    #expect(result.code == code)
    if let word { #expect(result.output.contains(word)) }
    for text in [result.output, result.errors] {
      let upper = text.uppercased()
      for form in Self.forms { #expect(!upper.contains(form)) }
    }
  }

  @Test func everyForm() {
    for format in ["text", "json", "ndjson", "html", "perfetto", "sarif", "markdown"] {
      let form = format == "text" ? ["--full"] : ["--format", format]
      check(bletrace(["analyze", capture, "--keys", keys, "-q"] + form))
    }
    check(
      bletrace("analyze", capture, "--keys", keys, "--format", "csv", "--table", "connections"))
    check(bletrace("analyze", capture, "--keys", keys, "--full"), shows: "4 of 4")
    check(bletrace("decode", capture, "--keys", keys), shows: "secret")
    check(
      bletrace("decode", capture, "--keys", keys, "-v"), shows: "Decrypted with packet counter: 2")
    check(bletrace("decode", capture, "--keys", keys, "--bytes"), shows: "Long Term Key: 16 octets")
    check(bletrace("decode", capture, "--keys", keys, "--format", "json"), shows: "0x0015")
    check(bletrace("diff", capture, capture, "--keys", keys))
  }

  @Test func aligned() throws {
    let further = ["one", "two", "three", "four"]
    let air = try folder.write(Self.sniffed(further: further).pcap(256), to: "air.pcap")
    let host = try folder.write(Self.hosted(further: further).btsnoop(), to: "host.btsnoop")
    let closed = bletrace("align", host, air)
    check(closed, code: .trouble)
    #expect(closed.errors.contains("the PDUs of B are encrypted; see --keys"))
    for option in [["--keys", keys], ["--keys-from", host]] {
      for format in ["text", "json", "html"] {
        check(
          bletrace(["align", host, air, "--format", format] + option),
          shows: "All 6 PDUs on the air arrived at A.")
      }
    }
  }

  /// The packets of a key that comes in several show no part of it.
  @Test(arguments: [[5, 15, 1], [9, 12], [3, 3, 15]]) func parts(_ parts: [Int]) throws {
    let capture = try folder.write(Self.sniffed(parts: parts).pcap(256), to: "parts.pcap")
    let octets = Array(Self.handedOut.reversed())
    let pieces = (0...octets.count - 3).map { Self.digits(Array(octets[$0..<$0 + 3]), " ") }
    for form in [["-v"], ["--bytes"], ["--format", "json"]] {
      let result = bletrace(["decode", capture, "--keys", keys] + form)
      check(result)
      let shown = result.output.uppercased()
      for piece in pieces {
        #expect(!shown.contains(piece) && !shown.contains(piece.replacing(" ", with: "")))
      }
    }
  }

  @Test func withoutKey() {
    let text = bletrace("decode", capture).output
    #expect(text.contains("Encrypted PDU") && !text.contains("secret"))
    check(bletrace("analyze", capture, "--full"), shows: "no key")
    check(bletrace("analyze", capture, "--full", "--crack-tk"), shows: "no key")
  }

  @Test func wrongKeys() throws {
    let wrong = try folder.write(Array("ltk 00\(Self.digits(Self.key).dropFirst(2))".utf8), to: "w")
    check(bletrace("analyze", capture, "--keys", wrong, "--full"), shows: "no key fits")
    for line in ["ltk \(Self.digits(Self.key))0", "\(Self.digits(Self.key)) x", "ltk"] {
      let file = try folder.write(Array("# keys\n\(line)\n".utf8), to: "faulty")
      for command in ["analyze", "decode"] {
        let result = bletrace(command, capture, "--keys", file)
        check(result, code: .trouble)
        #expect(result.errors.hasPrefix("bletrace: \(file):2: "))
      }
    }
    check(bletrace("decode", capture, "--keys", folder["none"]), code: .trouble)
  }

  @Test func standardInput() throws {
    let pipe = Pipe()
    try pipe.fileHandleForWriting.write(contentsOf: Data(Self.digits(Self.key).utf8))
    try pipe.fileHandleForWriting.close()
    let result = bletrace(
      ["decode", capture, "--keys", "-"],
      standardInput: pipe.fileHandleForReading.fileDescriptor)
    check(result, shows: "secret")
    for command in ["analyze", "decode"] {
      let twice = bletrace(command, "-", "--keys", "-")
      #expect(twice.code == .trouble && twice.errors.contains("only once"))
    }
  }

  @Test func captureOfTheHost() throws {
    var story = CaptureBuilder()
    story.connect()
    story.command(
      0x2019,
      octets(CaptureBuilder.handle) + [UInt8](repeating: 7, count: 10) + Self.key.reversed())
    let host = try folder.write(story.btsnoop(), to: "phone.btsnoop")
    check(bletrace("analyze", capture, "--keys-from", host, "--full"), shows: "an HCI capture")
    check(bletrace("decode", capture, "--keys-from", host), shows: "secret")
    var empty = CaptureBuilder()
    empty.connect()
    let none = try folder.write(empty.btsnoop(), to: "none.btsnoop")
    let result = bletrace("decode", capture, "--keys-from", none)
    #expect(result.errors.contains("has no key of an LE connection"))
    check(bletrace("decode", capture, "--keys-from", keys), code: .trouble)
  }
}
