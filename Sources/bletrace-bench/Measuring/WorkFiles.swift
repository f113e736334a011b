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

  /// A folder for `--extract`.
  func payloads(_ number: Int) -> String { path("payloads\(number)") }

  func remove(folder: String) {
    for name in System.names(in: folder) { System.remove("\(folder)/\(name)") }
    System.remove(folder)
  }

  /// What `live --write` and `analyze --extract` left.
  func removeRecordings() {
    remove(folder: path("payloads"))
    for name in System.names(in: folder) where name.hasPrefix("recording") {
      System.remove(path(name))
    }
  }

  func remove() {
    for name in System.names(in: folder) { System.remove(path(name)) }
    System.remove(folder)
  }
}
