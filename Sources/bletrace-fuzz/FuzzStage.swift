/// One part of the way from bytes to output, as the fuzzer drives it: takes any octets, and traps
/// where a promise is broken.
protocol FuzzStage: Sendable {
  /// As it is named in `BLETRACE_FUZZ_STAGE` and on the command line.
  static var name: String { get }

  /// Whether its input is a capture, to be changed record by record.
  static var changesRecords: Bool { get }

  static func run(_ input: [UInt8])
}

extension FuzzStage {
  static var changesRecords: Bool { false }
}

enum FuzzStages {
  static let all: [any FuzzStage.Type] = [
    ContainersStage.self, HCIStage.self, L2CAPStage.self, ATTStage.self, SMPStage.self,
    AdvertisingStage.self, ValuesStage.self, ReportStage.self, DecodeStage.self,
  ]

  static func named(_ name: String) -> (any FuzzStage.Type)? { all.first { $0.name == name } }
}
