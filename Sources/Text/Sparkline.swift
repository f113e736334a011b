/// A row of bars, one for each part of a time.
package enum Sparkline {
  /// The scale goes from the least to the greatest value, but spans at least `leastSpan`, so that
  /// noise does not look like a story. Parts without a value are blank.
  package static func render(_ series: [Double?], leastSpan: Double, unicode: Bool) -> String {
    let values = series.compactMap { $0 }.filter(\.isFinite)
    guard let least = values.min(), let greatest = values.max() else { return "" }
    let span = max(greatest - least, leastSpan)
    return render(series, from: (least + greatest - span) / 2, span: span, unicode: unicode)
  }

  /// The same on a scale that is given.
  package static func render(
    _ series: [Double?], from bottom: Double, span: Double, unicode: Bool
  ) -> String {
    let levels = Array((unicode ? "▁▂▃▄▅▆▇█" : "_.-=*#").unicodeScalars)
    guard span.isFinite && span > 0 else { return "" }
    let bars = series.map { value -> Unicode.Scalar in
      guard let value, value.isFinite else { return "\u{A0}" }
      let level = (value - bottom) / span * Double(levels.count)
      return levels[Int(min(max(level, 0), Double(levels.count - 1)))]
    }
    return String(String.UnicodeScalarView(bars))
  }

  /// As many parts at most, each the mean of several.
  package static func condensed(_ series: [Double?], to count: Int) -> [Double?] {
    guard count > 0, series.count > count else { return series }
    let size = (series.count + count - 1) / count
    return stride(from: 0, to: series.count, by: size).map { start in
      let values = series[start..<min(start + size, series.count)].compactMap { $0 }
      return values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
    }
  }
}
