import Text

/// The report as JSON: the form that other programs read.
package enum JSONRenderer {
  package static func render(
    _ report: ReportV1, layout: JSONWriter.Layout = .pretty
  ) -> [UInt8] {
    var report = report
    var json = JSONWriter(layout: layout)
    report.write(to: &json)
    json.finish()
    return json.bytes
  }

  /// The same, handed over in pieces of some ten thousand bytes: a long report is never held whole.
  ///
  /// - Parameter report: is released on the way, its lists are empty afterwards.
  package static func render(
    _ report: inout ReportV1, layout: JSONWriter.Layout = .pretty, handingTo take: ([UInt8]) -> Void
  ) {
    withoutActuallyEscaping(take) { take in
      var json = JSONWriter(layout: layout, handingTo: take)
      report.write(to: &json)
      json.finish()
    }
  }
}
