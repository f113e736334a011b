import Report
import Text

/// The attributes of the server on the other side, as its services and characteristics are named.
private struct Database {
  struct Item {
    var kind: Kind
    /// The characteristic's value handle, the service's first.
    var handle: Int?
    var properties: [String]
    /// The name of what it is in.
    var parent: String?
  }

  enum Kind { case service, characteristic, descriptor }

  /// By name: `180D`, `2A37 in 180D`, `2902 of 2A37 in 180D`; numbered where a name comes again.
  var items: [String: Item] = [:]
  var names: [String] = []
  /// How often each name came.
  private var counts: [String: Int] = [:]

  init(_ services: [ReportV1.Service]) {
    for service in services {
      // Characteristics that were seen, though not their service, tell nothing about what is there.
      guard let uuid = service.uuid, service.startHandle != nil else { continue }
      let name = add(
        uuid, Item(kind: .service, handle: service.startHandle, properties: []))
      for characteristic in service.characteristics {
        let inner = add(
          "\(characteristic.uuid) in \(name)",
          Item(
            kind: .characteristic, handle: characteristic.valueHandle,
            properties: characteristic.properties, parent: name))
        for descriptor in characteristic.descriptors {
          _ = add(
            "\(descriptor.uuid) of \(inner)",
            Item(kind: .descriptor, handle: descriptor.handle, properties: [], parent: inner))
        }
      }
    }
  }

  private mutating func add(_ name: String, _ item: Item) -> String {
    var unique = name
    var count = counts[name, default: 0] + 1
    if count > 1 { unique = "\(name) (\(count))" }
    // A report may have such a name of its own.
    while items[unique] != nil {
      count += 1
      unique = "\(name) (\(count))"
    }
    counts[name] = count
    items[unique] = item
    names.append(unique)
    return unique
  }
}

extension Comparator {
  /// Compares what was discovered: services and characteristics that are gone or new, properties, and
  /// handles. Of several runs a side, those that discovered anything speak for it together: what one
  /// of them found is there.
  mutating func compareGATT(
    _ connections: [(run: Int, value: ReportV1.Connection)], _ subject: Subject
  ) {
    let discovered = connections.filter {
      $0.value.gatt.services.contains { $0.startHandle != nil } && !$0.value.gatt.remembered
    }
    let base = discovered.filter { $0.run < baseCount }
    let new = discovered.filter { $0.run >= baseCount }
    guard let old = base.first?.value, let fresh = new.first?.value else { return }
    let (before, after) = (merged(base.map(\.value)), merged(new.map(\.value)))
    let isSameDevice =
      keepsHandles(old) && keepsHandles(fresh)
      && old.peer.address == fresh.peer.address
    let wasTold = new.contains { !$0.value.gatt.serviceChanges.isEmpty }
    var differences = 0
    // What is in a service that is gone is gone with it, and is not listed again.
    for name in before.names where after.items[name] == nil {
      if let parent = before.items[name]?.parent, after.items[parent] == nil { continue }
      addGATT(subject, before, name, .worse, weight: .loss, ("there", "gone"), "is gone")
      differences += 1
    }
    for name in after.names where before.items[name] == nil {
      if let parent = after.items[name]?.parent, before.items[parent] == nil { continue }
      addGATT(subject, after, name, .different, weight: .cause, ("none", "there"), "is new")
      differences += 1
    }
    for name in before.names {
      guard let first = before.items[name], let second = after.items[name] else { continue }
      differences += compareProperties(subject, before, name, first.properties, second.properties)
    }
    if isSameDevice {
      differences += compareHandles(subject, before, after, wasTold: wasTold)
    }
    if differences == 0 {
      entries.append(
        .init(
          subject: subject, measure: "gatt", verdict: .same, weight: .cause,
          values: .words(
            base: "\(before.names.count) attributes", new: "\(after.names.count) attributes"),
          statement: "the same"))
    }
  }

  /// A device with a fixed address is known again, and so are its handles.
  private func keepsHandles(_ connection: ReportV1.Connection) -> Bool {
    connection.peer.address != nil
      && ["public", "random-static"].contains(connection.peer.addressType)
  }

  private func merged(_ connections: [ReportV1.Connection]) -> Database {
    var database = Database(connections[0].gatt.services)
    for connection in connections.dropFirst() {
      let other = Database(connection.gatt.services)
      for name in other.names where database.items[name] == nil {
        database.items[name] = other.items[name]
        database.names.append(name)
      }
    }
    return database
  }

  private mutating func compareProperties(
    _ subject: Subject, _ database: Database, _ name: String, _ old: [String], _ new: [String]
  ) -> Int {
    guard old != new else { return 0 }
    let (before, after) = (Set(old), Set(new))
    let lost = old.filter { !after.contains($0) }
    let gained = new.filter { !before.contains($0) }
    guard !lost.isEmpty || !gained.isEmpty else { return 0 }
    var parts: [String] = []
    if !lost.isEmpty { parts.append("lost " + lost.joined(separator: ", ")) }
    if !gained.isEmpty { parts.append("gained " + gained.joined(separator: ", ")) }
    addGATT(
      subject, database, name, lost.isEmpty ? .different : .worse,
      weight: lost.isEmpty ? .cause : .loss,
      (old.joined(separator: ", "), new.joined(separator: ", ")),
      parts.joined(separator: ", "))
    return 1
  }

  /// One entry for all that moved: one attribute that goes moves all behind it.
  private mutating func compareHandles(
    _ subject: Subject, _ before: Database, _ after: Database, wasTold: Bool
  ) -> Int {
    let moved = before.names.filter { name in
      guard let old = before.items[name]?.handle, let new = after.items[name]?.handle else {
        return false
      }
      return old != new
    }
    let first = moved.first { before.items[$0]?.kind == .characteristic } ?? moved.first
    guard let first, let old = before.items[first]?.handle, let new = after.items[first]?.handle
    else { return 0 }
    let others = moved.count == 1 ? "" : " and \(moved.count - 1) more"
    addGATT(
      subject, before, first, wasTold ? .different : .worse, weight: wasTold ? .cause : .loss,
      (Quantity.handle(old), Quantity.handle(new)),
      "handle moved\(others), "
        + (wasTold ? "and Service Changed said so" : "without Service Changed"))
    return 1
  }

  private mutating func addGATT(
    _ subject: Subject, _ database: Database, _ name: String, _ verdict: Comparison.Verdict,
    weight: Comparison.Weight, _ values: (base: String, new: String), _ statement: String
  ) {
    var subject = subject
    let kind =
      switch database.items[name]?.kind {
      case .service: "service"
      case .descriptor: "descriptor"
      default: "characteristic"
      }
    subject.part = "\(kind) \(name)"
    entries.append(
      .init(
        subject: subject, measure: "gatt", verdict: verdict, weight: weight,
        values: .words(base: values.base, new: values.new), statement: statement))
  }
}
