import Report

/// A discovery of services that stopped in the middle, after which its client did nothing.
///
/// A client may stop as soon as it has found what it wants (Core Vol 3, Part G, 4.4.1), but then it
/// goes on with that.
struct DiscoveryStopped {
  let discovery: ReportV1.Discovery
  /// The last handle of the services that were found.
  let handle: Int
  /// How long nothing followed.
  let openUs: Int

  static let patience = RuleLimit("discovery_least_us", 30_000_000, .microseconds)
  private static let lastHandle = 0xFFFF

  /// `nil` where the server's answer is missing, where something followed, or where it is known to
  /// be complete.
  init?(_ connection: ReportV1.Connection) {
    guard connection.air == nil, connection.att.pending.isEmpty,
      let discovery = connection.att.discoveries.first(where: { $0.server == .peer }),
      discovery.requestsAfter == 0, let sent = connection.lastTxFrame,
      sent <= discovery.lastFrame, let sentUs = connection.lastTxUs,
      let server = connection.servers.first(where: { $0.server == .peer }), !server.remembered,
      let handle = Self.stop(server)
    else { return nil }
    var open = connection.endUs - sentUs
    if connection.ending?.by == .link, let silent = connection.ending?.silentUs { open -= silent }
    guard open >= Self.patience.value else { return nil }
    self.discovery = discovery
    self.handle = handle
    openUs = open
  }

  /// Up to where all services were looked for, if that is not the end.
  private static func stop(_ server: ReportV1.GATT) -> Int? {
    let searches = server.searched.filter { $0.kind == .primaryServices && $0.uuid == nil }
    guard searches.contains(where: { $0.startHandle == 1 }),
      let last = searches.map(\.endHandle).max(), last < lastHandle,
      server.searched.allSatisfy({ $0.kind == .primaryServices }),
      server.services.allSatisfy({ $0.endHandle ?? 0 < lastHandle })
    else { return nil }
    return last
  }

  /// The same as something that a side owed.
  var breach: ReportV1.Breach {
    ReportV1.Breach {
      $0.obligation = .procedureUnfinished
      $0.party = .local
      $0.frame = discovery.firstFrame
      $0.lastFrame = discovery.lastFrame
      $0.count = 1
      $0.handle = handle
      $0.name = "Discover All Primary Services"
      $0.openUs = openUs
    }
  }
}
