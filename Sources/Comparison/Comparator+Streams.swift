import Report

extension Comparator {
  private struct Carrier: Hashable {
    var kind: ReportV1.ValueKind
    var uuid: String?
  }

  /// Streams that carry transfers are compared as those.
  mutating func compareStreams(_ connections: [RunConnection], _ subject: Subject) {
    let carriers = Set(
      connections.flatMap { $0.value.transfers.map { Carrier(kind: $0.kind, uuid: $0.uuid) } })
    let positions = Self.indices(of: connections)
    for (list, prefix) in [
      (\ReportV1.Connection.notifications, "notifications."),
      (\ReportV1.Connection.writes, "writes."),
    ] {
      let slots = matched(
        byRun(connections) { connection in
          let services = CharacteristicServices(connection)
          return connection[keyPath: list].map { $0.matchingKeys(services) }
        })
      var names = PartNames()
      for slot in slots {
        let streams = slot.indices.sorted { $0.key < $1.key }.compactMap { run, index in
          positions[run].map { (run: run, value: connections[$0].value[keyPath: list][index]) }
        }
        // A capture that began late does not know the characteristic.
        let named = streams.first { $0.value.uuid != nil }
        guard let first = (named ?? streams.first)?.value,
          !carriers.contains(Carrier(kind: first.kind, uuid: first.uuid))
        else { continue }
        var subject = subject
        subject.part = names.stream(first)
        compareStream(
          slot, first, streams, connections, subject, in: prefix,
          known: connections.filter { run, connection in
            slot.indices[run] != nil || !connection.mayHave(first, in: list)
          })
      }
    }
  }

  /// - Parameter known: the connections of which it is known whether they had it.
  private mutating func compareStream(
    _ slot: Slot, _ first: ReportV1.NotificationStream,
    _ streams: [(run: Int, value: ReportV1.NotificationStream)],
    _ connections: [RunConnection], _ subject: Subject, in prefix: String,
    known: [RunConnection]
  ) {
    comparePresence(
      of: slot, subject, among: Set(known.map(\.run)),
      isWorse: isExpected(first, known, slot))
    guard isOnBothSides(slot) else { return }
    let asked =
      connections.filter { slot.indices[$0.run] != nil }
      .map { $0.value.questions(answeredBy: first.direction) }.max() ?? 0
    let values = streams.map(\.value.count).min() ?? 0
    for var measure in StreamMeasures.all {
      // When an app writes is up to the app, and so is when an answer comes that it asks for.
      if first.kind == .write || StreamMeasures.isOfQuestions(measure.name, asked, of: values) {
        measure.better = .neither
      }
      add(measure, in: prefix, about: subject, streams)
    }
  }

  /// Whether values that are missing are a loss: they came steadily, and each run without them
  /// asked for them too, by subscribing and by what the others wrote. What an app writes is up to
  /// the app.
  private func isExpected(
    _ stream: ReportV1.NotificationStream, _ connections: [RunConnection], _ slot: Slot
  ) -> Bool {
    guard stream.kind != .write, stream.isSteady else { return false }
    // What all wrote that had the values: it may have asked for them.
    var questions: Set<String>?
    for connection in connections where slot.indices[connection.run] != nil {
      let written = connection.value.written(against: stream.direction)
      questions = questions?.intersection(written) ?? written
    }
    return connections.allSatisfy { connection in
      slot.indices[connection.run] != nil
        || connection.value.isSubscribed(to: stream.uuid)
          && (questions ?? []).isSubset(of: connection.value.written(against: stream.direction))
    }
  }
}

extension ReportV1.Connection {
  func isSubscribed(to uuid: String?) -> Bool {
    [gatt, gattOtherSide].compactMap(\.self).contains { server in
      let handles = Set(
        server.services.lazy.flatMap(\.characteristics).filter { $0.uuid == uuid }
          .map(\.valueHandle))
      return server.subscriptions.contains { subscription in
        subscription.value != .off && subscription.valueHandle.map(handles.contains) == true
      }
    }
  }

  /// The characteristics that were written in the other direction.
  fileprivate func written(against direction: ReportV1.Direction) -> Set<String> {
    Set(writes.lazy.filter { $0.direction != direction && $0.count > 0 }.compactMap(\.uuid))
  }

  /// The values that went the other way, each of which may have asked for something.
  fileprivate func questions(answeredBy direction: ReportV1.Direction) -> Int {
    writes.reduce(0) { sum, stream in
      stream.direction == direction ? sum : sum + min(max(0, stream.count), 1 << 40)
    }
  }

  /// Whether a stream may be among those whose characteristic the capture does not know.
  fileprivate func mayHave(
    _ stream: ReportV1.NotificationStream,
    in list: KeyPath<ReportV1.Connection, [ReportV1.NotificationStream]>
  ) -> Bool {
    stream.uuid != nil
      && self[keyPath: list].contains {
        $0.uuid == nil && $0.kind == stream.kind && $0.direction == stream.direction
      }
  }
}
