/// The benchmark's files, in a temporary folder.
struct WorkFiles {
  let folder: String
  let capture: String
  let report: String

  init() throws(BenchFailure) {
    folder = try System.makeTemporaryFolder()
    capture = "\(folder)/capture.btsnoop"
    report = "\(folder)/report.json"
  }

  func generate(_ story: Story, records: Int) throws(BenchFailure) -> CaptureCounts {
    let sink = try FileSink(path: capture)
    let counts = bletrace_bench.generate(story, records: records, to: sink)
    if let failure = sink.failure { throw failure }
    return counts
  }

  func generate(_ mix: CaptureMix, records: Int) throws(BenchFailure) -> CaptureCounts {
    let sink = try FileSink(path: capture)
    let counts = mix.write(records: records, to: sink)
    if let failure = sink.failure { throw failure }
    return counts
  }

  func path(_ name: String) -> String { "\(folder)/\(name)" }

  var payloads: String { path("payloads") }

  /// What `live --write` and `analyze --extract` left.
  func removeRecordings() {
    for name in System.names(in: payloads) { System.remove("\(payloads)/\(name)") }
    System.remove(payloads)
    for name in System.names(in: folder) where name.hasPrefix("recording") {
      System.remove("\(folder)/\(name)")
    }
  }

  func remove() {
    for name in System.names(in: folder) { System.remove(path(name)) }
    System.remove(folder)
  }
}
