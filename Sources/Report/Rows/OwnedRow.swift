/// What stands before the columns of an object of a list within a list: whose it is.
enum OwnedRow {
  /// A gap of a stream of values.
  struct Gap {
    var stream: ReportV1.NotificationStream
    var gap: ReportV1.Gap
  }

  /// A share of the time of a connection, or of something on it.
  struct Share {
    /// What has an account of its time.
    enum Owner: String, ReportWord {
      case connection, run, transfer, dialogue
    }

    var owner: Owner
    /// The number of that on the connection; that of the connection itself for its own.
    var id: Int
    var direction: ReportV1.Direction
    var share: ReportV1.CauseShare
  }
}

extension OwnedRow.Gap {
  static var fields: [SchemaNode.Field] {
    var noted = SchemaFields()
    var row = OwnedRow.Gap(stream: .init(), gap: .init())
    row.describe(to: &noted)
    return noted.fields
  }

  mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("value_handle", &stream.valueHandle)
    visitor.field("uuid", &stream.uuid)
    visitor.field("kind", &stream.kind)
    visitor.field("direction", &stream.direction)
    gap.describe(to: &visitor)
  }
}

extension OwnedRow.Share {
  static var fields: [SchemaNode.Field] {
    var noted = SchemaFields()
    var row = OwnedRow.Share(owner: .connection, id: 0, direction: .tx, share: .init())
    row.describe(to: &noted)
    return noted.fields
  }

  mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("owner", &owner)
    visitor.field("owner_id", &id)
    visitor.field("direction", &direction)
    share.describe(to: &visitor)
  }

  /// All of a connection.
  static func all(of connection: borrowing ReportV1.Connection) -> [OwnedRow.Share] {
    func rows(
      _ owner: Owner, _ id: Int, _ direction: ReportV1.Direction, _ shares: [ReportV1.CauseShare]
    ) -> [OwnedRow.Share] {
      shares.map { OwnedRow.Share(owner: owner, id: id, direction: direction, share: $0) }
    }
    let id = connection.id
    var all = rows(.connection, id, .tx, connection.time?.tx ?? [])
    all += rows(.connection, id, .rx, connection.time?.rx ?? [])
    for run in connection.runs { all += rows(.run, run.id, run.direction, run.time) }
    for transfer in connection.transfers {
      all += rows(.transfer, transfer.id, transfer.direction, transfer.time)
    }
    for dialogue in connection.dialogues {
      all += rows(.dialogue, dialogue.id, dialogue.client == .local ? .tx : .rx, dialogue.time)
    }
    return all
  }
}
