import Report

/// How long after their beginnings the connections of a device were lost: complete when all were
/// looked at, and the words are made after that.
final class LossAges {
  static let leastAlike = RuleLimit("least_of_equal_age", 3, .connections)
  /// In microseconds, and one in so many.
  private static let leastTolerance = 20_000
  private static let toleranceParts = 200
  /// How much more the silences differ.
  private static let spreadRatio = 4

  private struct Loss {
    var ageUs: Int
    var silenceUs: Int
  }

  private var all: [FindingSubject: [Loss]] = [:]

  func add(_ loss: LinkLoss) {
    guard let subject = Self.subject(loss), let silence = loss.silence else { return }
    all[subject, default: []].append(Loss(ageUs: Self.age(loss), silenceUs: silence))
  }

  /// How many of the device's losses came as long after the connection began as this one, and how
  /// many there were; `nil` where a timer that began with the last data explains them as well.
  func common(with loss: LinkLoss) -> (count: Int, all: Int)? {
    guard let losses = Self.subject(loss).flatMap({ all[$0] }) else { return nil }
    let age = Self.age(loss)
    let tolerance = max(Self.leastTolerance, age / Self.toleranceParts)
    let alike = losses.filter { abs($0.ageUs - age) <= tolerance }
    guard alike.count >= Self.leastAlike.value,
      Self.spread(alike.map(\.silenceUs)) > Self.spread(alike.map(\.ageUs)) * Self.spreadRatio
    else { return nil }
    return (alike.count, losses.count)
  }

  private static func age(_ loss: LinkLoss) -> Int {
    loss.connection.endUs - loss.connection.startUs
  }

  private static func spread(_ values: [Int]) -> Int {
    values.max().flatMap { most in values.min().map { most - $0 } } ?? 0
  }

  /// Where the capture lacks the beginning, the age is not known.
  private static func subject(_ loss: LinkLoss) -> FindingSubject? {
    guard loss.connection.completeFrame != nil, loss.connection.peer.address != nil else {
      return nil
    }
    return FindingSubject(loss.connection, "age", count: 1)
  }
}
