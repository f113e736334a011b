import Testing

@testable import Report

/// The keys that were promised, in their order. A key may be added behind those of its object; a
/// change here needs another schema number.
@Suite struct ContractTests {
  static let keys: [(object: String, keys: String)] = [
    (
      "Capture",
      """
      path format link_type records truncated_records dropped_records undecodable_records \
      vendor_log_records cut_short start duration_us controllers scans advertisers connections
      """
    ),
    ("Controller", "index address name manufacturer le_acl_buffers"),
    ("ACLBuffers", "bytes count"),
    ("Scan", "start_frame stop_frame start_us duration_us type filter_duplicates"),
    (
      "Advertiser",
      """
      address address_type name service_uuids tx_power company beacon reports first_frame \
      last_frame rssi
      """
    ),
    (
      "Connection",
      """
      id controller handle transport role peer complete_frame first_frame last_frame start_us \
      end_us disconnect parameters parameter_requests phys data_lengths encryption pairing mtu \
      att gatt notifications transfers flow rssi
      """
    ),
    ("Peer", "address address_type name"),
    ("Disconnect", "frame reason name"),
    ("Parameters", "frame interval_us latency supervision_timeout_us"),
    (
      "ParameterRequest",
      "frame direction via min_us max_us latency supervision_timeout_us result"
    ),
    ("PHYChange", "frame tx rx"),
    ("DataLength", "frame tx_octets rx_octets tx_time_us rx_time_us"),
    ("Encryption", "frame enabled key_size"),
    ("MTU", "client server effective frame"),
    ("ATT", "pdus transactions errors pending"),
    ("PDUCounts", "rx tx"),
    ("Transactions", "count errors unanswered latency_us"),
    ("ATTError", "frame request handle code name"),
    ("PendingRequest", "frame request handle age_us"),
    ("GATT", "server services subscriptions"),
    ("Service", "uuid name start_handle end_handle characteristics"),
    (
      "Characteristic",
      "uuid name declaration_handle value_handle properties descriptors"
    ),
    ("Descriptor", "uuid handle"),
    ("Subscription", "frame time_us cccd_handle value_handle value"),
    (
      "NotificationStream",
      "value_handle uuid kind direction count bytes first_frame last_frame gap_us gaps"
    ),
    (
      "Transfer",
      """
      id value_handle uuid direction marker marker_style complete truncated_at_start \
      payload_bytes payload_sha256 payload_type payload_intact payload_without_resends chunks \
      chunk_bytes chunk_limit first_frame last_frame marker_frame start_us duration_us \
      throughput_bytes_per_s gap_us gaps resends
      """
    ),
    ("Payload", "bytes sha256"),
    ("Resend", "frame of_frame certainty"),
    ("Flow", "tx stalls"),
    ("TransmitFlow", "packets completed outstanding_max completion_us"),
    ("Finding", "rule severity capture connection frames message evidence advice"),
    ("Gap", "frame after_frame gap_us missed_events explained_by"),
    ("Stall", "kind first_frame last_frame start_us duration_us outstanding"),
    ("Rssi", "count min max mean first last slope_db_per_s trend"),
    ("Summary", "count min p50 p95 p99 max mean"),
  ]

  static let words: [(key: String, words: String)] = [
    ("Scan.type", "active passive"), ("Connection.transport", "le br-edr"),
    ("Connection.role", "central observer peripheral"), ("ParameterRequest.via", "l2cap ll"),
    ("ParameterRequest.result", "accepted rejected unanswered not_applied"),
    ("GATT.server", "local peer"), ("Subscription.value", "notify indicate off"),
    ("NotificationStream.kind", "notification indication write"),
    ("NotificationStream.direction", "rx tx"), ("Transfer.marker_style", "own split glued"),
    ("Resend.certainty", "proven likely"), ("Finding.severity", "info warning error"),
    ("Stall.kind", "credit completion resume"), ("Rssi.trend", "approaching receding steady"),
  ]

  @Test(arguments: keys)
  func keysAreThereInOrder(_ object: String, _ keys: String) throws {
    let schema = try JSONDocument(ReportSchema.json)
    let required = schema["$defs"]?[object]?["required"]?.elements.compactMap(\.text) ?? []
    let promised = keys.split(separator: " ").map(String.init)
    #expect(Array(required.prefix(promised.count)) == promised)
    #expect(schema["$defs"]?[object]?["properties"]?.keys == required)
  }

  @Test func topLevel() throws {
    let schema = try JSONDocument(ReportSchema.json)
    #expect(
      schema["required"]?.elements.compactMap(\.text) == [
        "schema", "bletrace", "captures", "findings", "errors", "budget", "unread",
      ])
    #expect(schema["properties"]?["schema"]?["const"]?.text == "bletrace-report/1")
  }

  @Test(arguments: words)
  func wordsAreThePromisedOnes(_ key: String, _ words: String) throws {
    let path = key.split(separator: ".").map(String.init)
    let schema = try JSONDocument(ReportSchema.json)
    let node = schema["$defs"]?[path[0]]?["properties"]?[path[1]]
    let found = node?["enum"]?.elements.compactMap(\.text) ?? []
    #expect(found.sorted() == words.split(separator: " ").map(String.init).sorted())
  }
}
