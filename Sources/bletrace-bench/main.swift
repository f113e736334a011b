do throws(BenchFailure) {
  switch try BenchCommand(Array(CommandLine.arguments.dropFirst())) {
  case .generate(let story, let records, let output):
    let sink = try FileSink(path: output)
    let counts = generate(story, records: records, to: sink)
    if let failure = sink.failure { throw failure }
    complain("\(counts.records) records, \(counts.octets + 16) octets")
  case .stages(let path, let runs):
    var stages = Stages(path: path, runs: runs)
    try stages.run()
  case .help:
    print(BenchCommand.usage)
  }
} catch {
  complain(error.message)
  leave(2)
}
