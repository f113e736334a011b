import Report
import Text

extension Comparator {
  /// A server's attributes as one connection showed them.
  private struct Lesson {
    var run: Int
    var peer: ReportV1.Peer
    var gatt: ReportV1.GATT
    /// Whether the client may rely on handles of earlier connections.
    var mayRemember: Bool
  }

  /// Compares what was discovered on one device, on all its connections together: services and
  /// characteristics that are gone or new, properties, and handles. Of several runs a side, those
  /// that discovered anything speak for it together: what one of them found is there.
  ///
  /// What one side has and the other did not look for is unknown, and no difference.
  mutating func compareGATT(_ connections: [RunConnection], _ subject: Subject) {
    for server in [ReportV1.PairingSide.peer, .local] {
      compare(
        connections.flatMap { connection in
          [connection.value.gatt, connection.value.gattOtherSide].compactMap(\.self).filter {
            ($0.server ?? .peer) == server && !$0.remembered
              && $0.services.contains { $0.startHandle != nil }
          }.map {
            Lesson(
              run: connection.run, peer: connection.value.peer, gatt: $0,
              mayRemember: connection.value.mayRemember($0))
          }
        }, of: server, subject)
    }
  }

  private mutating func compare(
    _ lessons: [Lesson], of server: ReportV1.PairingSide, _ subject: Subject
  ) {
    let base = lessons.filter { $0.run < baseCount }
    let new = lessons.filter { $0.run >= baseCount }
    guard !base.isEmpty, let run = new.first?.run else { return }
    var change = GATTChange(
      subject: subject, run: run - baseCount, isOurs: server == .local,
      before: KnownAttributes(base.lazy.map(\.gatt)), after: KnownAttributes(new.lazy.map(\.gatt)),
      eachBefore: base.prefix(GATTChange.mostEach).map { KnownAttributes([$0.gatt]) },
      eachAfter: new.prefix(GATTChange.mostEach).map { KnownAttributes([$0.gatt]) })
    change.compareNames()
    change.compareProperties()
    if let address = fixedAddress(base, new) {
      let isOf = { (lesson: Lesson) in lesson.peer.address == address }
      let announcement: GATTChange.Announcement =
        if new.contains(where: { !$0.gatt.serviceChanges.isEmpty }) {
          .received
        } else {
          lessons.contains(where: \.mayRemember) ? .missing : .notNeeded
        }
      change.compareHandles(
        base.filter(isOf).map { KnownAttributes([$0.gatt]) },
        KnownAttributes(new.lazy.filter(isOf).map(\.gatt)), announcement)
    }
    if change.entries.isEmpty { change.addSame() }
    for entry in change.entries { append(entry) }
  }

  /// A device with a fixed address is known again, and so are its handles.
  private func fixedAddress(_ base: [Lesson], _ new: [Lesson]) -> String? {
    func fixed(_ lesson: Lesson) -> String? {
      ["public", RandomAddress.unchanging.rawValue].contains(lesson.peer.addressType)
        ? lesson.peer.address : nil
    }
    let known = Set(base.compactMap(fixed))
    return new.lazy.compactMap(fixed).first { known.contains($0) }
  }
}

extension ReportV1.Connection {
  /// Whether the client may keep what it discovered: it is bonded, or subscribed to Service
  /// Changed.
  /// Every other client discovers again on each connection. Core Vol 3, Part G, 2.5.2.
  fileprivate func mayRemember(_ server: ReportV1.GATT) -> Bool {
    let serviceChanged = server.services.lazy.flatMap(\.characteristics)
      .filter { $0.uuid == "2A05" }.map(\.valueHandle)
    return encryption.contains(where: \.enabled) || pairing.contains { $0.result == .completed }
      || server.subscriptions.contains { subscription in
        subscription.value != .off && subscription.valueHandle.map(serviceChanged.contains) == true
      }
  }
}

/// What changed of one device's attributes.
private struct GATTChange {
  /// What the server's clients learned of a change.
  enum Announcement {
    /// Service Changed was indicated.
    case received
    /// It was not, though a client may rely on what it knew.
    case missing
    /// No client in the captures is known to rely on earlier handles.
    case notNeeded
  }

  let subject: Subject
  /// The run of the new side that shows it.
  let run: Int
  /// Whether the server is the one of the side that was captured.
  let isOurs: Bool
  let before: KnownAttributes
  let after: KnownAttributes
  /// What each connection of the base showed by itself: a device may have several modes, such as
  /// that of an update, with attributes of their own.
  let eachBefore: [KnownAttributes]
  let eachAfter: [KnownAttributes]
  var entries: [Comparison.Entry] = []
  static let mostEach = 64
  /// Attributes that only one side looked for.
  private var unknown = 0

  init(
    subject: Subject, run: Int, isOurs: Bool, before: KnownAttributes, after: KnownAttributes,
    eachBefore: [KnownAttributes], eachAfter: [KnownAttributes]
  ) {
    (self.subject, self.run, self.isOurs) = (subject, run, isOurs)
    (self.before, self.after) = (before, after)
    (self.eachBefore, self.eachAfter) = (eachBefore, eachAfter)
  }

  mutating func compareNames() {
    for (name, item) in Self.missing(of: before, in: after) {
      guard after.wouldHave(item) else {
        unknown += 1
        continue
      }
      // A device in another mode.
      if eachBefore.contains(where: { $0.items[name] == nil && $0.wouldHave(item) }) {
        add(
          name, item, .different, weight: .cause, ("at times", "missing"),
          "is missing, " + Self.asBefore)
      } else {
        add(name, item, .worse, weight: .loss, ("present", "missing"), Statement.missing)
      }
    }
    compareEach()
    for (name, item) in Self.missing(of: after, in: before) {
      guard before.wouldHave(item) else {
        unknown += 1
        continue
      }
      add(name, item, .different, weight: .cause, ("none", "there"), Statement.new)
    }
  }

  /// What each connection of the base had, and some of the new side looked for in vain.
  private mutating func compareEach() {
    guard eachAfter.count > 1 else { return }
    for name in before.names where after.items[name] != nil {
      guard let item = before.items[name], eachBefore.allSatisfy({ $0.items[name] != nil }),
        item.parent.map({ parent in eachAfter.allSatisfy { $0.items[parent] != nil } }) != false
      else { continue }
      let gone = eachAfter.count { $0.items[name] == nil && $0.wouldHave(item) }
      guard gone > 0 else { continue }
      add(
        name, item, .unclear, weight: .loss, ("present", "missing at times"),
        "is missing in \(gone) of \(eachAfter.count) connections; may be another mode of the "
          + "device")
    }
  }

  private static let asBefore = "as in a connection of the base"

  /// What one list has and the other lacks. What is in a service that is gone is gone with it, and
  /// is not listed again.
  private static func missing(
    of one: KnownAttributes, in other: KnownAttributes
  ) -> [(name: String, item: KnownAttributes.Item)] {
    one.names.compactMap { name in
      guard other.items[name] == nil, let item = one.items[name] else { return nil }
      if let parent = item.parent, other.items[parent] == nil { return nil }
      return (name, item)
    }
  }

  mutating func compareProperties() {
    for name in before.names {
      guard let item = before.items[name], let other = after.items[name] else { continue }
      let (old, new) = (item.properties, other.properties)
      // Of a value that was read by its type no properties are known.
      guard old != new, !old.isEmpty, !new.isEmpty else { continue }
      let (known, found) = (Set(old), Set(new))
      let lost = old.filter { !found.contains($0) }
      let gained = new.filter { !known.contains($0) }
      guard !lost.isEmpty || !gained.isEmpty else { continue }
      var parts: [String] = []
      if !lost.isEmpty { parts.append("lost " + lost.joined(separator: ", ")) }
      if !gained.isEmpty { parts.append("gained " + gained.joined(separator: ", ")) }
      let isKnown = eachBefore.contains {
        $0.items[name].map { Set($0.properties) == found } ?? false
      }
      if isKnown { parts.append(Self.asBefore) }
      let isWorse = !lost.isEmpty && !isKnown
      add(
        name, item, isWorse ? .worse : .different, weight: isWorse ? .loss : .cause,
        (old.joined(separator: ", "), new.joined(separator: ", ")),
        parts.joined(separator: ", "))
    }
  }

  /// One entry for all that moved: one attribute that goes moves all behind it. What had the handle
  /// in one connection of the base did not move.
  mutating func compareHandles(
    _ before: [KnownAttributes], _ after: KnownAttributes, _ announcement: Announcement
  ) {
    var handles: [String: Set<Int>] = [:]
    for known in before {
      for (name, item) in known.items {
        if let handle = item.handle { handles[name, default: []].insert(handle) }
      }
    }
    let moved = after.names.filter { name in
      guard let old = handles[name], let new = after.items[name]?.handle else { return false }
      return !old.contains(new)
    }
    let first = moved.first { after.items[$0]?.kind == .characteristic } ?? moved.first
    guard let first, let item = after.items[first], let new = item.handle,
      let old = before.lazy.compactMap({ $0.items[first]?.handle }).first
    else { return }
    let others =
      moved.count == 1 ? "" : ", and the handles of \(moved.count - 1) more attributes"
    let isWorse = announcement == .missing
    let words =
      switch announcement {
      case .received: ", with Service Changed"
      case .missing: ", without Service Changed"
      case .notNeeded: "; without bond and subscription, Service Changed was not due"
      }
    add(
      first, item, isWorse ? .worse : .different, weight: isWorse ? .loss : .cause,
      (Quantity.handle(old), Quantity.handle(new)), "handle changed\(others)\(words)")
  }

  mutating func addSame() {
    let unasked =
      unknown == 0
      ? "" : " as far as both sides searched; for \(unknown) of them only one side searched"
    entries.append(
      .init(
        subject: subject, measure: "gatt", verdict: .same, weight: .cause,
        values: .words(
          base: "\(before.names.count) attributes", new: "\(after.names.count) attributes"),
        statement: "the same" + unasked))
  }

  private mutating func add(
    _ name: String, _ item: KnownAttributes.Item, _ verdict: Comparison.Verdict,
    weight: Comparison.Weight, _ values: (base: String, new: String), _ statement: String
  ) {
    var subject = subject
    let kind = item.kind.isService ? "service" : item.kind.rawValue
    subject.part = "\(isOurs ? "our " : "")\(kind) \(name)"
    var entry = Comparison.Entry(
      subject: subject, measure: "gatt", verdict: verdict, weight: weight,
      values: .words(base: values.base, new: values.new), statement: statement)
    entry.run = run
    entries.append(entry)
  }
}
