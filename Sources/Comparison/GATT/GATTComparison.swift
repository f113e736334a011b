import Report
import Text

extension Comparator {
  /// A server's attributes as one connection taught them.
  private struct Lesson {
    var run: Int
    var peer: ReportV1.Peer
    var gatt: ReportV1.GATT
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
          }.map { Lesson(run: connection.run, peer: connection.value.peer, gatt: $0) }
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
      eachBefore: base.prefix(GATTChange.mostEach).map { KnownAttributes([$0.gatt]) })
    change.compareNames()
    change.compareProperties()
    if let address = fixedAddress(base, new) {
      let isOf = { (lesson: Lesson) in lesson.peer.address == address }
      change.compareHandles(
        KnownAttributes(base.lazy.filter(isOf).map(\.gatt)),
        KnownAttributes(new.lazy.filter(isOf).map(\.gatt)),
        wasTold: new.contains { !$0.gatt.serviceChanges.isEmpty })
    }
    if change.entries.isEmpty { change.addSame() }
    for entry in change.entries { append(entry) }
  }

  /// A device with a fixed address is known again, and so are its handles.
  private func fixedAddress(_ base: [Lesson], _ new: [Lesson]) -> String? {
    func fixed(_ lesson: Lesson) -> String? {
      ["public", "random-static"].contains(lesson.peer.addressType) ? lesson.peer.address : nil
    }
    let known = Set(base.compactMap(fixed))
    return new.lazy.compactMap(fixed).first { known.contains($0) }
  }
}

/// What changed of one device's attributes.
private struct GATTChange {
  let subject: Subject
  /// The run of the new side that shows it.
  let run: Int
  /// Whether the server is the one of the side that was captured.
  let isOurs: Bool
  let before: KnownAttributes
  let after: KnownAttributes
  /// What each connection of the base showed by itself: a device may have several modes, such as that
  /// of an update, with attributes of their own.
  let eachBefore: [KnownAttributes]
  var entries: [Comparison.Entry] = []
  static let mostEach = 64
  /// Attributes that only one side looked for.
  private var unknown = 0

  init(
    subject: Subject, run: Int, isOurs: Bool, before: KnownAttributes, after: KnownAttributes,
    eachBefore: [KnownAttributes]
  ) {
    (self.subject, self.run, self.isOurs) = (subject, run, isOurs)
    (self.before, self.after, self.eachBefore) = (before, after, eachBefore)
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
          name, item, .different, weight: .cause, ("at times", "gone"), "is gone, " + Self.asBefore)
      } else {
        add(name, item, .worse, weight: .loss, ("there", "gone"), "is gone")
      }
    }
    for (name, item) in Self.missing(of: after, in: before) {
      guard before.wouldHave(item) else {
        unknown += 1
        continue
      }
      add(name, item, .different, weight: .cause, ("none", "there"), "is new")
    }
  }

  private static let asBefore = "as in a connection of the base"

  /// What one list has and the other lacks. What is in a service that is gone is gone with it, and is
  /// not listed again.
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

  /// One entry for all that moved: one attribute that goes moves all behind it.
  mutating func compareHandles(
    _ before: KnownAttributes, _ after: KnownAttributes, wasTold: Bool
  ) {
    let moved = before.names.filter { name in
      guard let old = before.items[name]?.handle, let new = after.items[name]?.handle else {
        return false
      }
      return old != new
    }
    let first = moved.first { before.items[$0]?.kind == .characteristic } ?? moved.first
    guard let first, let item = before.items[first], let old = item.handle,
      let new = after.items[first]?.handle
    else { return }
    let others = moved.count == 1 ? "" : " and \(moved.count - 1) more"
    add(
      first, item, wasTold ? .different : .worse, weight: wasTold ? .cause : .loss,
      (Quantity.handle(old), Quantity.handle(new)),
      "handle moved\(others), "
        + (wasTold ? "and Service Changed said so" : "without Service Changed"))
  }

  mutating func addSame() {
    let unasked =
      unknown == 0
      ? "" : " as far as both sides looked; \(unknown) of them only one side looked for"
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
