"""The tables and their columns. Made by samples/python/generate from `bletrace schema --rows`."""

from typing import Literal, TypeAlias, TypedDict

VERSION = "0.1.0"


class CapturesRow(TypedDict):
    table: Literal["captures"]
    capture: str
    schema: Literal["bletrace-rows/1"]
    bletrace: str
    octets: int
    path: str
    format: str
    link_type: str | None
    records: int
    truncated_records: int
    dropped_records: int
    undecodable_records: int
    vendor_log_records: int
    cut_short: bool
    start: str | None
    duration_us: int | None
    skipped_records: int
    damage_offset: int | None
    damage_reason: str | None
    damage_source_failed: bool | None
    damage_skipped_octets: int | None
    advertiser_reports_omitted: int
    connections_omitted: int
    transfers_omitted: int
    timeline_omitted: int
    own_records: int
    stray_records: int
    first_truncated_frame: int | None
    first_vendor_log_frame: int | None
    acl_only: bool
    device_lost_frame: int | None
    time_fault_kind: Literal["equal", "steps"] | None
    time_fault_step_us: int | None
    time_fault_packets: int | None
    signal_sign_missing: bool
    folded_judged: int | None
    folded_connections: int | None
    folded_transfers_complete: int | None
    folded_transfers_incomplete: int | None
    folded_connection_failures: int | None
    sniffed_packets: int | None
    sniffed_crc_failed: int | None
    sniffed_crc_fits: int | None
    sniffed_first_failed_frame: int | None
    sniffed_left_out: int | None


class ControllersRow(TypedDict):
    table: Literal["controllers"]
    capture: str
    index: int
    address: str | None
    name: str | None
    manufacturer: str | None
    le_acl_buffers_bytes: int | None
    le_acl_buffers_count: int | None
    le_features_data_length_extension: bool | None
    le_features_le_2m_phy: bool | None
    address_source: Literal["controller", "note"] | None


class AdvertisersRow(TypedDict):
    table: Literal["advertisers"]
    capture: str
    address: str
    address_type: str | None
    name: str | None
    tx_power: int | None
    company_id: int | None
    company_name: str | None
    beacon_kind: Literal["ibeacon", "eddystone-uid", "eddystone-url", "eddystone-tlm", "eddystone-eid"] | None
    beacon_uuid: str | None
    beacon_major: int | None
    beacon_minor: int | None
    beacon_measured_power: int | None
    beacon_namespace: str | None
    beacon_instance: str | None
    beacon_url: str | None
    beacon_ephemeral_id: str | None
    beacon_tx_power: int | None
    beacon_battery_mv: int | None
    beacon_temperature_c: float | None
    beacon_advertisements: int | None
    beacon_uptime_s: float | None
    reports: int
    first_frame: int
    last_frame: int
    rssi_count: int
    rssi_min: int | None
    rssi_max: int | None
    rssi_mean: float | None
    rssi_first: int | None
    rssi_last: int | None
    rssi_slope_db_per_s: float | None
    rssi_trend: Literal["approaching", "receding", "steady"] | None
    rssi_duration_us: int | None
    rssi_gate_low: int | None
    rssi_gate_high: int | None
    rssi_gate_first_frame: int | None
    rssi_gate_open_us: int | None
    rssi_gate_until_connection_us: int | None
    flags: int | None
    other_company_id: int | None
    other_company_name: str | None
    connectable: bool | None
    connectable_frame: int | None
    identity: str | None


class ConnectionFailuresRow(TypedDict):
    table: Literal["connection_failures"]
    capture: str
    frame: int
    status: int
    name: str | None
    peer_address: str | None
    peer_address_type: str | None
    peer_name: str | None
    peer_manufacturer: str | None
    peer_name_source: Literal["advertising", "gatt", "remote-name", "given"] | None
    peer_maker: str | None
    peer_model: str | None
    peer_serial: str | None
    peer_hardware: str | None
    peer_firmware: str | None
    peer_software: str | None
    time_us: int | None
    transport: Literal["le", "br-edr"] | None
    request_frame: int | None
    request_us: int | None


class AttemptsRow(TypedDict):
    table: Literal["attempts"]
    capture: str
    controller: int
    transport: Literal["le", "br-edr"]
    target: str | None
    target_type: str | None
    via: Literal["address", "accept-list"]
    first_frame: int
    last_frame: int | None
    start_us: int
    duration_us: int
    ended: Literal["connected", "given-up", "failed", "timeout", "capture-end"]
    status: int | None
    status_name: str | None
    cancel_frame: int | None
    connection: int | None
    heard_reports: int | None
    heard_address: str | None
    heard_address_type: str | None
    heard_connectable: bool | None
    heard_frame: int | None
    heard_rssi: int | None
    next_us: int | None


class ScansRow(TypedDict):
    table: Literal["scans"]
    capture: str
    start_frame: int
    stop_frame: int | None
    start_us: int
    duration_us: int | None
    type: Literal["active", "passive"] | None
    filter_duplicates: bool | None
    window_us: int | None
    interval_us: int | None
    stop_answer_us: int | None
    bursts_count: int | None
    bursts_reports: int | None
    bursts_devices: int | None
    bursts_silent_us: int | None
    bursts_shortest_pause_us: int | None
    bursts_longest_pause_us: int | None
    bursts_period_us: int | None
    bursts_explained_by: Literal["scan-interval", "inquiry"] | None
    bursts_cause_frame: int | None
    silence_after_frame: int | None
    silence_frame: int | None
    silence_duration_us: int | None
    silence_new_devices: int | None
    silence_heard_us: int | None
    accept_list_only: bool | None
    reports: int | None


class ConnectionsRow(TypedDict):
    table: Literal["connections"]
    capture: str
    id: int
    controller: int
    handle: int
    transport: Literal["le", "br-edr"] | None
    role: Literal["central", "peripheral", "observer"] | None
    peer_address: str | None
    peer_address_type: str | None
    peer_name: str | None
    peer_manufacturer: str | None
    peer_name_source: Literal["advertising", "gatt", "remote-name", "given"] | None
    peer_maker: str | None
    peer_model: str | None
    peer_serial: str | None
    peer_hardware: str | None
    peer_firmware: str | None
    peer_software: str | None
    complete_frame: int | None
    first_frame: int
    last_frame: int
    start_us: int
    end_us: int
    disconnect_frame: int | None
    disconnect_reason: int | None
    disconnect_name: str | None
    mtu_client: int | None
    mtu_server: int | None
    mtu_effective: int | None
    mtu_frame: int | None
    att_transactions_count: int
    att_transactions_errors: int
    att_transactions_unanswered: int
    att_transactions_latency_us_count: int
    att_transactions_latency_us_min: int | None
    att_transactions_latency_us_p50: int | None
    att_transactions_latency_us_p95: int | None
    att_transactions_latency_us_p99: int | None
    att_transactions_latency_us_max: int | None
    att_transactions_latency_us_mean: float | None
    att_transactions_latency_us_sketch_keys: list[int] | None
    att_transactions_latency_us_sketch_counts: list[int] | None
    att_transactions_sleep_waits_count: int | None
    att_transactions_sleep_waits_total_us: int | None
    att_transactions_sleep_waits_longest_frame: int | None
    att_transactions_sleep_waits_longest_response_frame: int | None
    att_transactions_sleep_waits_longest_request: str | None
    att_transactions_sleep_waits_longest_handle: int | None
    att_transactions_sleep_waits_longest_latency_us: int | None
    att_transactions_sleep_waits_longest_asked: Literal["local", "peer"] | None
    att_transactions_sleep_waits_parameters_frame: int | None
    att_transactions_sleep_waits_parameters_interval_us: int | None
    att_transactions_sleep_waits_parameters_latency: int | None
    att_transactions_sleep_waits_parameters_supervision_timeout_us: int | None
    att_transactions_sleep_waits_parameters_subrate_factor: int | None
    att_transactions_sleep_waits_parameters_continuation_number: int | None
    att_transactions_sleep_waits_parameters_time_us: int | None
    att_transactions_sleep_waits_parameters_command_frame: int | None
    att_transactions_sleep_waits_first_frame: int | None
    att_transactions_sleep_waits_last_frame: int | None
    att_transactions_sleep_waits_requests: int | None
    att_transactions_sleep_waits_requests_us: int | None
    att_transactions_sleep_waits_asked: int | None
    att_transactions_sleep_waits_after_silence: int | None
    att_transactions_latency_local_us_count: int
    att_transactions_latency_local_us_min: int | None
    att_transactions_latency_local_us_p50: int | None
    att_transactions_latency_local_us_p95: int | None
    att_transactions_latency_local_us_p99: int | None
    att_transactions_latency_local_us_max: int | None
    att_transactions_latency_local_us_mean: float | None
    att_transactions_latency_local_us_sketch_keys: list[int] | None
    att_transactions_latency_local_us_sketch_counts: list[int] | None
    att_transactions_latency_remote_us_count: int
    att_transactions_latency_remote_us_min: int | None
    att_transactions_latency_remote_us_p50: int | None
    att_transactions_latency_remote_us_p95: int | None
    att_transactions_latency_remote_us_p99: int | None
    att_transactions_latency_remote_us_max: int | None
    att_transactions_latency_remote_us_mean: float | None
    att_transactions_latency_remote_us_sketch_keys: list[int] | None
    att_transactions_latency_remote_us_sketch_counts: list[int] | None
    gatt_server: Literal["local", "peer"] | None
    gatt_remembered: bool
    flow_tx_packets: int
    flow_tx_completed: int
    flow_tx_outstanding_max: int | None
    flow_tx_completion_us_count: int
    flow_tx_completion_us_min: int | None
    flow_tx_completion_us_p50: int | None
    flow_tx_completion_us_p95: int | None
    flow_tx_completion_us_p99: int | None
    flow_tx_completion_us_max: int | None
    flow_tx_completion_us_mean: float | None
    flow_tx_completion_us_sketch_keys: list[int] | None
    flow_tx_completion_us_sketch_counts: list[int] | None
    flow_tx_pdus: int
    flow_tx_fragmented_pdus: int
    flow_tx_last_completed_frame: int | None
    flow_tx_last_completed_us: int | None
    flow_rx_packets: int
    flow_rx_pdus: int
    flow_rx_fragmented_pdus: int
    flow_rx_events: int
    flow_rx_packets_per_event_count: int
    flow_rx_packets_per_event_min: int | None
    flow_rx_packets_per_event_p50: int | None
    flow_rx_packets_per_event_p95: int | None
    flow_rx_packets_per_event_p99: int | None
    flow_rx_packets_per_event_max: int | None
    flow_rx_packets_per_event_mean: float | None
    flow_rx_packets_per_event_sketch_keys: list[int] | None
    flow_rx_packets_per_event_sketch_counts: list[int] | None
    flow_rx_skipped_events: int
    flow_rx_confidence: Literal["high", "medium", "low"] | None
    flow_throughput_bucket_us: int | None
    rssi_count: int | None
    rssi_min: int | None
    rssi_max: int | None
    rssi_mean: float | None
    rssi_first: int | None
    rssi_last: int | None
    rssi_slope_db_per_s: float | None
    rssi_trend: Literal["approaching", "receding", "steady"] | None
    rssi_duration_us: int | None
    gatt_other_side_server: Literal["local", "peer"] | None
    gatt_other_side_remembered: bool | None
    last_rx_frame: int | None
    last_rx_us: int | None
    end_frame: int | None
    end_time_us: int | None
    end_cause: Literal["disconnection", "controller_reset", "controller_off", "controller_gone"] | None
    learned_from: Literal["kernel", "quality_report"] | None
    connect_request_frame: int | None
    connect_request_time_us: int | None
    connect_request_advertisement_frame: int | None
    connect_request_advertisement_us: int | None
    connect_request_direct: bool | None
    connect_request_scan_window_us: int | None
    connect_request_scan_interval_us: int | None
    connect_request_advertising_period_us: int | None
    connect_request_last_heard_frame: int | None
    connect_request_last_heard_us: int | None
    connect_request_last_heard_rssi: int | None
    peer_heard_frame: int | None
    peer_heard_time_us: int | None
    peer_heard_rssi: int | None
    disconnect_request_frame: int | None
    disconnect_request_time_us: int | None
    disconnect_request_reason: int | None
    disconnect_request_name: str | None
    disconnect_request_count: int | None
    disconnect_request_last_frame: int | None
    rssi_source: Literal["read-rssi", "quality-report"] | None
    rssi_last_us: int | None
    rssi_before_count: int | None
    rssi_before_min: int | None
    rssi_before_max: int | None
    rssi_before_mean: float | None
    rssi_before_first: int | None
    rssi_before_last: int | None
    rssi_before_slope_db_per_s: float | None
    rssi_before_trend: Literal["approaching", "receding", "steady"] | None
    rssi_before_duration_us: int | None
    last_tx_frame: int | None
    last_tx_us: int | None
    peer_le_features_data_length_extension: bool | None
    peer_le_features_le_2m_phy: bool | None
    air_access_address: str | None
    air_channel_selection: int | None
    air_encrypted: bool | None
    air_decrypted: bool | None
    air_events_heard: int | None
    air_events_one_sided: int | None
    air_events_silent: int | None
    air_events_on_channel: int | None
    air_events_off_channel: int | None
    air_events_repeated: int | None
    air_events_cut_off: int | None
    air_events_unused: int | None
    air_events_silent_remapped: int | None
    air_events_heard_remapped: int | None
    air_central_packets: int | None
    air_central_new: int | None
    air_central_retransmitted: int | None
    air_central_uncertain: int | None
    air_central_empty: int | None
    air_central_crc_failed: int | None
    air_central_missed: int | None
    air_central_missed_certain: int | None
    air_central_mic_failed: int | None
    air_central_rssi_count: int | None
    air_central_rssi_min: int | None
    air_central_rssi_max: int | None
    air_central_rssi_mean: float | None
    air_central_rssi_first: int | None
    air_central_rssi_last: int | None
    air_central_rssi_slope_db_per_s: float | None
    air_central_rssi_trend: Literal["approaching", "receding", "steady"] | None
    air_central_rssi_duration_us: int | None
    air_central_retransmission_rate: float | None
    air_central_attempts_max: int | None
    air_central_air_time_us: int | None
    air_central_crc_failed_received: int | None
    air_central_data_packets: int | None
    air_central_data_retransmitted: int | None
    air_central_data_queued: int | None
    air_central_decrypted: int | None
    air_central_undecrypted: int | None
    air_central_missed_by_counter: int | None
    air_central_missed_by_length: int | None
    air_central_mic_fitted: int | None
    air_central_mic_failed_at_end: int | None
    air_central_broken_pdus: int | None
    air_central_broken_after: int | None
    air_central_broken_alike: int | None
    air_central_address: str | None
    air_central_address_type: str | None
    air_central_mic_failed_after_miss: int | None
    air_peripheral_packets: int | None
    air_peripheral_new: int | None
    air_peripheral_retransmitted: int | None
    air_peripheral_uncertain: int | None
    air_peripheral_empty: int | None
    air_peripheral_crc_failed: int | None
    air_peripheral_missed: int | None
    air_peripheral_missed_certain: int | None
    air_peripheral_mic_failed: int | None
    air_peripheral_rssi_count: int | None
    air_peripheral_rssi_min: int | None
    air_peripheral_rssi_max: int | None
    air_peripheral_rssi_mean: float | None
    air_peripheral_rssi_first: int | None
    air_peripheral_rssi_last: int | None
    air_peripheral_rssi_slope_db_per_s: float | None
    air_peripheral_rssi_trend: Literal["approaching", "receding", "steady"] | None
    air_peripheral_rssi_duration_us: int | None
    air_peripheral_retransmission_rate: float | None
    air_peripheral_attempts_max: int | None
    air_peripheral_air_time_us: int | None
    air_peripheral_crc_failed_received: int | None
    air_peripheral_data_packets: int | None
    air_peripheral_data_retransmitted: int | None
    air_peripheral_data_queued: int | None
    air_peripheral_decrypted: int | None
    air_peripheral_undecrypted: int | None
    air_peripheral_missed_by_counter: int | None
    air_peripheral_missed_by_length: int | None
    air_peripheral_mic_fitted: int | None
    air_peripheral_mic_failed_at_end: int | None
    air_peripheral_broken_pdus: int | None
    air_peripheral_broken_after: int | None
    air_peripheral_broken_alike: int | None
    air_peripheral_address: str | None
    air_peripheral_address_type: str | None
    air_peripheral_mic_failed_after_miss: int | None
    air_ended_by: Literal["central", "peripheral"] | None
    air_channel_map: str | None
    air_channel_maps: int | None
    air_silence_first_frame: int | None
    air_silence_last_frame: int | None
    air_silence_events: int | None
    air_silence_duration_us: int | None
    air_silence_answer_frame: int | None
    air_silence_unanswered_frame: int | None
    air_silence_unanswered_pdu: str | None
    air_silence_unanswered_octets: int | None
    air_silence_acknowledged: bool | None
    air_encrypted_packets: int | None
    air_encryptions_omitted: int | None
    air_course_start_us: int | None
    air_course_part_us: int | None
    air_own_side: Literal["central", "peripheral"] | None
    air_filtered_jumps: int | None
    air_filtered_left_out: int | None
    preferred_parameters_frame: int | None
    preferred_parameters_min_us: int | None
    preferred_parameters_max_us: int | None
    preferred_parameters_latency: int | None
    preferred_parameters_supervision_timeout_us: int | None
    ending_by: Literal["local", "remote", "link", "controller", "unknown"] | None
    ending_reason: int | None
    ending_reason_name: str | None
    ending_frame: int | None
    ending_request_frame: int | None
    ending_last_heard_frame: int | None
    ending_last_heard_us: int | None
    ending_silent_us: int | None
    ending_data_complete: bool | None
    ending_after_advertised_frame: int | None
    ending_after_advertised_us: int | None
    ending_after_connected_frame: int | None
    ending_after_connected_us: int | None


class ParametersRow(TypedDict):
    table: Literal["parameters"]
    capture: str
    connection: int
    frame: int
    interval_us: int
    latency: int
    supervision_timeout_us: int
    subrate_factor: int
    continuation_number: int
    time_us: int | None
    command_frame: int | None


class ParameterRequestsRow(TypedDict):
    table: Literal["parameter_requests"]
    capture: str
    connection: int
    frame: int
    direction: Literal["rx", "tx"]
    via: Literal["l2cap", "ll"]
    min_us: int
    max_us: int
    latency: int
    supervision_timeout_us: int
    result: Literal["accepted", "rejected", "unanswered", "not_applied"]
    time_us: int | None
    set_frame: int | None


class PairingRow(TypedDict):
    table: Literal["pairing"]
    capture: str
    connection: int
    first_frame: int
    last_frame: int
    initiator: Literal["local", "peer"] | None
    io_capability_initiator: str | None
    io_capability_responder: str | None
    method: str | None
    secure_connections: bool | None
    bonding: bool | None
    mitm: bool | None
    result: Literal["completed", "failed", "unfinished"]
    reason: int | None
    reason_name: str | None
    start_us: int | None
    duration_us: int | None
    longest_wait_us: int | None
    wait_frame: int | None
    wait_side: Literal["local", "peer"] | None
    authenticated: bool | None
    failed_by: Literal["local", "peer"] | None
    peer_identity: str | None
    last_step: str | None
    last_step_frame: int | None
    last_step_by: Literal["local", "peer"] | None
    failed_after_us: int | None


class PhasesRow(TypedDict):
    table: Literal["phases"]
    capture: str
    connection: int
    name: Literal["scan", "discover", "connect", "mtu", "explore", "subscribe", "interact", "idle", "close", "pair"]
    start_us: int
    duration_us: int
    first_frame: int
    last_frame: int
    round_trips: int
    slowest_frame: int | None
    slowest_response_frame: int | None
    slowest_request: str | None
    slowest_handle: int | None
    slowest_latency_us: int | None
    slowest_asked: Literal["local", "peer"] | None
    span_us: int


class ServicesRow(TypedDict):
    table: Literal["services"]
    capture: str
    connection: int
    uuid: str | None
    name: str | None
    start_handle: int | None
    end_handle: int | None
    primary: bool | None


class AttErrorsRow(TypedDict):
    table: Literal["att_errors"]
    capture: str
    connection: int
    frame: int
    request: str | None
    handle: int | None
    code: int
    name: str | None
    asked: Literal["local", "peer"] | None
    written: str | None
    opcode: int | None


class NotificationsRow(TypedDict):
    table: Literal["notifications"]
    capture: str
    connection: int
    value_handle: int
    uuid: str | None
    kind: Literal["notification", "indication", "write"]
    direction: Literal["rx", "tx"]
    count: int
    bytes: int
    first_frame: int
    last_frame: int
    gap_us_count: int
    gap_us_min: int | None
    gap_us_p50: int | None
    gap_us_p95: int | None
    gap_us_p99: int | None
    gap_us_max: int | None
    gap_us_mean: float | None
    gap_us_sketch_keys: list[int] | None
    gap_us_sketch_counts: list[int] | None
    max_bytes: int
    decoded_count: int | None
    decoded_undecodable: int | None
    decoded_why: str | None
    decoded_first: str | None
    decoded_last: str | None
    ceiling_interval_us: int | None
    ceiling_packets_per_event: float | None
    ceiling_packets_per_event_source: Literal["seen", "assumed"] | None
    ceiling_ll_octets: int | None
    ceiling_phy: str | None
    ceiling_chunk_bytes: int | None
    ceiling_chunk_limit: int | None
    ceiling_ll_packets_per_chunk: int | None
    ceiling_possible_us: int | None
    ceiling_achieved_us: int | None
    ceiling_possible_bytes_per_s: float | None
    ceiling_achieved_bytes_per_s: float | None
    near_marker_marker: str | None
    near_marker_octets: str | None
    near_marker_count: int | None
    near_marker_first_frame: int | None
    near_marker_last_frame: int | None
    gap_count: int | None
    gap_total_us: int | None
    repeats_count: int | None
    repeats_first_frame: int | None
    repeats_last_frame: int | None
    repeats_duration_us: int | None
    repeats_short_step_us: int | None
    repeats_long_step_us: int | None
    first_us: int | None
    last_us: int | None
    doubled_count: int | None
    doubled_of_frame: int | None
    doubled_frame: int | None
    doubled_last_frame: int | None
    doubled_equal: int | None
    purpose: Literal["upload", "download", "request", "answer", "acknowledgement", "periodic", "events", "setup"] | None
    period_us: int | None
    partner_handle: int | None
    commands: int | None
    first_command_frame: int | None
    first_request_frame: int | None
    radio_frame: int | None
    radio_values: int | None
    radio_span_us: int | None
    radio_holes: int | None
    radio_missed_events: int | None
    radio_other_values: int | None
    radio_other_span_us: int | None
    radio_other_holes: int | None
    common_octets: str | None
    distinct_values: int | None
    repeated_values: int | None


class WritesRow(TypedDict):
    table: Literal["writes"]
    capture: str
    connection: int
    value_handle: int
    uuid: str | None
    kind: Literal["notification", "indication", "write"]
    direction: Literal["rx", "tx"]
    count: int
    bytes: int
    first_frame: int
    last_frame: int
    gap_us_count: int
    gap_us_min: int | None
    gap_us_p50: int | None
    gap_us_p95: int | None
    gap_us_p99: int | None
    gap_us_max: int | None
    gap_us_mean: float | None
    gap_us_sketch_keys: list[int] | None
    gap_us_sketch_counts: list[int] | None
    max_bytes: int
    decoded_count: int | None
    decoded_undecodable: int | None
    decoded_why: str | None
    decoded_first: str | None
    decoded_last: str | None
    ceiling_interval_us: int | None
    ceiling_packets_per_event: float | None
    ceiling_packets_per_event_source: Literal["seen", "assumed"] | None
    ceiling_ll_octets: int | None
    ceiling_phy: str | None
    ceiling_chunk_bytes: int | None
    ceiling_chunk_limit: int | None
    ceiling_ll_packets_per_chunk: int | None
    ceiling_possible_us: int | None
    ceiling_achieved_us: int | None
    ceiling_possible_bytes_per_s: float | None
    ceiling_achieved_bytes_per_s: float | None
    near_marker_marker: str | None
    near_marker_octets: str | None
    near_marker_count: int | None
    near_marker_first_frame: int | None
    near_marker_last_frame: int | None
    gap_count: int | None
    gap_total_us: int | None
    repeats_count: int | None
    repeats_first_frame: int | None
    repeats_last_frame: int | None
    repeats_duration_us: int | None
    repeats_short_step_us: int | None
    repeats_long_step_us: int | None
    first_us: int | None
    last_us: int | None
    doubled_count: int | None
    doubled_of_frame: int | None
    doubled_frame: int | None
    doubled_last_frame: int | None
    doubled_equal: int | None
    purpose: Literal["upload", "download", "request", "answer", "acknowledgement", "periodic", "events", "setup"] | None
    period_us: int | None
    partner_handle: int | None
    commands: int | None
    first_command_frame: int | None
    first_request_frame: int | None
    radio_frame: int | None
    radio_values: int | None
    radio_span_us: int | None
    radio_holes: int | None
    radio_missed_events: int | None
    radio_other_values: int | None
    radio_other_span_us: int | None
    radio_other_holes: int | None
    common_octets: str | None
    distinct_values: int | None
    repeated_values: int | None


class TransfersRow(TypedDict):
    table: Literal["transfers"]
    capture: str
    connection: int
    id: int
    value_handle: int
    uuid: str | None
    direction: Literal["rx", "tx"]
    marker: str | None
    marker_style: Literal["own", "split", "glued"] | None
    complete: bool
    truncated_at_start: bool
    payload_bytes: int
    payload_sha256: str | None
    payload_type: str | None
    payload_intact: bool | None
    payload_without_resends_bytes: int | None
    payload_without_resends_sha256: str | None
    chunks: int
    chunk_limit: int | None
    first_frame: int
    last_frame: int
    marker_frame: int | None
    start_us: int
    duration_us: int
    throughput_bytes_per_s: float | None
    gap_us_count: int
    gap_us_min: int | None
    gap_us_p50: int | None
    gap_us_p95: int | None
    gap_us_p99: int | None
    gap_us_max: int | None
    gap_us_mean: float | None
    gap_us_sketch_keys: list[int] | None
    gap_us_sketch_counts: list[int] | None
    ending: Literal["marker", "unsubscribed", "resubscribed", "link-closed", "capture-ended", "framing", "refused", "replaced", "cancelled", "broken"]
    marker_in_data: int
    kind: Literal["notification", "indication", "write"]
    ceiling_interval_us: int | None
    ceiling_packets_per_event: float | None
    ceiling_packets_per_event_source: Literal["seen", "assumed"] | None
    ceiling_ll_octets: int | None
    ceiling_phy: str | None
    ceiling_chunk_bytes: int | None
    ceiling_chunk_limit: int | None
    ceiling_ll_packets_per_chunk: int | None
    ceiling_possible_us: int | None
    ceiling_achieved_us: int | None
    ceiling_possible_bytes_per_s: float | None
    ceiling_achieved_bytes_per_s: float | None
    delivery_completed_frame: int | None
    delivery_duration_us: int | None
    delivery_bytes_per_s: float | None
    delivery_uncompleted_packets: int | None
    delivery_uncompleted_bytes: int | None
    repeats_marker_of: int | None
    gap_count: int | None
    gap_total_us: int | None
    framing_protocol: str | None
    framing_confidence: Literal["specified", "learned", "given", "candidate"] | None
    framing_messages: int | None
    framing_retries: int | None
    framing_content: str | None
    framing_errors: int | None
    framing_acknowledged_bytes: int | None
    framing_announced_bytes: int | None
    framing_in_flight_max: int | None
    framing_resumed_at: int | None
    framing_captured_bytes: int | None
    framing_answers_cut: bool | None


class RunsRow(TypedDict):
    table: Literal["runs"]
    capture: str
    connection: int
    id: int
    value_handle: int
    uuid: str | None
    direction: Literal["rx", "tx"]
    kind: Literal["notification", "indication", "write", "write_command"]
    first_frame: int
    last_frame: int
    start_us: int
    duration_us: int
    values: int
    bytes: int
    throughput_bytes_per_s: float | None
    in_flight_max: int | None
    packets_per_event: float | None
    pacing: Literal["streamed", "one-in-flight", "answered", "timer"] | None
    waits_us_air: int | None
    waits_us_connection_events: int | None
    waits_us_completion: int | None
    waits_us_sender: int | None
    waits_us_answer: int | None
    waits_us_gaps: int | None
    waits_us_unexplained: int | None
    ceiling_interval_us: int | None
    ceiling_packets_per_event: float | None
    ceiling_packets_per_event_source: Literal["seen", "assumed"] | None
    ceiling_ll_octets: int | None
    ceiling_phy: str | None
    ceiling_chunk_bytes: int | None
    ceiling_chunk_limit: int | None
    ceiling_ll_packets_per_chunk: int | None
    ceiling_possible_us: int | None
    ceiling_achieved_us: int | None
    ceiling_possible_bytes_per_s: float | None
    ceiling_achieved_bytes_per_s: float | None


class DialoguesRow(TypedDict):
    table: Literal["dialogues"]
    capture: str
    connection: int
    id: int
    client: Literal["local", "peer"]
    request_value_handle: int
    request_uuid: str | None
    request_kind: Literal["notification", "indication", "write"]
    answer_value_handle: int
    answer_uuid: str | None
    answer_kind: Literal["notification", "indication", "write"]
    first_frame: int
    last_frame: int
    start_us: int
    duration_us: int
    requests: int
    answered: int
    unanswered: int
    missed: int
    answers_per_request: int
    latency_us_count: int
    latency_us_min: int | None
    latency_us_p50: int | None
    latency_us_p95: int | None
    latency_us_p99: int | None
    latency_us_max: int | None
    latency_us_mean: float | None
    latency_us_sketch_keys: list[int] | None
    latency_us_sketch_counts: list[int] | None
    period_us: int | None
    repeated: int
    distinct_requests: int | None
    distinct_answers: int | None
    waited_us: int
    answered_octets: str | None
    unanswered_octets: str | None
    sequence_values: int | None
    sequence_times: int | None


class MessagesRow(TypedDict):
    table: Literal["messages"]
    capture: str
    connection: int
    layout: str | None
    confidence: Literal["specified", "learned", "given", "candidate"]
    count: int
    values: int
    omitted: int
    checked: bool
    damaged_count: int
    resets: int
    odds_log10: float | None
    kinds_total: int


class GapsRow(TypedDict):
    table: Literal["gaps"]
    capture: str
    connection: int
    value_handle: int
    uuid: str | None
    kind: Literal["notification", "indication", "write"]
    direction: Literal["rx", "tx"]
    frame: int
    after_frame: int
    gap_us: int
    missed_events: int | None
    explained_by: str | None
    start_us: int | None


class StallsRow(TypedDict):
    table: Literal["stalls"]
    capture: str
    connection: int
    kind: Literal["credit", "completion", "resume"]
    first_frame: int
    last_frame: int
    start_us: int
    duration_us: int
    outstanding: int
    silent_us: int | None
    silent_frame: int | None
    command: str | None


class TimeRow(TypedDict):
    table: Literal["time"]
    capture: str
    connection: int
    owner: Literal["connection", "run", "transfer", "dialogue"]
    owner_id: int
    direction: Literal["rx", "tx"]
    cause: Literal["encryption-start", "role-switch", "sniff-mode", "parameter-update", "controller-command", "other-radio", "air", "retransmission", "connection-events", "latency", "buffers", "credits", "answer-local", "answer-peer", "sender", "silence-before-loss", "not-captured", "clock-step", "unexplained"]
    us: int
    inferred_us: int


class PhysRow(TypedDict):
    table: Literal["phys"]
    capture: str
    connection: int
    frame: int
    tx: Literal["1M", "2M", "coded"] | None
    rx: Literal["1M", "2M", "coded"] | None


class DataLengthsRow(TypedDict):
    table: Literal["data_lengths"]
    capture: str
    connection: int
    frame: int
    tx_octets: int
    rx_octets: int
    tx_time_us: int
    rx_time_us: int


class EncryptionRow(TypedDict):
    table: Literal["encryption"]
    capture: str
    connection: int
    frame: int
    enabled: bool
    key_size: int | None


class ChannelsRow(TypedDict):
    table: Literal["channels"]
    capture: str
    connection: int
    frame: int | None
    kind: Literal["eatt", "credit-based"]
    psm: int | None
    cid_local: int | None
    cid_remote: int | None
    mtu: int | None
    mps: int | None
    rx_packets: int
    tx_packets: int
    rx_bytes: int
    tx_bytes: int
    close_frame: int | None
    tx_credit_waits_count: int | None
    tx_credit_waits_total_us: int | None
    tx_credit_waits_longest_us: int | None
    tx_credit_waits_first_frame: int | None
    tx_credit_waits_last_frame: int | None
    rx_credit_waits_count: int | None
    rx_credit_waits_total_us: int | None
    rx_credit_waits_longest_us: int | None
    rx_credit_waits_first_frame: int | None
    rx_credit_waits_last_frame: int | None
    tx_exhausted_frame: int | None
    tx_exhausted_us: int | None
    rx_exhausted_frame: int | None
    rx_exhausted_us: int | None


class EndingsRow(TypedDict):
    table: Literal["endings"]
    capture: str
    connection: int
    by: Literal["local", "remote", "link", "controller", "unknown"]
    reason: int | None
    reason_name: str | None
    frame: int | None
    request_frame: int | None
    last_heard_frame: int | None
    last_heard_us: int | None
    silent_us: int | None
    data_complete: bool | None
    after_advertised_frame: int | None
    after_advertised_us: int | None
    after_connected_frame: int | None
    after_connected_us: int | None


class FindingsRow(TypedDict):
    table: Literal["findings"]
    capture: str
    rule: str
    severity: Literal["info", "warning", "error"]
    connection: int | None
    frame: int | None
    last_frame: int | None
    frame_count: int
    party: str | None
    transport: str | None
    message: str
    advice: str | None
    evidence: str
    connections: list[int]


class ErrorsRow(TypedDict):
    table: Literal["errors"]
    capture: str | None
    path: str
    message: str


Row: TypeAlias = (
    CapturesRow
    | ControllersRow
    | AdvertisersRow
    | ConnectionFailuresRow
    | AttemptsRow
    | ScansRow
    | ConnectionsRow
    | ParametersRow
    | ParameterRequestsRow
    | PairingRow
    | PhasesRow
    | ServicesRow
    | AttErrorsRow
    | NotificationsRow
    | WritesRow
    | TransfersRow
    | RunsRow
    | DialoguesRow
    | MessagesRow
    | GapsRow
    | StallsRow
    | TimeRow
    | PhysRow
    | DataLengthsRow
    | EncryptionRow
    | ChannelsRow
    | EndingsRow
    | FindingsRow
    | ErrorsRow
)

TableName: TypeAlias = Literal[
    "captures",
    "controllers",
    "advertisers",
    "connection_failures",
    "attempts",
    "scans",
    "connections",
    "parameters",
    "parameter_requests",
    "pairing",
    "phases",
    "services",
    "att_errors",
    "notifications",
    "writes",
    "transfers",
    "runs",
    "dialogues",
    "messages",
    "gaps",
    "stalls",
    "time",
    "phys",
    "data_lengths",
    "encryption",
    "channels",
    "endings",
    "findings",
    "errors",
]


class Tables:
    """A list of rows for each table."""

    captures: list[CapturesRow]
    controllers: list[ControllersRow]
    advertisers: list[AdvertisersRow]
    connection_failures: list[ConnectionFailuresRow]
    attempts: list[AttemptsRow]
    scans: list[ScansRow]
    connections: list[ConnectionsRow]
    parameters: list[ParametersRow]
    parameter_requests: list[ParameterRequestsRow]
    pairing: list[PairingRow]
    phases: list[PhasesRow]
    services: list[ServicesRow]
    att_errors: list[AttErrorsRow]
    notifications: list[NotificationsRow]
    writes: list[WritesRow]
    transfers: list[TransfersRow]
    runs: list[RunsRow]
    dialogues: list[DialoguesRow]
    messages: list[MessagesRow]
    gaps: list[GapsRow]
    stalls: list[StallsRow]
    time: list[TimeRow]
    phys: list[PhysRow]
    data_lengths: list[DataLengthsRow]
    encryption: list[EncryptionRow]
    channels: list[ChannelsRow]
    endings: list[EndingsRow]
    findings: list[FindingsRow]
    errors: list[ErrorsRow]
