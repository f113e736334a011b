/// What is known of a capture beside its records: so far, or in the end.
package struct CaptureFacts: Hashable, Sendable {
  package var format = ""
  package var linkType: String?
  package var timeOfDayIsKnown = true
  package var truncatedRecords = 0
  package var droppedRecords = 0
  package var skippedRecords = 0
  package var losses: [RecordLoss] = []
  package var cutShort = false
  package var damage: CaptureDamage?

  package init() {}

  package init(_ reader: CaptureReader) {
    format = reader.format.name
    linkType = reader.linkTypeName
    timeOfDayIsKnown = reader.timeOfDayIsKnown
    truncatedRecords = reader.truncatedRecords
    droppedRecords = reader.droppedRecords
    skippedRecords = reader.skippedRecords
    losses = reader.losses
    cutShort = reader.cutShort
    damage = reader.unreadable
  }

  /// The facts of a capture that goes on where `past` ended.
  ///
  /// - Parameter base: the number of the last record of `past`.
  package func following(_ past: CaptureFacts, base: Int) -> CaptureFacts {
    var facts = self
    facts.truncatedRecords += past.truncatedRecords
    // The file says how many there were, not we.
    facts.droppedRecords = lossSum(facts.droppedRecords, past.droppedRecords)
    facts.skippedRecords += past.skippedRecords
    facts.losses = past.losses
    for loss in losses where facts.losses.count <= CaptureLimits.losses {
      facts.losses.append(RecordLoss(beforeFrame: loss.beforeFrame + base, count: loss.count))
    }
    facts.damage = damage ?? past.damage
    return facts
  }

  /// The facts without the losses after the record of that number.
  package func upTo(_ number: Int) -> CaptureFacts {
    var facts = self
    facts.losses.removeAll { $0.beforeFrame > number }
    let forgotten = losses.reduce(0) {
      lossSum($0, $1.beforeFrame > number ? $1.count : 0)
    }
    facts.droppedRecords -= min(forgotten, droppedRecords)
    return facts
  }
}
