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

  @c(LLVMFuzzerTestOneInput)
  public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    stage.run(unsafe Array(UnsafeBufferPointer(start: start, count: count)))
    return 0
  }

  /// libFuzzer's own changes, which know nothing of records.
  @_silgen_name("LLVMFuzzerMutate")
  private func mutate(_ start: UnsafeMutablePointer<UInt8>?, _ count: Int, _ room: Int) -> Int

  /// Captures are changed record by record, so that the layers below the container see something.
  @c(LLVMFuzzerCustomMutator)
  public func customMutator(
    _ start: UnsafeMutablePointer<UInt8>, _ count: Int, _ room: Int, _ seed: CUnsignedInt
  ) -> Int {
    guard stage.changesRecords,
      var mutator = unsafe RecordMutator(
        Array(UnsafeBufferPointer(start: start, count: count)), seed: UInt64(seed))
    else { return unsafe mutate(start, count, room) }
    let changed = mutator.change(room: room) { octets, room in
      let old = octets.count
      octets += [UInt8](repeating: 0, count: room - old)
      let new = unsafe octets.withUnsafeMutableBufferPointer {
        unsafe mutate($0.baseAddress, old, room)
      }
      octets.removeLast(room - new)
    }
    guard let changed else { return unsafe mutate(start, count, room) }
    for (place, octet) in changed.enumerated() { unsafe start[place] = octet }
    return changed.count
  }
#endif
