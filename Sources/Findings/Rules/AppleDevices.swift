import BluetoothProtocol
import Report

/// Which devices of a capture show that they are Apple's.
struct AppleDevices {
  private static let company: UInt16 = 0x004C
  /// The report has the names of these numbers.
  private static let apple = CompanyNames.name(for: company)
  private static let broadcom = CompanyNames.name(for: 0x000F)
  /// Apple Notification Center, Apple Media, and Continuity.
  private static let services: Set<String> = [
    "7905F431-B5CE-4E99-A40F-4B1E122D00D0", "89D3502B-0F36-433A-8EF4-C502AD55F8DC",
    "D0611E78-BBB4-4591-A5F8-487910AE4366", "9FA480E0-4967-4542-9390-D343DC5D04AE",
  ]

  /// Addresses of peers with manufacturer data of Apple. iBeacons of others have them too.
  private let advertisers: Set<String>
  private let controllers: Set<Int>
  private let hostIsApple: Bool

  init(_ capture: ReportV1.Capture) {
    advertisers = Set(
      capture.advertisers.lazy.filter {
        $0.company?.id == Int(Self.company) && $0.beacon?.kind != .ibeacon
      }.map(\.address))
    controllers = Set(
      capture.controllers.lazy.filter { $0.manufacturer == Self.apple }.map(\.index))
    // PacketLogger is Apple's; others write its format too, on controllers that say whose they are.
    hostIsApple =
      capture.format == "packetlogger"
      && capture.controllers.allSatisfy {
        $0.manufacturer == nil || $0.manufacturer == Self.apple
          || $0.manufacturer == Self.broadcom
      }
  }

  /// Whether one side of a connection is Apple's, as far as the capture shows.
  func areIn(_ connection: borrowing ReportV1.Connection) -> Bool {
    if hostIsApple || controllers.contains(connection.controller) { return true }
    if connection.peer.manufacturer == Self.apple { return true }
    if let address = connection.peer.address, advertisers.contains(address) { return true }
    return Self.hasServices(connection.gatt)
      || connection.gattOtherSide.map { Self.hasServices($0) } ?? false
  }

  private static func hasServices(_ server: borrowing ReportV1.GATT) -> Bool {
    server.services.containsInPlace { $0.uuid.map { services.contains($0) } ?? false }
  }
}
