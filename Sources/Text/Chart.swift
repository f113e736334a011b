/// Numbers as a picture in a text or a table's cell.
package enum Chart: Equatable, Sendable {
  /// A part of a whole as a bar, `width` columns for all of it: fewer on a page that is narrower
  /// than that and `beside` columns, and none where only five are left.
  case bar(Int, of: Int, width: Int, beside: Int = 0)
  /// A row of bars, one for each part of a time. The scale goes from the least to the greatest
  /// value, but spans at least `leastSpan`, so that noise does not look like a story.
  case series([Double?], leastSpan: Double)
  /// The same of rates that are compared: from 0 to a value that they share.
  case rates([Double?], upTo: Double)

  package func text(width page: Int, unicode: Bool) -> String {
    switch self {
    case .bar(let part, let whole, let width, let beside):
      let room = min(width, page - beside)
      return room < min(width, 6) ? "" : Self.bar(part, of: whole, width: room, unicode: unicode)
    case .series(let series, let leastSpan):
      return Sparkline.render(series, leastSpan: leastSpan, unicode: unicode)
    case .rates(let rates, let most):
      return Sparkline.render(rates, from: 0, span: most, unicode: unicode)
    }
  }

  /// In eighths of a column, or in whole columns where there is only ASCII; never empty for a part
  /// that is something.
  private static func bar(_ part: Int, of whole: Int, width: Int, unicode: Bool) -> String {
    guard part > 0, whole > 0, width > 0 else { return "" }
    let share = min(Double(part) / Double(whole), 1)
    guard unicode else {
      return String(repeating: "#", count: max(1, Int(share * Double(width) + 0.5)))
    }
    let eighths = max(1, Int(share * Double(width * 8) + 0.5))
    let ends = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
    return String(repeating: "█", count: eighths / 8) + ends[eighths % 8]
  }
}
