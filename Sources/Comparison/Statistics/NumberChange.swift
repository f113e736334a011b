/// What the runs of both sides measured of one thing, and what is made of it.
public struct NumberChange: Equatable, Sendable {
  public var unit: MeasureUnit
  /// A value for each run that has one, in the order of the runs.
  public var base: [Double]
  public var new: [Double]
  /// The median; of counts and of yes and no the mean, as a median would hide what is rare.
  public var baseCentre: Double
  public var newCentre: Double
  /// Of the centres.
  public var difference: Double
  /// `difference` by the base's centre; `nil` where that is zero.
  public var relative: Double?
  /// 95 % of resampled pairs of groups differ by that much: relatively where `relative` is given,
  /// else in the unit. `nil` with fewer than three runs a side.
  public var interval: ClosedRange<Double>?
  /// How probable so great a difference in ranks is by chance alone, two-sided; `nil` with one run
  /// a side, and within the tolerance.
  public var probability: Double?

  init(unit: MeasureUnit, base: [Double], new: [Double]) {
    self.unit = unit
    self.base = base
    self.new = new
    baseCentre = unit.centre(of: base)
    newCentre = unit.centre(of: new)
    difference = newCentre - baseCentre
    relative = baseCentre == 0 ? nil : difference / baseCentre.magnitude
  }

  /// Which of the new values shows the change most; `nil` where there is none.
  var farthest: Int? {
    guard difference != 0 else { return nil }
    return difference > 0
      ? new.indices.max { new[$0] < new[$1] } : new.indices.min { new[$0] < new[$1] }
  }

  var isOneAgainstOne: Bool { base.count == 1 && new.count == 1 }
}

public enum MeasureUnit: String, Sendable {
  case count
  case microseconds = "us"
  case bytes
  case bytesPerSecond = "bytes_per_s"
  case dBm
  case yesOrNo = "yes_or_no"

  func centre(of values: [Double]) -> Double {
    centreIsMean ? values.reduce(0, +) / Double(values.count) : median(values)
  }

  /// Whether the mean is the centre, and not the median, which would hide what is rare.
  var centreIsMean: Bool {
    switch self {
    case .count, .yesOrNo: true
    case .microseconds, .bytes, .bytesPerSecond, .dBm: false
    }
  }
}

/// The middle value, or the mean of the two in the middle. Of nothing it is zero.
package func median(_ values: [Double]) -> Double {
  medianOfSorted(values.sorted())
}

func medianOfSorted(_ values: [Double]) -> Double {
  guard !values.isEmpty else { return 0 }
  let middle = values.count / 2
  return values.count % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2
}
