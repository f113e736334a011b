import CReportPage

/// Files that are built into the program for the HTML report.
package enum PageAssets {
  package static let chartScript = unsafe bytes(embedded_chart_script())
  package static let chartStyle = unsafe bytes(embedded_chart_style())
  package static let chartLicence = unsafe bytes(embedded_chart_licence())
  package static let plotsScript = unsafe bytes(embedded_plots_script())
  package static let pageScript = unsafe bytes(embedded_page_script())
  package static let pageStyle = unsafe bytes(embedded_page_style())

  private static func bytes(_ file: embedded_file) -> [UInt8] {
    unsafe Array(UnsafeBufferPointer(start: file.bytes, count: file.count))
  }
}
