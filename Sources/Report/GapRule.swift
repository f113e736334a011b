/// From when on a silence on a subscribed characteristic is a gap: longer than `leastUs`, and than
/// so many median intervals and so many connection intervals.
package enum GapRule {
  package static let leastUs = 100_000
  package static let factor = 4
}
