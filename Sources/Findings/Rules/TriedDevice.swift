import BluetoothProtocol
import Report

/// The attempts of this host to connect to one device over one transport, without those that were
/// needless.
struct TriedDevice {
  let target: String
  let transport: ReportV1.Transport
  let attempts: [ReportV1.Attempt]
  /// Attempts while which the device advertised under the same address with another type. None
  /// where it did under the type that was asked for, too.
  private(set) var misaddressed: [ReportV1.Attempt] = []
  /// Attempts while which all that the device advertised could not be connected to.
  private(set) var unconnectable: [ReportV1.Attempt] = []

  /// In the order of the first attempts.
  static func all(in capture: ReportV1.Capture) -> [TriedDevice] {
    let needless = Set(capture.needlessRequests.map(\.frame))
      .union(NeedlessRequestRule.failureFrames(in: capture))
    return capture.attempts.filter { attempt in
      !needless.contains(attempt.firstFrame)
        && !(attempt.lastFrame.map(needless.contains) ?? false)
    }.grouped(by: \.device).compactMap { device, attempts in
      guard let target = device.target else { return nil }
      var tried = TriedDevice(target: target, transport: device.transport, attempts: attempts)
      tried.findVain(capture.advertisers)
      return tried
    }
  }

  /// Shorter attempts show nothing.
  static let least = RuleLimit("least_us", 1_000_000, .microseconds)

  private mutating func findVain(_ all: [ReportV1.Advertiser]) {
    guard transport == .le, !attempts.contains(where: { $0.ended == .connected }) else { return }
    let heard = attempts.filter { $0.durationUs >= Self.least.value && $0.heard != nil }
    if heard.isEmpty { return }
    let known = all.filter { $0.address == target }
    let others = heard.filter { !isAsked($0) }
    if let asked = others.first.flatMap({ Self.isPublic($0.targetType) }),
      !known.contains(where: { Self.isPublic($0.addressType) == asked })
    {
      misaddressed = others
    } else if known.map(\.reports).total >= Self.fewestReports,
      // Devices may advertise in several ways in turn: one report is not all of them.
      known.allSatisfy({ $0.connectable == false })
    {
      unconnectable = heard.filter { $0.heard?.connectable == false && isAsked($0) }
    }
  }

  static let fewestReports = 3

  /// Whether the type of the address that was heard was asked for. Stacks that do not know it put
  /// both into the Filter Accept List.
  private func isAsked(_ attempt: ReportV1.Attempt) -> Bool {
    guard let type = Self.isPublic(attempt.heard?.addressType),
      let asked = Self.isPublic(attempt.targetType)
    else { return true }
    return asked == type
      || attempt.listed.contains { $0.address == target && Self.isPublic($0.addressType) == type }
  }

  private static func isPublic(_ type: String?) -> Bool? {
    type.map { $0 == AddressType.publicDevice.name || $0 == AddressType.publicIdentity.name }
  }
}
