import Tracking

/// ATT, the LE signalling channel and the Security Manager, as tshark shows them.
extension TsharkFacts {
  mutating func takeATT(_ record: TsharkRecord, _ opcode: Int) {
    let frame = record.frame
    let link = link(record, record.number(.handle) ?? 0)
    let way = knowsDirection ? way(record).rawValue : Way.either.rawValue
    count("att \(way) \(hex(opcode, digits: 2))")
    if Self.awaitsAnswer.contains(opcode) {
      count("att transactions")
      requests[frame] = record
      unanswered[frame] = hex(opcode, digits: 2)
    }
    if let request = record.number(.requestFrame) { unanswered[request] = nil }
    let handle = record.number(.attHandle) ?? 0
    switch opcode {
    case 0x01:
      settleRequest(record.number(.requestInError) ?? 0, link)
      note(
        "att error @\(frame)",
        "\(hex(record.number(.requestInError) ?? 0, digits: 2)) of handle \(hex(handle)): "
          + hex(record.number(.errorCode) ?? 0, digits: 2))
    case 0x03:
      let request = record.number(.requestFrame).flatMap { requests[$0] }
      let client = request?.number(.clientMTU).map(String.init) ?? "?"
      mtus[link] = "client \(client), server \(record.number(.serverMTU) ?? 0) @\(frame)"
    case 0x05: takeDescriptors(record)
    case 0x07:
      takeServices(record, uuids: requestedService(record))
      let request = record.number(.requestFrame).flatMap { requests[$0] }
      if let handle = request?.number(.endingHandle) { endingHandles.insert(handle) }
    case 0x09: takeCharacteristics(record)
    case 0x11:
      if record.numbers(.attUUID16).last == 0x2800 {
        takeServices(record, uuids: listedUUIDs(record))
      }
    case 0x12, 0x52, 0x1B, 0x1D:
      if let bits = record.number(.configuration) {
        note("subscription @\(frame)", "\(hex(handle)) bits \(bits & 3)")
      }
      keep(
        PushedValue(
          frame: frame, link: link, way: self.way(record), handle: handle,
          bytes: octets(record.text(.attValue).first ?? "")))
      if opcode == 0x1B || opcode == 0x1D {
        let octets = max(0, (record.number(.l2capLength) ?? 0) - 3)
        let kind = opcode == 0x1B ? "notifications" : "indications"
        runs["\(kind) \(way) \(link) handle \(hex(handle))", default: ValueRun()]
          .add(frame, octets)
      }
    default: break
    }
  }

  /// Requests, prepared and executed writes, indications. Core Vol 3, Part F, 3.3.
  private static let awaitsAnswer: Set<Int> = [
    0x02, 0x04, 0x06, 0x08, 0x0A, 0x0C, 0x0E, 0x10, 0x12, 0x16, 0x18, 0x1D, 0x20,
  ]

  func octets(_ text: Substring) -> [UInt8] {
    let digits = Array(text.utf8)
    return stride(from: 0, to: digits.count - 1, by: 2).compactMap {
      UInt8(String(decoding: digits[$0...($0 + 1)], as: UTF8.self), radix: 16)
    }
  }

  /// tshark does not pair an error with its request; it ends the last one of its kind.
  private mutating func settleRequest(_ opcode: Int, _ link: String) {
    let request = unanswered.filter { (frame, name) in
      name == hex(opcode, digits: 2)
        && requests[frame].map { self.link($0, $0.number(.handle) ?? 0) } == link
    }.keys.max()
    guard let request else { return }
    unanswered[request] = nil
    // What the server refused does not subscribe.
    if opcode == 0x12 { remove("subscription @\(request)") }
  }

  // MARK: - Discovery

  /// One UUID an entry: all of 2 octets, or all of 16. tshark adds what it knows of a handle from
  /// earlier, in front of what is listed.
  private func listed<UUID>(_ uuids: [UUID], _ count: Int) -> [UUID] {
    uuids.count == 2 * count ? (0..<count).map { uuids[2 * $0 + 1] } : uuids
  }

  /// Without what tshark takes for the type of a handle that a Find By Type Value Response listed:
  /// the ending handle of the request (4.0.17: with 0x00F1 in the request it shows the type
  /// 0x00F1). It knows a handle of one side as that of the other too, so only some entries may have
  /// it.
  private func withoutEndingHandles(_ uuids: [Int], _ count: Int) -> [Int] {
    if uuids.count == count || uuids.count == 2 * count { return uuids }
    let others = uuids.filter { !endingHandles.contains($0) }
    return others.count == count ? others : uuids
  }

  private func listedUUIDs(_ record: TsharkRecord) -> [String] {
    let count = record.numbers(.groupEnd).count
    let long = record.text(.attUUID128).map(uuid(littleEndianHex:))
    // The last is the type that was asked for.
    let short = withoutEndingHandles(record.numbers(.attUUID16).dropLast(), count)
    return long.isEmpty ? listed(short, count).map(shortUUID) : listed(long, count)
  }

  func shortUUID(_ number: Int) -> String { String(hex(number).dropFirst(2)) }

  /// Find By Type Value names the service in the request.
  private func requestedService(_ record: TsharkRecord) -> [String] {
    guard let request = record.number(.requestFrame).flatMap({ requests[$0] }),
      request.numbers(.attUUID16).first == 0x2800
    else { return [] }
    let type =
      request.text(.attValue).first.map(uuid(littleEndianHex:))
      ?? request.numbers(.attUUID16).dropFirst().first.map(shortUUID)
    return Array(repeating: type ?? "?", count: record.numbers(.attHandle).count)
  }

  private mutating func takeServices(_ record: TsharkRecord, uuids: [String]) {
    let ends = record.numbers(.groupEnd)
    for (index, start) in record.numbers(.attHandle).enumerated()
    where index < ends.count && index < uuids.count {
      let field = "service \(hex(start)) to \(hex(ends[index])) \(uuids[index])"
      if facts[field] == nil { note(field, "discovered") }
    }
  }

  private mutating func takeCharacteristics(_ record: TsharkRecord) {
    let properties = record.numbers(.properties)
    guard !properties.isEmpty else { return }
    let handles = record.numbers(.attHandle)
    let long = record.text(.attUUID128).map(uuid(littleEndianHex:))
    // In front of each is the declaration's own type, and it may be known as what it was before.
    let types = record.numbers(.attUUID16)
    let short = zip(types, types.dropFirst()).filter { $0 != 0x2803 && $1 == 0x2803 }.map(\.0)
    let uuids = long.isEmpty ? short.map(shortUUID) : listed(long, properties.count)
    for index in properties.indices where 2 * index + 1 < handles.count && index < uuids.count {
      let field =
        "characteristic \(hex(handles[2 * index])) value \(hex(handles[2 * index + 1])) "
        + "\(uuids[index]) properties \(hex(properties[index], digits: 2))"
      if facts[field] == nil { note(field, "discovered") }
    }
  }

  private mutating func takeDescriptors(_ record: TsharkRecord) {
    let handles = record.numbers(.attHandle)
    let types = record.numbers(.attUUID16)
    let descriptors = types.filter { $0 >> 8 == 0x29 }
    let own = descriptors.count == handles.count ? descriptors : listed(types, handles.count)
    for (handle, type) in zip(handles, own) where type >> 8 == 0x29 {
      let field = "descriptor \(hex(handle)) \(shortUUID(type))"
      if facts[field] == nil { note(field, "discovered") }
    }
  }

  // MARK: - Signalling

  mutating func takeSignal(_ record: TsharkRecord) {
    let frame = record.frame
    let link = link(record, record.number(.handle) ?? 0)
    let identifier = record.number(.signalIdentifier) ?? 0
    func key(_ way: Way) -> String { "\(link) \(way) \(identifier)" }
    let own = key(way(record))
    let other = key(way(record) == .rx ? .tx : way(record) == .tx ? .rx : .either)
    switch record.number(.signal) {
    case 0x12:
      func number(_ field: TsharkField) -> Int { record.number(field) ?? -1 }
      let wanted =
        "l2cap \(number(.requestedMinimum) * 1250) to \(number(.requestedMaximum) * 1250) us, "
        + "latency \(number(.requestedLatency)), timeout \(number(.requestedTimeout) * 10_000) us"
      note("parameter request @\(frame)", wanted)
      pendingParameters[own] = ("parameter answer to @\(frame)", wanted)
    case 0x13:
      if let asked = pendingParameters.removeValue(forKey: other) {
        note(asked.field, record.number(.parameterResult) == 0 ? "accepted" : "rejected")
      }
    case 0x14: wantedChannels[own] = record.number(.spsm)
    case 0x15:
      if let spsm = wantedChannels.removeValue(forKey: other), record.number(.channelResult) == 0 {
        note("channel @\(frame)", "SPSM \(spsm)")
      }
    default: break
    }
  }

  // MARK: - Security Manager

  /// A pairing begins with its request, or with the response where the request is not captured.
  mutating func takeSMP(_ record: TsharkRecord) {
    let frame = record.frame
    let link = link(record, record.number(.handle) ?? 0)
    switch record.number(.smp) {
    case 0x01:
      note("pairing @\(frame)", "seen")
      pairingUnderWay[link] = frame
    case 0x02 where pairingUnderWay[link] == nil:
      note("pairing @\(frame)", "seen")
      pairingUnderWay[link] = frame
    case 0x05:
      if let begun = pairingUnderWay.removeValue(forKey: link) {
        note("pairing failure of @\(begun)", hex(record.number(.smpReason) ?? 0, digits: 2))
      }
    default: break
    }
  }
}
