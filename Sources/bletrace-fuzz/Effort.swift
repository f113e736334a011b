import Foundation

/// What this process has asked for so far: in the fuzzer octets of memory, which are the same each
/// time; everywhere the processor's time.
enum Effort {
  static var microseconds: Int { Int(clock()) * (1_000_000 / Int(CLOCKS_PER_SEC)) }

  #if FUZZING
    static var allocated: Int { Allocations.all }
    static var held: Int { Allocations.held }
  #else
    static var allocated: Int { 0 }
    static var held: Int { 0 }
  #endif
}
