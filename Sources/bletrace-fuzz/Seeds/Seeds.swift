import BletraceTestSupport
import Framing

/// Inputs to begin with: what each stage eats, out of the samples and out of the vectors of the
/// tests.
enum Seeds {
  struct Seed {
    var stage: String
    var octets: [UInt8]
  }

  /// By what a file's name ends with: a table of vectors, the source of a test, a report, a budget;
  /// everything else is a capture.
  static func of(_ file: [UInt8], named path: String) -> [Seed] {
    all(file, named: path).map { seed in
      let longest = FuzzStages.named(seed.stage)?.longest ?? 0
      return Seed(stage: seed.stage, octets: Array(seed.octets.prefix(longest)))
    }
  }

  private static func all(_ file: [UInt8], named path: String) -> [Seed] {
    let text = String(decoding: file, as: UTF8.self)
    if path.hasSuffix(".txt") { return (try? VectorTable(text)).map(of) ?? [] }
    if path.hasSuffix(".swift") { return of(source: text, named: path) }
    guard path.contains("bizcard-central/") else { return of(capture: file) }
    return of(capture: file) + growth + framings + air + sniffed + ProtocolSeeds.all + choices
  }

  /// A layout and values that it fits, for each way to say where messages begin.
  private static let framings = [
    ("length:u16le@1/payload,start:AA,crc:16/xmodem/be", 40), ("counter:u8/0,xor:8", 20),
    ("flags:80/40@1,counter:u8", 20), ("roles:1/2/3/-", 9), ("left:u8/1,end:0D0A", 9),
    ("index:u8@1/1,total:u8,sum:8", 12), ("record:60,start:55AA,crc:32", 20),
    ("start:55AA/AA55,twos:8", 20), ("each-value,length:u8,crc:8/maxim-dow", 9),
    ("length:u32be/all,crc:16/at=4,chunk-header:2", 30),
    ("left:u8,chunk-length:u8@1,chunk-crc:8", 20), ("counter:u16le,length:u8", 20),
    ("counter:u8/0,chunk-length:u8@1,chunk-header:2", 20), ("start:7E,end:7E,crc:16", 30),
    ("length:u8@0/payload,crc:8/at=1", 2), ("end:0D0A", 9),
  ].map { layout, size in
    let values = (0..<12).flatMap { index -> [UInt8] in
      let count = max(0, size - index % 4)
      return [UInt8(index), UInt8(count)]
        + (0..<count).map { UInt8(truncatingIfNeeded: $0 == 1 ? count : $0 * index) }
    }
    let padding = [UInt8](repeating: 0, count: FramingStage.layoutOctets - layout.utf8.count)
    return Seed(stage: FramingStage.name, octets: Array(layout.utf8) + padding + values)
  }

  /// A connection from its request to its end, with what it can hold: a write in two fragments,
  /// updates of interval, channels and PHY, encryption. In each form that the stage takes.
  private static let air: [Seed] = {
    let request: [UInt8] =
      [0xC5, 34, 1, 2, 3, 4, 5, 0xC6, 6, 5, 4, 3, 2, 0xC1, 8, 1, 2, 3, 1, 2, 3, 2, 5, 0, 24, 0]
      + [0, 0, 200, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0x1F, 7]
    let advertising: [UInt8] = [0x40, 9, 6, 5, 4, 3, 2, 0xC1, 2, 1, 6]
    let control: [[UInt8]] = [
      [0, 1, 0, 0, 24, 0, 0, 0, 200, 0, 9, 0], [1, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F, 12, 0],
      [0x14, 251, 0, 72, 8, 251, 0, 72, 8], [0x15, 251, 0, 72, 8, 251, 0, 72, 8],
      [0x18, 2, 2, 20, 0], [8, 0xFF, 0, 0, 0, 0, 0, 0, 0], [0x11, 0x0F, 0x3B],
      [3] + [UInt8](repeating: 7, count: 22), [5], [2, 0x13],
    ]
    let write: [UInt8] = [2, 9, 7, 0, 4, 0, 0x52, 0x15, 0, 1, 2]
    let pdus =
      [write, [1, 2, 3, 4]] + control.map { [3, UInt8($0.count)] + $0 } + [[1, 0], [2, 0]]
    var pieces: [[UInt8]] = [advertising, request].map { [0x22, UInt8($0.count)] + $0 }
    for (index, pdu) in pdus.enumerated() {
      // SN and NESN alternate.
      let bits: UInt8 = index % 2 == 0 ? 0 : 12
      let first = [pdu[0] | bits] + pdu.dropFirst()
      let answer: [UInt8] = [1 | (index % 2 == 0 ? 4 : 8), 0]
      pieces.append([0x20, UInt8(first.count)] + first)
      pieces.append([0x01, UInt8(answer.count)] + answer)
    }
    let records = pieces.map { [0, $0[1] &+ 7, 8, 1, 2, 3] + $0.dropFirst(2) + [0, 0, 0] }
    return [0, 8, 16, 24, 4, 5, 6, 7].map { form in
      Seed(
        stage: AirStage.name,
        octets: [form] + (form & 4 == 0 ? pieces : records).flatMap { $0 })
    }
  }()

  /// Of each protocol, and for each form of output.
  private static let choices: [Seed] = {
    var random = SeededRandom(seed: 7)
    let protocols = FramingProtocol.allCases.indices.map { UInt8($0) }
    let forms = OutputForm.allCases.indices.map { UInt8($0) }
    return protocols.map { Seed(stage: NumbersStage.name, octets: [$0] + random.octets(255)) }
      + forms.map {
        Seed(stage: OutputsStage.name, octets: [$0, $0] + random.octets(OutputsStage.longest - 2))
      }
  }()

  /// One for each kind of report.
  private static let growth = GrowthStage.Kind.allCases.indices.map { kind in
    Seed(stage: GrowthStage.name, octets: [UInt8(kind), 6, 0, UInt8(kind), UInt8(kind + 7)])
  }
}

/// Pieces of input for stages that take them one after the other, put together to inputs that are
/// not too long.
struct SeedPieces {
  private var open: [String: [UInt8]] = [:]
  private(set) var seeds: [Seeds.Seed] = []

  mutating func add(
    _ stage: any FuzzStage.Type, _ choice: UInt8, _ octets: [UInt8], behind start: [UInt8] = []
  ) {
    guard octets.count < 256 else { return }
    let piece = [choice, UInt8(octets.count)] + octets
    var seed = open[stage.name] ?? start
    if seed.count > start.count, seed.count + piece.count > stage.longest {
      seeds.append(.init(stage: stage.name, octets: seed))
      seed = start
    }
    open[stage.name] = seed + piece
  }

  mutating func finish() -> [Seeds.Seed] {
    for (stage, seed) in open.sorted(by: { $0.key < $1.key }) {
      seeds.append(.init(stage: stage, octets: seed))
    }
    open = [:]
    return seeds
  }
}
