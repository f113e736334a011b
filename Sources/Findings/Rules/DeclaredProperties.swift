import Report

extension ReportV1.Connection {
  /// How a characteristic was declared, where the capture shows it. What was declared in an earlier
  /// connection, or before the attributes changed, may hold no longer.
  func declaration(
    _ valueHandle: Int?, of side: ReportV1.PairingSide?
  ) -> ReportV1.Characteristic? {
    guard let valueHandle, let server = servers.first(where: { $0.server == side }),
      server.declaresAfresh
    else { return nil }
    for service in server.services {
      let found = service.characteristics.first {
        $0.valueHandle == valueHandle && $0.declarationHandle != nil
      }
      if let found { return found }
    }
    return nil
  }
}

extension ReportV1.GATT {
  /// Whether its declarations were read in this connection, and hold to its end.
  var declaresAfresh: Bool {
    !remembered && serviceChanges.isEmpty && Set(databaseHashes.map(\.value)).count <= 1
  }
}

extension ReportV1.Characteristic {
  /// `Read and Write`
  var propertyWords: String {
    properties.isEmpty
      ? "no property" : Wording.list(properties.map { Name.ofSpecification($0) })
  }
}
