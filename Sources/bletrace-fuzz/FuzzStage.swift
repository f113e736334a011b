/// One part of the way from bytes to output, as the fuzzer drives it: takes any octets, and traps
/// where a promise is broken.
protocol FuzzStage: Sendable {
  /// As it is named in `BLETRACE_FUZZ_STAGE` and on the command line.
  static var name: String { get }

  /// What its input is made of, so that changes leave the rest of it in order.
  static var form: InputForm { get }

  /// Octets of the longest input. Longer ones cost time, and little is learned from them.
  static var longest: Int { get }

  static func run(_ input: [UInt8])
}

extension FuzzStage {
  static var form: InputForm { .script(after: 0) }
  static var longest: Int { 512 }
}

enum InputForm: Equatable, Sendable {
  case octets
  /// Pieces as `PacketScript` takes them, after so many octets of the stage's own.
  case script(after: Int)
  /// A capture in any container, after so many octets of the stage's own.
  case capture(after: Int)
  /// Documents of text with an octet of zero between them.
  case documents
}

enum FuzzStages {
  static let all: [any FuzzStage.Type] = [
    ArchivesStage.self, ContainersStage.self, HCIStage.self, L2CAPStage.self, ATTStage.self,
    SMPStage.self, AdvertisingStage.self, ValuesStage.self, StoryStage.self, ReportStage.self,
    DecodeStage.self, LiveStage.self, DiffStage.self, GrowthStage.self, FramingStage.self,
    AirStage.self, ProtocolStage.self, NumbersStage.self, OutputsStage.self,
  ]

  static func named(_ name: String) -> (any FuzzStage.Type)? { all.first { $0.name == name } }
}
