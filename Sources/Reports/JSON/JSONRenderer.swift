/// The report as JSON: the form that other programs read.
package enum JSONRenderer {
  package static func render(
    _ report: ReportV1, layout: JSONWriter.Layout = .pretty
  ) -> [UInt8] {
    var json = JSONWriter(layout: layout)
    report.write(to: &json)
    json.finish()
    return json.bytes
  }
}
