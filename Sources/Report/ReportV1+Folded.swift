import BluetoothProtocol

extension ReportV1 {
  /// Connections that ended, were judged, and of which nothing but sums is kept: a capture may have
  /// more of them than a report has room for.
  ///
  /// Connections that a finding names, of severity `warning` or `error`, stay in `connections`, as
  /// far as there is room.
  public struct Folded: ReportObject {
    /// All connections that the rules looked at: these, and those in `connections`.
    public var judged = 0
    /// Connections that are here alone; `connections_omitted` counts them too.
    public var connections = 0
    /// Their complete transfers; `transfers_omitted` counts them too.
    public var transfersComplete = 0
    /// Their transfers without an end.
    public var transfersIncomplete = 0
    /// How they ended, the most frequent first.
    public var endings: [FoldedEnding] = []
    /// The devices that they were with, in the order in which their connections were folded; at
    /// most 4096, and beyond that one entry without an address for all others.
    public var devices: [FoldedDevice] = []
    /// Attempts to connect that failed; `connection_failures` has later ones.
    public var connectionFailures = 0
    package static var isCompound: Bool { true }
  }

  /// Connections that ended alike.
  public struct FoldedEnding: ReportObject {
    /// The reason of the Disconnection Complete event; `nil` where none came.
    public var reason: HCIStatus?
    /// The name of the reason.
    public var name: String?
    /// What else ended them; `nil` where that is not in the capture.
    public var cause: EndCause?
    /// How many ended so.
    public var connections = 0
  }

  /// What the connections with one device add up to.
  public struct FoldedDevice: ReportObject {
    /// Index of the controller; of the entry for all others, of the first of them.
    public var controller = 0
    /// The device's address; `nil` where it is not known.
    public var address: String?
    /// The name of the device.
    public var name: String?
    /// How many connections there were with it.
    public var connections = 0
    /// How long they lasted, together.
    public var durationUs = 0
    /// Their complete transfers.
    public var transfersComplete = 0
    /// Their transfers without an end.
    public var transfersIncomplete = 0
    /// Values that came as notifications and indications, or were written.
    public var values = 0
    /// The octets of these values.
    public var bytes = 0
    public var firstFrame = 0
    public var lastFrame = 0
  }
}

extension ReportV1.Capture {
  /// All connections that the capture shows, in detail or not.
  public var connectionCount: Int { Int(reported: connections.count + connectionsOmitted) }

  /// Connections that no rule looked at.
  package var connectionsUnseen: Int {
    max(0, Int(reported: connectionsOmitted - (folded?.connections ?? 0)))
  }

  /// Complete transfers that no rule looked at.
  package var transfersUnseen: Int {
    max(0, Int(reported: transfersOmitted - (folded?.transfersComplete ?? 0)))
  }
}

extension ReportV1.Folded {
  /// More devices are taken together.
  package static let mostDevices = 4096

  /// Adds a connection that was judged.
  package mutating func add(
    _ connection: borrowing ReportV1.Connection, at places: inout [String: Int]
  ) {
    let complete = connection.transfers.indexes { $0[$1].complete }.count
    let all = connection.transfers.count
    connections += 1
    transfersComplete += complete
    transfersIncomplete += all - complete
    add(connection.disconnect, connection.end?.cause)
    let place = place(connection, &places)
    devices[place].connections += 1
    devices[place].durationUs = Int(
      reported: devices[place].durationUs + max(0, connection.endUs - connection.startUs))
    devices[place].transfersComplete += complete
    devices[place].transfersIncomplete += all - complete
    for streams in [connection.notifications, connection.writes] {
      for index in streams.indices {
        devices[place].values = Int(reported: devices[place].values + streams[index].count)
        devices[place].bytes = Int(reported: devices[place].bytes + streams[index].bytes)
      }
    }
    devices[place].lastFrame = max(devices[place].lastFrame, connection.lastFrame)
  }

  private mutating func add(_ end: ReportV1.Disconnect?, _ cause: ReportV1.EndCause?) {
    let cause = end == nil ? cause : nil
    let known = endings.firstIndex { $0.reason == end?.reason && $0.cause == cause }
    if let known {
      endings[known].connections += 1
    } else {
      endings.append(
        .init {
          ($0.reason, $0.name, $0.cause, $0.connections) = (end?.reason, end?.name, cause, 1)
        })
    }
  }

  private mutating func place(
    _ connection: borrowing ReportV1.Connection, _ places: inout [String: Int]
  ) -> Int {
    let key = "\(connection.controller) \(connection.peer.address ?? "")"
    if let place = places[key] {
      if let name = connection.peer.name { devices[place].name = name }
      return place
    }
    // The last entry is for all others.
    if devices.count > Self.mostDevices { return Self.mostDevices }
    let isOther = devices.count == Self.mostDevices
    devices.append(
      .init {
        ($0.controller, $0.firstFrame) = (connection.controller, connection.firstFrame)
        if !isOther { ($0.address, $0.name) = (connection.peer.address, connection.peer.name) }
      })
    if !isOther { places[key] = devices.count - 1 }
    return devices.count - 1
  }
}
