import BluetoothProtocol
import Report

/// The attempts of this host to connect to one device over one transport, without those that were
/// needless.
struct TriedDevice {
  let target: String
  let transport: ReportV1.Transport
  private(set) var attempts: [ReportV1.Attempt] = []

  /// In the order of the first attempts.
  static func all(in capture: ReportV1.Capture) -> [TriedDevice] {
    struct Key: Hashable {
      var target: String
      var transport: ReportV1.Transport
    }
    guard !capture.attempts.isEmpty else { return [] }
    let needless = Set(capture.needlessRequests.map(\.frame))
      .union(NeedlessRequestRule.failureFrames(in: capture))
    var found: [TriedDevice] = []
    var places: [Key: Int] = [:]
    for attempt in capture.attempts {
      guard let target = attempt.target, !needless.contains(attempt.firstFrame),
        !(attempt.lastFrame.map(needless.contains) ?? false)
      else { continue }
      let key = Key(target: target, transport: attempt.transport)
      let place = places[key] ?? found.count
      if place == found.count {
        places[key] = place
        found.append(TriedDevice(target: target, transport: attempt.transport))
      }
      found[place].attempts.append(attempt)
    }
    return found
  }

  private init(target: String, transport: ReportV1.Transport) {
    (self.target, self.transport) = (target, transport)
  }

  /// Shorter attempts show nothing.
  static let least = RuleLimit("least_us", 1_000_000, .microseconds)

  var hasWorked: Bool { attempts.contains { $0.ended == .connected } }

  private func failed(where isMeant: (ReportV1.Attempt) -> Bool) -> [ReportV1.Attempt] {
    guard transport == .le, !hasWorked else { return [] }
    return attempts.filter { $0.durationUs >= Self.least.value && isMeant($0) }
  }

  /// Attempts while which the device advertised under the same address with another type. None
  /// where it did under the type that was asked for, too.
  func misaddressed(in capture: ReportV1.Capture) -> [ReportV1.Attempt] {
    let found = failed { attempt in
      attempt.heard.map { !isAsked(attempt, $0) } ?? false
    }
    guard let asked = found.first.flatMap({ Self.isPublic($0.targetType) }) else { return [] }
    let isBoth = capture.advertisers.contains {
      $0.address == target && Self.isPublic($0.addressType) == asked
    }
    return isBoth ? [] : found
  }

  /// Attempts while which all that the device advertised could not be connected to.
  func unconnectable(in capture: ReportV1.Capture) -> [ReportV1.Attempt] {
    let found = failed { attempt in
      guard let heard = attempt.heard else { return false }
      return heard.connectable == false && isAsked(attempt, heard)
    }
    guard !found.isEmpty else { return [] }
    // Devices may advertise in several ways in turn: one report is not all of them.
    let known = capture.advertisers.filter { $0.address == target }
    return known.map(\.reports).total >= Self.fewestReports
      && known.allSatisfy { $0.connectable == false } ? found : []
  }

  static let fewestReports = 3

  /// Whether the type of the address that was heard was asked for. Stacks that do not know it put
  /// both into the Filter Accept List.
  private func isAsked(_ attempt: ReportV1.Attempt, _ heard: ReportV1.AttemptHeard) -> Bool {
    guard let type = Self.isPublic(heard.addressType), let asked = Self.isPublic(attempt.targetType)
    else { return true }
    return asked == type
      || attempt.listed.contains { $0.address == target && Self.isPublic($0.addressType) == type }
  }

  private static func isPublic(_ type: String?) -> Bool? {
    type.map { $0 == AddressType.publicDevice.name || $0 == AddressType.publicIdentity.name }
  }
}
