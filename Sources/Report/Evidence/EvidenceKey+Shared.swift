extension EvidenceKey {
  /// What many rules have: who, where and how often.
  static let shared: [Definition] = [
    .init(
      .party, .word(ReportV1.Actor.self),
      "Whose doing it is: a side of the connection; null where the frames leave it open."),
    .init(
      .role, .word(ReportV1.Role.self), "The role of the device on which the capture was made."),
    .init(.transport, .word(ReportV1.Transport.self), "LE or BR/EDR."),
    .init(
      .direction, .word(ReportV1.Direction.self), "The direction of what the finding is about."),
    .init(
      .connections, .list(.id), "Connections that the finding covers, at most 16, by their id."),
    .init(.controller, .integer, "The controller, by its index in the capture."),
    .init(.peer, .text, "The address of the device on the other side."),
    .init(.count, .count, "How often it happened."),
    .init(.frame, .frame, "Where it happened."),
    .init(.records, .count, "Records of the capture."),
    .init(.ageUs, .us, "How long it had lasted when the connection or the capture ended."),
    .init(.durationUs, .us, "How long it took."),
    .init(.totalUs, .us, "All of that time together."),
    .init(.longestUs, .us, "The longest of them."),
    .init(.intervalUs, .us, "The connection interval at that time."),
    .init(.latency, .events, "The peripheral latency at that time."),
    .init(.supervisionTimeoutUs, .us, "The supervision timeout at that time."),
    .init(
      .code, .code, "The code of the error, from ATT, from the protocol or from the controller."),
    .init(.status, .code, "The HCI status that was reported."),
    .init(
      .reason, .either(.code, .text), "Why it ended: an HCI or SMP code; for a damaged file, words."
    ),
    .init(.reasonName, .text, "The name of that reason."),
    .init(.disconnectReason, .code, "The HCI reason with which the connection ended."),
    .init(.name, .text, "The name of the error."),
    .init(
      .result, .either(.code, .text),
      "How it ended: a pairing's result, or the code of an L2CAP response."),
    .init(.kind, .text, "The kind of value, run or failure."),
    .init(
      .request, .text,
      "The request, by the name of its ATT opcode; \"write\" for writes of both kinds."),
    .init(.requests, .count, "Requests that the finding is about."),
    .init(.requestsUs, .us, "The time that they waited for their answers."),
    .init(.attribute, .text, "The UUID of the attribute, or what it belongs to."),
    .init(.uuid, .text, "The UUID of the characteristic."),
    .init(.handle, .handle, "The attribute handle, or the connection handle."),
    .init(.handles, .list(.handle), "Attribute handles, at most 16."),
    .init(.valueHandle, .handle, "The handle of the characteristic's value."),
    .init(.valueHandles, .list(.handle), "Handles of characteristic values, at most 16."),
    .init(.method, .text, "The method of the pairing."),
    .init(.initiator, .word(ReportV1.PairingSide.self), "The side that began it."),
  ]
}
