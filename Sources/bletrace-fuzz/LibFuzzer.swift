#if FUZZING
  #if canImport(Darwin)
    import Darwin
  #else
    import Glibc
  #endif

  /// What libFuzzer calls: `swift build --sanitize=fuzzer -Xswiftc -DFUZZING`, and the stage's name
  /// in the environment.
  private let stage: any FuzzStage.Type = {
    let name = unsafe getenv("BLETRACE_FUZZ_STAGE").map { unsafe String(cString: $0) } ?? "report"
    if let stage = FuzzStages.named(name) { return stage }
    print("BLETRACE_FUZZ_STAGE=\(name): no such stage")
    exit(2)
  }()

  /// The program's own commands work in front of libFuzzer's.
  @c(LLVMFuzzerInitialize)
  public func initialize(
    _ count: UnsafeMutablePointer<CInt>, _ words: UnsafeMutableRawPointer
  ) -> CInt {
    if let code = FuzzCommands.run(Array(CommandLine.arguments.dropFirst())) { exit(code) }
    return 0
  }

  @c(LLVMFuzzerTestOneInput)
  public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    stage.run(unsafe Array(UnsafeBufferPointer(start: start, count: count)))
    return 0
  }

  @_silgen_name("__sanitizer_install_malloc_and_free_hooks")
  private func installHooks(
    _ allocated: @convention(c) (UnsafeRawPointer?, Int) -> Void,
    _ freed: @convention(c) (UnsafeRawPointer?) -> Void
  ) -> CInt

  @_silgen_name("__sanitizer_get_current_allocated_bytes")
  private func currentlyAllocated() -> Int

  /// Octets of memory, as AddressSanitizer counts them.
  enum Allocations {
    private nonisolated(unsafe) static let total: UnsafeMutablePointer<Int> = {
      let total = UnsafeMutablePointer<Int>.allocate(capacity: 1)
      unsafe total.initialize(to: 0)
      return unsafe total
    }()

    /// From when this is asked for the first time.
    static var all: Int {
      _ = isCounting
      return unsafe total.pointee
    }

    static var held: Int { currentlyAllocated() }

    private static let isCounting: Bool = {
      _ = unsafe total
      return unsafe installHooks({ _, size in unsafe total.pointee += size }, { _ in }) != 0
    }()
  }

  /// libFuzzer's own changes, which know nothing of records.
  @_silgen_name("LLVMFuzzerMutate")
  private func mutate(_ start: UnsafeMutablePointer<UInt8>?, _ count: Int, _ room: Int) -> Int

  private func change(_ octets: inout [UInt8], _ room: Int) {
    let old = min(octets.count, room)
    octets.removeLast(octets.count - old)
    octets += [UInt8](repeating: 0, count: room - old)
    let new = unsafe octets.withUnsafeMutableBufferPointer {
      unsafe mutate($0.baseAddress, old, room)
    }
    octets.removeLast(room - new)
  }

  /// What is made of records is changed record by record, so that the layers below the framing see
  /// something; documents value by value.
  @c(LLVMFuzzerCustomMutator)
  public func customMutator(
    _ start: UnsafeMutablePointer<UInt8>, _ count: Int, _ room: Int, _ seed: CUnsignedInt
  ) -> Int {
    guard stage.form != .octets else { return unsafe mutate(start, count, room) }
    let input = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    var changed: [UInt8]?
    if stage.form == .documents {
      var mutator = DocumentMutator(input, seed: UInt64(seed))
      changed = mutator?.change(room: room, by: change)
    } else {
      var mutator = RecordMutator(input, as: stage.form, seed: UInt64(seed))
      changed = mutator?.change(room: room, by: change)
    }
    guard let changed else { return unsafe mutate(start, count, room) }
    for (index, octet) in changed.enumerated() { unsafe start[index] = octet }
    return changed.count
  }

  /// Two inputs become one; 0 where they have nothing in common that could be found.
  @c(LLVMFuzzerCustomCrossOver)
  public func customCrossOver(
    _ first: UnsafePointer<UInt8>, _ firstCount: Int, _ second: UnsafePointer<UInt8>,
    _ secondCount: Int, _ start: UnsafeMutablePointer<UInt8>, _ room: Int, _ seed: CUnsignedInt
  ) -> Int {
    let input = unsafe Array(UnsafeBufferPointer(start: first, count: firstCount))
    let other = unsafe Array(UnsafeBufferPointer(start: second, count: secondCount))
    var mutator = RecordMutator(input, as: stage.form, seed: UInt64(seed) | 1)
    guard let crossed = mutator?.cross(with: other, as: stage.form, room: room) else { return 0 }
    for (index, octet) in crossed.enumerated() { unsafe start[index] = octet }
    return crossed.count
  }
#endif
