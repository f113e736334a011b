import CReportPage

/// Files that are built into the program for the HTML report.
enum PageAssets {
  static let chartScript = unsafe bytes(embedded_chart_script())
  static let chartStyle = unsafe bytes(embedded_chart_style())
  static let chartLicence = unsafe bytes(embedded_chart_licence())
  static let plotsScript = unsafe bytes(embedded_plots_script())
  static let pageScript = unsafe bytes(embedded_page_script())
  static let pageStyle = unsafe bytes(embedded_page_style())

  private static func bytes(_ file: embedded_file) -> [UInt8] {
    unsafe Array(UnsafeBufferPointer(start: file.bytes, count: file.count))
  }
}
