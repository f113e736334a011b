do throws(BenchFailure) {
  switch try BenchCommand(Array(CommandLine.arguments.dropFirst())) {
  case .compare(let options):
    var benchmark = try Benchmark(options)
    try benchmark.run()
  case .generate(let story, let records, let rate, let output):
    System.ignoreBrokenPipes()
    let sink = try FileSink(path: output)
    let pace = rate.map { PacedSink(sink, rate: $0) }
    let counts = generate(
      story, records: records, to: pace ?? sink, in: pace == nil ? .large : .small)
    if let failure = sink.failure { throw failure }
    complain("\(grouped(counts.records)) records, \(grouped(counts.octets + 16)) octets")
    if let pace { complain("never more than \(decimal(pace.greatestDelay, 3)) s late") }
  case .generateMix(let folder, let records, let output):
    let sink = try FileSink(path: output)
    let mix = try CaptureMix(folder: folder)
    let counts = mix.write(records: records, to: sink)
    if let failure = sink.failure { throw failure }
    complain(
      "\(grouped(mix.captureCount)) captures of \(grouped(mix.recordCount)) records, "
        + "\(grouped(counts.octets + 16)) octets")
  case .generateHostile(let story, let records, let output):
    let sink = try FileSink(path: output)
    let written = generate(story, records: records ?? story.records, to: sink)
    if let failure = sink.failure { throw failure }
    complain("\(grouped(written.records)) records, \(grouped(written.octets)) octets")
  case .bounds(let options, let only):
    var check = try BoundsCheck(options, only: only)
    try check.run()
  case .stages(let path, let runs):
    var stages = Stages(path: path, runs: runs)
    try stages.run()
  case .bareLoop(let path):
    try BareLoop.runHere(path)
  case .help:
    print(BenchCommand.usage)
  }
} catch {
  complain(error.message)
  System.leave(error.isWrongResult ? 1 : 2)
}
