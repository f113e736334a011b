import Report

extension Comparator {
  /// Bulk data without a transfer: how long they took. Where other data were sent, or pauses split
  /// them in another way, they differ in size, and nothing is better or worse.
  mutating func compareDataRuns(_ connections: [RunConnection], _ subject: Subject) {
    let slots = matched(
      byRun(connections) { connection in
        let services = CharacteristicServices(connection)
        return connection.dataRuns.map { $0.matchingKeys(services) }
      })
    let indices = Self.indices(of: connections)
    let runs = connections.map(\.value.dataRuns)
    var names = PartNames()
    for slot in slots {
      let found = slot.indices.sorted { $0.key < $1.key }.compactMap { run, index in
        indices[run].map { (run: run, value: runs[$0][index]) }
      }
      guard let first = (found.first { $0.value.uuid != nil } ?? found.first)?.value
      else { continue }
      var subject = subject
      subject.part = names.numbered("data", of: first.uuid)
      guard isOnBothSides(slot) else { continue }
      for measure in RunMeasures.all { add(measure, in: "run.", about: subject, found) }
    }
  }
}

extension ReportV1.Connection {
  /// Those that carried no transfer, which is compared as that.
  fileprivate var dataRuns: [ReportV1.Run] { runs.filter { $0.transfers.isEmpty } }
}
