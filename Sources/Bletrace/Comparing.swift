import Comparison
import Report

/// What two sides have in common and what not, as `bletrace diff` finds it.
public typealias Differences = Comparison

/// Compares captures before and after a change.
///
/// ```swift
/// let differences = compare(base: [before], new: [after])
/// precondition(!differences.hasRegression, "\(differences.worse.map(\.statement))")
/// ```
///
/// With several captures a side, differences that chance explains do not count.
///
/// - Parameters:
///   - base: the captures from before the change, in their order.
///   - new: those from after it.
///   - devices: names and addresses: of other devices nothing is compared. All where there is none.
///   - leastMatch: what is worse counts where connections were matched by this, or by something
///     surer.
public func compare(
  base: [Analysis], new: [Analysis], devices: [String] = [], leastMatch: MatchBasis = .name
) -> Differences {
  var options = ComparisonOptions()
  options.devices = devices
  options.leastMatch = leastMatch
  return compare(
    base: base.flatMap { Run.all(in: $0.report) }, new: new.flatMap { Run.all(in: $0.report) },
    options: options)
}
