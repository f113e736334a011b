import Foundation
import Report
import Tracking

/// The same facts, from bletrace's report.
struct ReportFacts {
  private(set) var facts = Facts()
  private let capture: ReportV1.Capture
  private let knowsDirection: Bool

  init(_ capture: ReportV1.Capture, comparedTo tshark: TsharkFacts) {
    self.capture = capture
    knowsDirection = tshark.knowsDirection
    count("records", by: capture.records)
    count("records cut by the logger", by: capture.truncatedRecords)
    count("vendor log records", by: capture.vendorLogRecords)
    addTime()
    addAdvertisers()
    for scan in capture.scans {
      note(
        "scan @\(scan.startFrame)",
        scan.filterDuplicates == true ? "filters duplicates" : "all reports")
      if let stop = scan.stopFrame { note("scan end of @\(scan.startFrame)", "@\(stop)") }
    }
    var runs: [String: ValueRun] = [:]
    for connection in capture.connections {
      addLink(connection)
      addSignalling(connection)
      addATT(connection, comparedTo: tshark, &runs)
    }
    for (name, run) in runs { note(name, run.text) }
  }

  private mutating func note(_ field: String, _ value: String) { facts.note(field, value) }
  private mutating func count(_ field: String, by number: Int) { facts.count(field, by: number) }

  private func way(_ direction: ReportV1.Direction) -> String {
    knowsDirection ? direction.rawValue : TsharkFacts.Way.either.rawValue
  }

  private mutating func addTime() {
    if let duration = capture.durationUs { note("duration", String(duration)) }
    guard let start = capture.start else { return }
    let whole = start.split(separator: ".")
    let date = (try? Date(whole[0] + "Z", strategy: .iso8601)) ?? .distantPast
    let fraction = Int(whole[1].dropLast()) ?? 0
    note("start", String(Int(date.timeIntervalSince1970) * 1_000_000 + fraction))
  }

  private mutating func addAdvertisers() {
    for device in capture.advertisers {
      count("advertising reports", by: device.reports)
      let type =
        switch device.addressType {
        case "public": "0"
        case let name? where name.hasPrefix("random"): "1"
        default: device.addressType ?? "?"
        }
      let heard = "\(device.reports) reports"
      note(
        "advertiser \(device.address) type \(type)",
        device.rssi.count == 0
          ? heard : heard + ", \(device.rssi.min!) to \(device.rssi.max!) dBm")
    }
  }

  // MARK: - Connections

  private mutating func addLink(_ connection: ReportV1.Connection) {
    let link = session(connection.handle, connection.completeFrame)
    if let frame = connection.completeFrame {
      let peer = connection.peer.address ?? "?"
      note(
        "connection complete @\(frame)",
        connection.transport == .brEDR
          ? "br-edr \(hex(connection.handle)) \(peer)"
          : "le \(hex(connection.handle)) \(peer) \(connection.role?.rawValue ?? "?")")
    }
    if let end = connection.disconnect {
      note(
        "disconnection @\(end.frame)", "\(hex(connection.handle)) \(hex(Int(end.reason.rawValue)))")
    }
    for one in connection.parameters {
      note(
        "connection parameters @\(one.frame)",
        "\(one.intervalUs) us, latency \(one.latency), timeout \(one.supervisionTimeoutUs) us")
    }
    for one in connection.dataLengths {
      note(
        "data length @\(one.frame)",
        "tx \(one.txOctets) in \(one.txTimeUs) us, rx \(one.rxOctets) in \(one.rxTimeUs) us")
    }
    for one in connection.phys {
      note("phys @\(one.frame)", "tx \(phy(one.tx)) rx \(phy(one.rx))")
    }
    for one in connection.encryption {
      note("encryption @\(one.frame)", one.enabled ? "on" : "off")
    }
    if let rssi = connection.rssi {
      note("rssi \(link)", "\(rssi.count) samples, \(rssi.min!) to \(rssi.max!) dBm")
    }
    if knowsDirection {
      count("acl packets sent \(link)", by: connection.flow.tx.packets)
    }
    count("acl packets completed \(link)", by: connection.flow.tx.completed)
  }

  private func phy(_ phy: ReportV1.PHY?) -> Int {
    switch phy {
    case .le1M: 1
    case .le2M: 2
    case .coded: 3
    case nil: -1
    }
  }

  private mutating func addSignalling(_ connection: ReportV1.Connection) {
    for one in connection.parameterRequests {
      guard one.via == .l2cap || one.direction == .rx else { continue }
      note(
        "parameter request @\(one.frame)",
        "\(one.via.rawValue) \(one.minUs) to \(one.maxUs) us, latency \(one.latency), "
          + "timeout \(one.supervisionTimeoutUs) us")
      if one.via == .l2cap, one.result != .unanswered {
        note(
          "parameter answer to @\(one.frame)", one.result == .rejected ? "rejected" : "accepted")
      }
    }
    for one in connection.channels where one.kind == .creditBased {
      if let frame = one.frame { note("channel @\(frame)", "SPSM \(one.psm ?? -1)") }
    }
    for one in connection.pairing {
      note("pairing @\(one.firstFrame)", "seen")
      if let reason = one.reason {
        note("pairing failure of @\(one.firstFrame)", hex(reason, digits: 2))
      }
    }
  }

  // MARK: - ATT

  private mutating func addATT(
    _ connection: ReportV1.Connection, comparedTo tshark: TsharkFacts,
    _ runs: inout [String: ValueRun]
  ) {
    let link = session(connection.handle, connection.completeFrame)
    for (direction, pdus) in [
      (ReportV1.Direction.rx, connection.att.pdus.rx), (.tx, connection.att.pdus.tx),
    ] {
      for entry in pdus.entries {
        count("att \(way(direction)) \(opcode(entry.key))", by: entry.value)
      }
    }
    count("att transactions", by: connection.att.transactions.count)
    for error in connection.att.errors {
      note(
        "att error @\(error.frame)",
        "\(opcode(error.request?.key)) of handle \(hex(error.handle ?? 0)): "
          + hex(error.code, digits: 2))
    }
    for request in connection.att.pending {
      note("unanswered @\(request.frame)", opcode(request.request.key))
    }
    if let client = connection.mtu.client, let server = connection.mtu.server {
      note("mtu \(link)", "client \(client), server \(server) @\(connection.mtu.frame ?? 0)")
    }
    for stream in connection.notifications {
      let name =
        "\(stream.kind.rawValue)s \(way(stream.direction)) \(link) "
        + "handle \(hex(stream.valueHandle))"
      runs[name, default: ValueRun()].add(
        ValueRun(
          count: stream.count, octets: stream.bytes, first: stream.firstFrame,
          last: stream.lastFrame))
    }
    for gatt in [connection.gatt, connection.gattOtherSide].compactMap({ $0 }) {
      addGATT(gatt, comparedTo: tshark)
    }
  }

  private func opcode(_ key: String?) -> String {
    attOpcodes[key ?? ""].map { hex($0, digits: 2) } ?? key ?? "?"
  }

  private mutating func addGATT(_ gatt: ReportV1.GATT, comparedTo tshark: TsharkFacts) {
    func discovered(_ field: String) {
      if facts[field] == nil { note(field, "discovered") }
    }
    for one in gatt.subscriptions {
      let bits = one.value == .off ? 0 : one.value == .notify ? 1 : 2
      // Where bletrace guesses that a write is a subscription, the octets must at least fit.
      if one.guessed, tshark.facts["subscription @\(one.frame)"] == nil {
        let value = tshark.values.first { $0.frame == one.frame }?.bytes
        if value == [UInt8(bits), 0] || value == [3, 0] { continue }
      }
      note("subscription @\(one.frame)", "\(hex(one.cccdHandle)) bits \(bits)")
    }
    for service in gatt.services {
      if let start = service.startHandle, let end = service.endHandle, service.primary == true {
        discovered("service \(hex(start)) to \(hex(end)) \(service.uuid ?? "?")")
      }
      for one in service.characteristics {
        for descriptor in one.descriptors where descriptor.uuid.hasPrefix("29") {
          discovered("descriptor \(hex(descriptor.handle)) \(descriptor.uuid)")
        }
        guard let declaration = one.declarationHandle else { continue }
        discovered(
          "characteristic \(hex(declaration)) value \(hex(one.valueHandle)) \(one.uuid) "
            + "properties \(hex(properties(one.properties), digits: 2))")
      }
    }
  }

  private func properties(_ names: [String]) -> Int {
    let order = [
      "broadcast", "read", "write_without_response", "write", "notify", "indicate",
      "authenticated_signed_writes", "extended_properties",
    ]
    return names.reduce(0) { $0 | 1 << (order.firstIndex(of: $1) ?? 8) }
  }
}

/// Core Vol 3, Part F, 3.4.8.
private let attOpcodes: [String: Int] = [
  "error_response": 0x01, "exchange_mtu_request": 0x02, "exchange_mtu_response": 0x03,
  "find_information_request": 0x04, "find_information_response": 0x05,
  "find_by_type_value_request": 0x06, "find_by_type_value_response": 0x07,
  "read_by_type_request": 0x08, "read_by_type_response": 0x09, "read_request": 0x0A,
  "read_response": 0x0B, "read_blob_request": 0x0C, "read_blob_response": 0x0D,
  "read_multiple_request": 0x0E, "read_multiple_response": 0x0F,
  "read_by_group_type_request": 0x10, "read_by_group_type_response": 0x11,
  "write_request": 0x12, "write_response": 0x13, "prepare_write_request": 0x16,
  "prepare_write_response": 0x17, "execute_write_request": 0x18, "execute_write_response": 0x19,
  "handle_value_notification": 0x1B, "handle_value_indication": 0x1D,
  "handle_value_confirmation": 0x1E, "read_multiple_variable_request": 0x20,
  "read_multiple_variable_response": 0x21, "multiple_handle_value_notification": 0x23,
  "write_command": 0x52, "signed_write_command": 0xD2,
]
