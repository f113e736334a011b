import Text
import Tracking

/// How cost grows with what is in a capture. All captures are generated into a pipe.
struct Growth {
  let analyze: Analyze
  /// Of most captures; the longest has ten times as many.
  let records: Int

  func tables() throws(BenchFailure) -> [Page.Table] {
    let lengths = [records / 10, records, records * 10].map {
      (label: "\(grouped($0)) records", story: Story.mixed, records: $0)
    }
    let connections = [1, 100, 5_000].map {
      (label: grouped($0, "connection"), story: Story.connections($0), records: records)
    }
    let advertisers = [1, 100, 10_000, 1_000_000].map {
      (label: grouped($0, "advertiser"), story: Story.advertisers($0), records: records)
    }
    return [
      try table("Growth with the capture's length", lengths),
      try table("Growth with connections, \(grouped(records)) records", connections),
      try table("Growth with advertisers, \(grouped(records)) records", advertisers),
    ]
  }

  private func table(
    _ title: String, _ rows: [(label: String, story: Story, records: Int)]
  ) throws(BenchFailure) -> Page.Table {
    var table = Page.Table(title, ["", "CPU seconds", "CPU ns a record", "peak memory"])
    for row in rows {
      complain("growth: \(row.label)")
      let (usage, counts) = try analyze.measure(row.story, records: row.records)
      table.add([
        row.label, decimal(usage.processor, 2),
        decimal(usage.processor * 1e9 / Double(counts.records), 1), megabytes(usage.peak),
      ])
    }
    return table
  }
}
