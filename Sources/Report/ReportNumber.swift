/// Whole numbers of a report lie within ±(2^53 - 1): microseconds of 285 years, and what a Double
/// and JavaScript hold exactly. They are checked where they enter:
///
/// - From JSON, `Int.read` refuses others; fractional numbers are below 10^18, as rates may be.
/// - From a capture, whose records may state any time, they pass through `Int(reported:)`.
///
/// A report's numbers are therefore calculated with plain operators. Sums and differences of up to
/// 1,023 of them fit into 64 bits, and so does one of them times a constant of up to 1,023. Three
/// cases need more care:
///
/// - A list has any length: `total`, or `sum = Int(reported: sum + number)` in a loop.
/// - Two of them are multiplied as Doubles, `Int(reported: Double(a) * Double(b))`: exact where the
///   product is within the range.
/// - A number that is none of a report, as `Int.max` for "never", is compared only.
extension Int {
  package static let mostReported = (1 << 53) - 1

  /// Ends at the bounds of the range.
  package init(reported number: Int64) {
    self = Swift.min(Swift.max(Int(number), -Self.mostReported), Self.mostReported)
  }

  package init(reported number: Int) { self.init(reported: Int64(number)) }

  /// - Parameter number: what follows its decimal point is cut off; a NaN becomes 0.
  package init(reported number: Double) {
    let most = Double(Self.mostReported)
    self = number.isNaN ? 0 : Int(Swift.min(Swift.max(number, -most), most))
  }
}

extension Double {
  package static let mostReported = 1e18
}

extension Sequence<Int> {
  /// Ends at the bounds of a report's numbers.
  package var total: Int { reduce(0) { Int(reported: $0 + Int(reported: $1)) } }
}
