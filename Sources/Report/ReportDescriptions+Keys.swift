// Made by Sources/Report/generate from the properties of the report's objects.
// swift-format-ignore-file

extension ReportDescriptions {
  static let lines = #"""
    Advertiser.address The address in its advertising packets.
    Advertiser.address_type `public`, `random-static`, `random-resolvable`, `random-non-resolvable`.
    Advertiser.name The name; `null` where it has none.
    Advertiser.service_uuids UUIDs of services in its advertising data.
    Advertiser.tx_power In dBm, as the device states it.
    Advertiser.company The company of its manufacturer specific data.
    Advertiser.beacon What it sends as a beacon; `null` where it is none.
    Advertiser.reports Advertising reports received.
    Advertiser.first_frame The first frame of it.
    Advertiser.last_frame The last frame of it.
    Advertiser.rssi The signal strength.
    Advertiser.rssi_gate For a device that was connected to, where a window was asked about.
    Advertiser.flags The flags that it advertises last; bit 2 is `BR/EDR Not Supported`.
    Advertiser.other_company The one in its other packets, such as a scan response, where they name another.
    Advertiser.connectable Whether it could be connected to, by its last report that says so.
    Advertiser.connectable_frame That report.
    Advertiser.identity The identity address of the device, where its address is a resolvable private one and the capture holds the Identity Resolving Key that it was made with.
    RssiGate.low In dBm, as is `high`; both are inside the window.
    RssiGate.high The upper end of the window, in dBm.
    RssiGate.first_frame The first report inside the window.
    RssiGate.open_us How long the gate was open before the connection.
    RssiGate.until_connection_us From the first report inside the window to the connection.
    Company.id The company identifier of Bluetooth SIG.
    Company.name The company's name; `null` where the identifier is not assigned.
    Beacon.kind The first format it was heard with; `eddystone-tlm` only where it sends nothing else.
    Beacon.uuid The UUID of an iBeacon or AltBeacon.
    Beacon.major The major number of an iBeacon or AltBeacon.
    Beacon.minor The minor number of an iBeacon or AltBeacon.
    Beacon.measured_power The signal strength, in dBm, that it promises at a distance of one metre.
    Beacon.namespace Hexadecimal, 20 digits.
    Beacon.instance Hexadecimal, 12 digits.
    Beacon.url The URL of an Eddystone-URL frame.
    Beacon.ephemeral_id Hexadecimal, 16 digits; the last one heard.
    Beacon.tx_power The signal strength, in dBm, that it promises at a distance of zero.
    Beacon.battery_mv The last telemetry heard, from here on.
    Beacon.temperature_c The temperature that its telemetry states, in degrees Celsius.
    Beacon.advertisements Frames sent since it was switched on.
    Beacon.uptime_s The time since the beacon started, in seconds, as its telemetry states.
    Air.access_address Eight hexadecimal digits.
    Air.channel_selection The channel selection algorithm, 1 or 2; `null` where the capture does not show it.
    Air.encrypted Whether packets of the connection were encrypted.
    Air.decrypted The sniffer, or its software, had the key, or the analysis has.
    Air.events How many connection events the sniffer heard.
    Air.central Packets of the central.
    Air.peripheral Packets of the peripheral.
    Air.stalls Packets that were sent three times or more.
    Air.ended_by Who sent LL_TERMINATE_IND; `null` where it was not heard.
    Air.channel_map The channels 0 to 36 of the last map, as ten hexadecimal digits; `null` where none was heard.
    Air.channel_maps How many maps were heard, each different from the one before.
    Air.channels Those on which packets were heard, in ascending order.
    Air.bursts Times in which many packets in succession were lost.
    Air.silence `null` where the peripheral was heard in the last event.
    Air.late_instants Updates whose instant had passed when they arrived.
    Air.encrypted_packets Of both sides: packets that were encrypted, each once.
    Air.encryptions Times in which it was encrypted; of those that the sniffer decrypted itself there are none.
    Air.encryptions_omitted More of those, which are not listed.
    Air.mic_failed_frames The first packets of both sides whose MIC did not fit, in ascending order.
    Air.unread_frames The first packets with a wrong CRC or MIC, or in front of which one was certainly missed.
    Air.course `null` where no packet is known to be new or sent again.
    Air.refusals Link Layer requests that the other side refused, the first of each kind.
    Air.own_side The side that the tool which captured took itself: its own packets have no sequence numbers, and nothing is known of what was sent again or not heard. `null` where it only listened.
    Air.filtered What a filter took out before the file was written: nothing is known of what was sent again or not heard. `null` where nothing shows one.
    AirFilter.jumps Packets of the connection in front of which others are missing by the sniffer's own count; 0 where it does not count, and the file has none of the packets with which sides acknowledge.
    AirFilter.left_out How many those are; not all need be of this connection.
    AirRefusal.frame The first refusal.
    AirRefusal.party Who refused.
    AirRefusal.opcode The control PDU that was refused.
    AirRefusal.name The name of the control PDU.
    AirRefusal.status The reason; that the feature is not supported where the PDU is unknown to the other side.
    AirRefusal.unknown Whether LL_UNKNOWN_RSP refused it, which has no reason.
    AirRefusal.count How often it was refused.
    AirRefusal.last_frame The last frame of it.
    AirEvents.heard Events in which the sniffer heard at least one packet.
    AirEvents.one_sided Heard, but of one side only.
    AirEvents.silent Between those that were heard, by the connection interval.
    AirEvents.on_channel Heard on the channel that the algorithm gives for their count, and on another one: a check of how many were silent. `null` where the capture lacks the beginning, or channels.
    AirEvents.off_channel Events that were heard on another channel than the algorithm gives.
    AirEvents.repeated Of those that were heard of the central only, the ones after which it repeated its packet, SN and NESN, as it does where it got no answer.
    AirEvents.cut_off Events whose last packet that was heard was the central's and got an answer, as its next one shows: their ends were not heard.
    AirEvents.unused Silent events in which probably nothing was exchanged: the next packet of the central goes on with the numbers of its last one, and the sniffer hears nearly everything. The central left them out, or nothing of either side arrived.
    AirEvents.silent_remapped Silent events whose channel stands in for one that is not in the map; `null` where the channels do not show which those are.
    AirEvents.heard_remapped Such events that were heard. A sniffer that does not follow the map hears none.
    AirSide.packets Captured with a good CRC.
    AirSide.new Packets that were sent for the first time.
    AirSide.retransmitted Packets that had been sent before.
    AirSide.uncertain The frames do not say which of the two.
    AirSide.empty Packets without data.
    AirSide.crc_failed Packets with a wrong CRC at the sniffer.
    AirSide.missed Not heard by the sniffer, certain and likely.
    AirSide.missed_certain Of the missed packets, those that counters or sequence numbers prove.
    AirSide.mic_failed Packets whose MIC did not fit.
    AirSide.rssi The signal strength at the sniffer.
    AirSide.retransmission_rate Of those that are new or retransmitted; `null` where there are none.
    AirSide.attempts_max How often the packet was sent that was sent most often.
    AirSide.air_time_us From the preambles to the CRCs; `null` where the rate of a packet is not known.
    AirSide.crc_failed_received Of those with a wrong CRC at the sniffer, the ones that the other side has acknowledged.
    AirSide.data_packets New packets that are not empty, and retransmissions of such.
    AirSide.data_retransmitted Retransmissions of packets that are not empty.
    AirSide.data_queued Of the new ones, those whose sender had more to send.
    AirSide.decrypted Encrypted packets that the analysis decrypted, each once, and those that it could not.
    AirSide.undecrypted Encrypted packets that the analysis could not decrypt.
    AirSide.missed_by_counter New packets that the sniffer did not hear whole, as packet counters prove.
    AirSide.missed_by_length Packets that the sniffer did not hear whole, as the lengths of L2CAP PDUs prove.
    AirSide.mic_fitted Packets whose MIC fitted, and those after the last such one whose MIC did not.
    AirSide.mic_failed_at_end Packets after the last one whose MIC fitted.
    AirSide.broken_pdus L2CAP PDUs whose start was heard and a part of which was not, as their lengths prove.
    AirSide.broken_after After how many packets most of those break off, and how many do; `null` where most lack one packet only, which may be any.
    AirSide.broken_alike How many PDUs break off after `brokenAfter` packets.
    AirSide.address Its address, as CONNECT_IND names it; `null` where that was not heard.
    AirSide.address_type The type of the address.
    AirSide.mic_failed_after_miss Packets whose MIC did not fit, and before which one was, or may have been, missed since the last one that fitted: the sniffer does not know their number then.
    AirStall.direction `rx` is from the controller to the host or from the peripheral to the central, `tx` the other way.
    AirStall.first_frame The first frame of it.
    AirStall.last_frame The last frame of it.
    AirStall.start_us When it began, from the capture's first packet.
    AirStall.duration_us How long it lasted.
    AirStall.attempts How often the packet was sent.
    AirStall.value_handle Of the value in it; `null` where it holds none, or that is not known.
    AirCourse.start_us Of the first of those packets.
    AirCourse.part_us How long each part is.
    AirCourse.central Packets of the central, a bucket each.
    AirCourse.peripheral Packets of the peripheral, a bucket each.
    AirCounts.packets Packets with a good CRC, a bucket each.
    AirCounts.sent_again Of those, the retransmissions.
    AirCounts.rssi Their mean signal strength at the sniffer, in dBm; `null` where it is not known.
    AirEncryption.first_frame LL_ENC_REQ, or the first encrypted packet where that was not heard.
    AirEncryption.last_frame The last encrypted packet.
    AirEncryption.outcome Whether its packets were decrypted, and if not, why.
    AirEncryption.key Where the key comes from; the key itself is in no report. `null` where none fits.
    AirEncryption.refresh Whether the connection was encrypted before, and got a new key.
    AirEncryption.packets Encrypted packets, those that were sent again included, and what became of them.
    AirEncryption.decrypted Packets that were decrypted.
    AirEncryption.repeated Of those that were decrypted, the ones that were sent again, by their packet counters.
    AirEncryption.missed_central New packets that the sniffer did not hear whole, as the packet counters of those that were decrypted prove: of the central, and of the peripheral.
    AirEncryption.missed_peripheral Packets of the peripheral that the sniffer missed, by the packet counter.
    AirStream.kind Connected, broadcast, or a train of periodic advertising.
    AirStream.access_address Eight hexadecimal digits.
    AirStream.connection The `id` of the connection that it belongs to; `null` of what is broadcast, and where the capture does not show it.
    AirStream.address Who broadcasts; `null` of a connected one, and where its address was not heard.
    AirStream.address_type The type of the address.
    AirStream.group The number of the group of a connected stream (CIG_ID).
    AirStream.stream The number of the stream: CIS_ID, or its place in the group that is broadcast, from 1 on.
    AirStream.interval_us From one event to the next; `null` where its terms were not heard.
    AirStream.subevents How many each event has (NSE, or the subevents of a periodic train).
    AirStream.announced_frame The frame with its terms: LL_CIS_IND, BIGInfo or SyncInfo; `null` where they were not heard.
    AirStream.first_frame The first of its own packets; `null` where none was heard.
    AirStream.last_frame The last of its own packets.
    AirStream.events_heard Events in which the sniffer heard at least one packet; `null` where the interval is not known.
    AirStream.events_silent Between those that were heard, by the interval.
    AirStream.central Packets of the central, or of who broadcasts.
    AirStream.peripheral Packets of the peripheral; of a train, what was answered in its response slots; `null` of a stream that is broadcast.
    AirStream.ended_frame Where it was ended; `null` where that was not heard.
    AirStream.reason Why it was ended.
    AirStream.reason_name The name of the reason.
    AirStreamSide.packets Captured with a good CRC.
    AirStreamSide.payloads Payloads that were sent for the first time.
    AirStreamSide.retransmitted Payloads that had been sent before.
    AirStreamSide.null Packets without a payload.
    AirStreamSide.crc_failed Packets with a wrong CRC at the sniffer.
    AirStreamSide.acknowledged Payloads of which an acknowledgement was heard before their time was over.
    AirStreamSide.unacknowledged Payloads behind which another one followed and no acknowledgement was heard: they were given up, or the acknowledgement was not heard.
    AirStreamSide.events_unacknowledged Events with such a payload.
    AirStreamSide.unheard Packets that the subevents of the heard events have room for, and that were not heard; `null` where the subevents are not known. Not all of them are sent.
    AirStreamSide.burst New payloads in an event (BN); `null` where it is not known.
    AirStreamSide.flush_events After how many events a payload is given up (FT).
    AirChannel.channel The channel, 0 to 36.
    AirChannel.packets Packets with a good CRC.
    AirChannel.sent_again Of those, the ones that were sent again, as they or their acknowledgement did not arrive.
    AirChannel.crc_failed With a wrong CRC at the sniffer.
    AirChannel.last_frame The last frame of it.
    AirBurst.first_frame The first frame of it.
    AirBurst.last_frame The last frame of it.
    AirBurst.start_us When it began, from the capture's first packet.
    AirBurst.duration_us How long it lasted.
    AirBurst.packets Packets in the burst.
    AirBurst.retransmitted How many of the packets had been sent before.
    AirBurst.central_rssi In dBm at the sniffer, the mean of each side; `null` without readings.
    AirBurst.peripheral_rssi The mean signal strength of the peripheral at the sniffer, in dBm.
    AirBurst.unanswered The most packets of the central in a row without an answer.
    AirSilence.first_frame The first frame of it.
    AirSilence.last_frame The last frame of it.
    AirSilence.events How many connection events it lasted.
    AirSilence.duration_us From the peripheral's last packet to the central's last one.
    AirSilence.answer_frame The last packet of the peripheral; `null` where none was heard.
    AirSilence.unanswered_frame The first packet of the central without an answer.
    AirSilence.unanswered_pdu What that packet is, such as `LL_LENGTH_REQ`, `Read Request` or, where it could not be read, `encrypted control PDU`.
    AirSilence.unanswered_octets Octets of its payload.
    AirSilence.acknowledged Whether the central's sequence numbers change meanwhile: it got answers.
    AirInstant.first_frame The first frame of it.
    AirInstant.last_frame The last frame of it.
    AirInstant.opcode Of the LL Control PDU.
    AirInstant.name The name of the control PDU.
    AirInstant.instant The event count from which the update was to hold.
    AirInstant.event The event in which it was last sent.
    ConnectRequest.frame The command that began the attempt.
    ConnectRequest.time_us When the command was sent, from the capture's first packet.
    ConnectRequest.advertisement_frame The first advertisement of the peer between the command and the connection; `null` where none was reported, as most hosts do not scan meanwhile.
    ConnectRequest.advertisement_us The time from the command to the first advertisement of the peer.
    ConnectRequest.direct Whether it named the device; else any of the Filter Accept List would have done.
    ConnectRequest.scan_window_us How long the controller listened for the device at a time, and from one such time to the next: on 1M; on Coded where it listened only there.
    ConnectRequest.scan_interval_us The scan interval of the attempt.
    ConnectRequest.advertising_period_us The shortest time between two advertisements of the device that were reported in the minute before the connection: it advertised as often, or more often.
    ConnectRequest.last_heard_frame The last report of the device before the command.
    ConnectRequest.last_heard_us The time from the last advertisement of the peer to the command.
    ConnectRequest.last_heard_rssi In dBm.
    Heard.frame The frame in which it stands.
    Heard.time_us When it came, from the capture's first packet.
    Heard.rssi In dBm.
    DisconnectRequest.frame The first one.
    DisconnectRequest.time_us When it came, from the capture's first packet.
    DisconnectRequest.reason What the host wanted the peer to know as the reason.
    DisconnectRequest.name The name of the reason.
    DisconnectRequest.count How often the host sent it.
    DisconnectRequest.last_frame The last frame of it.
    NeedlessRequest.frame The frame in which it stands.
    NeedlessRequest.time_us When it came, from the capture's first packet.
    NeedlessRequest.transport The transport over which the peer was asked.
    NeedlessRequest.peer The device that was asked.
    NeedlessRequest.connection The `id` of the connection that there was already.
    NeedlessRequest.le_only The device had advertised `BR/EDR Not Supported`.
    NeedlessRequest.result_frame What came of it, where the capture shows that.
    NeedlessRequest.status How the attempt ended; `null` where it did not.
    NeedlessRequest.status_name The name of the status.
    NeedlessRequest.advertisement_frame An advertisement with that flag.
    RefusedDisconnect.frame The frame in which it stands.
    RefusedDisconnect.time_us When it came, from the capture's first packet.
    RefusedDisconnect.handle The connection handle.
    RefusedDisconnect.connection The `id` of the connection that has the handle, or had it last; `null` for none in the capture.
    RefusedDisconnect.result_frame The Command Status.
    RefusedDisconnect.status Why the controller refused it.
    RefusedDisconnect.name The name of the status.
    SleepWaits.count Those that waited as long as the peripheral may sleep.
    SleepWaits.total_us What these took beyond two connection events each.
    SleepWaits.longest The wait of the request that waited longest.
    SleepWaits.parameters What was in force at the longest of all.
    SleepWaits.first_frame The first and the last of all of them.
    SleepWaits.last_frame The last frame of it.
    SleepWaits.requests All requests of that time that took 200 ms or more, as far as interval and latency explain it.
    SleepWaits.requests_us How long all requests waited together.
    SleepWaits.asked All requests of our host while its peripheral could sleep for 200 ms or more.
    SleepWaits.after_silence Of these, those that waited as long as the others, and came after 2 s or more of silence.
    PendingRequest.frame The frame in which it stands.
    PendingRequest.request The PDU that had no answer.
    PendingRequest.handle The attribute handle.
    PendingRequest.age_us From the request to the end of the connection or of the capture.
    PendingRequest.asked The side that did not answer.
    PendingRequest.repeated_frame The same request, sent again with no answer until then, and after which time.
    PendingRequest.repeated_us The time until the request was repeated; `null` where it was not.
    BudgetResult.line 1-based, in the file of the budget.
    BudgetResult.rule As it stands there, without a comment.
    BudgetResult.holds Whether the rule of the budget holds; `null` where it could not be measured.
    BudgetResult.capture Index into `captures`.
    BudgetResult.value What breaks the rule most, or comes nearest to that, in the unit of the measure; `null` where the capture has nothing of what the rule names, and the rule is broken.
    BudgetResult.statement What was measured, and on what, or why nothing was.
    Ceiling.interval_us The connection interval that the estimate uses.
    Ceiling.packets_per_event Link layer data packets a connection event that the estimate counts with.
    Ceiling.packets_per_event_source Where the packets per event come from.
    Ceiling.ll_octets The largest link layer payload.
    Ceiling.phy The PHY that the estimate uses.
    Ceiling.chunk_bytes The size of most chunks.
    Ceiling.chunk_limit The longest value that the ATT_MTU allows.
    Ceiling.ll_packets_per_chunk How many Link Layer packets a value takes.
    Ceiling.possible_us The least time for this payload, in chunks as long as the MTU in force allows. For a stream: for its values as they were.
    Ceiling.achieved_us How long it took.
    Ceiling.possible_bytes_per_s The rate that the link could have reached, in octets a second.
    Ceiling.achieved_bytes_per_s The rate that was reached, in octets a second.
    Ceiling.waterfall Where the time went; adds up to `achieved_us`.
    Ceiling.what_if How long it would have taken with one change each.
    TimeShare.cause `air` (packets, their acknowledgements and the spaces between), `connection-events` or, where each value awaits an answer, `round-trips`; then what explains the gaps: `credit-stall`, `completion-stall`, `app-pause`, `sender-pause`, `link-silence`, `missed-events`, `marker-delay`, `capture-drops`, `clock-step`, `sniffer-missed`; last `unexplained`, or `sender-pace` for a stream whose values come several connection events apart. Of a run: the parts of `waits_us`, with `round-trips` for the answers.
    TimeShare.us How long this cause lasted.
    WhatIf.change What `kind` and its numbers say in words, with what they were.
    WhatIf.duration_us How long it would have taken.
    WhatIf.bytes_per_s The rate that would have been reached, in octets a second.
    WhatIf.kind Which change it is; `null` only in a report of an older bletrace.
    WhatIf.chunk_bytes The size of the chunks as it would be, where the kind is about it.
    WhatIf.mtu The MTU as it would be, where the kind is about it.
    WhatIf.ll_octets The longest data packet as it would be, where the kind is about it.
    WhatIf.interval_us The interval as it would be, where the kind is about it.
    WhatIf.losses How many stalls, pauses, silences, delays or gaps there would not be.
    Connection.id 1-based, in the order in which the connections began.
    Connection.controller Index of the controller.
    Connection.handle The connection handle, which controllers use again after a disconnection.
    Connection.transport `null` where nothing in the capture shows it.
    Connection.role What our side is.
    Connection.peer The device at the other end.
    Connection.complete_frame The frame that says that the connection is complete; `null` when it began before the capture.
    Connection.first_frame The first frame of it.
    Connection.last_frame The last frame of it.
    Connection.start_us When it began, from the capture's first packet.
    Connection.end_us When it ended, from the capture's first packet. Where the capture shows no end, a connection of a host lasts until the capture ends. A sniffed connection, and one of a capture without events, lasts until its last packet there.
    Connection.disconnect The Disconnection Complete event; `null` where the capture has none.
    Connection.parameters The first parameters, then each update.
    Connection.parameter_requests Requests to change the connection parameters.
    Connection.phys Changes of the PHY.
    Connection.data_lengths Changes of the Link Layer data length.
    Connection.encryption Changes of the encryption.
    Connection.pairing One entry a pairing procedure.
    Connection.mtu The ATT_MTU.
    Connection.att What the ATT PDUs add up to.
    Connection.gatt The server's database, as far as it was seen, and subscriptions to it.
    Connection.notifications Notifications and indications, an entry a characteristic.
    Connection.transfers Transfers of data, in the order in which they began.
    Connection.flow How packets were handed to the controller and completed.
    Connection.rssi The signal strength during the connection.
    Connection.channels Credit-based L2CAP channels.
    Connection.gatt_other_side The server on the other side from that of `gatt`, where it took part too.
    Connection.long_values Values that took several PDUs to read or write.
    Connection.last_rx_frame The last record that came from the peer.
    Connection.last_rx_us When the last packet was received, from the capture's first packet.
    Connection.phases What was done when, in order, without overlaps.
    Connection.writes Values written, by characteristic.
    Connection.end How it ended; `null` where that is not in the capture.
    Connection.encryption_failures Attempts to encrypt that failed.
    Connection.parameter_update_failures Updates of the parameters that failed.
    Connection.channel_refusals L2CAP channels that were refused.
    Connection.learned_from Where the peer's address and the role are from, where the capture does not show them.
    Connection.runs Data in bulk, with a marker or without.
    Connection.reads Attributes that were read again and again.
    Connection.connect_request The command that asked for it.
    Connection.peer_heard The first advertisement of the peer after the connection began: of most devices it shows that the connection is over for them.
    Connection.disconnect_request The Disconnect command of this host; `null` where it sent none.
    Connection.rssi_source Where the readings of `rssi` come from; those of several sources are not mixed.
    Connection.rssi_last_us When the last of them was taken.
    Connection.rssi_before The peer's advertising in the seconds before the connection.
    Connection.last_tx_frame The last record of data that went to the peer.
    Connection.last_tx_us When the last packet was sent, from the capture's first packet.
    Connection.peer_le_features What the peer's Link Layer can do; `null` where the host did not ask.
    Connection.framings Protocols that put data into messages.
    Connection.air What a sniffer heard of it; `null` in captures of HCI.
    Connection.modes Of a BR/EDR link: each Mode Change.
    Connection.preferred_parameters As the peer's server gave them last.
    Connection.time Where its time went, from its first to its last record; `null` where the account of the link is not known.
    Connection.dialogues Requests and answers of the apps on both sides.
    Connection.ending How it ended, and what followed; `null` where the capture shows no end.
    Connection.breaches What a side owed by the specification on this link, and did not do.
    Connection.messages Messages of protocols that no one published, an entry a layout.
    ModeChange.frame The frame in which it stands.
    ModeChange.time_us When it came, from the capture's first packet.
    ModeChange.mode The mode from then on.
    ModeChange.interval_us From one event to the next, in sniff and hold mode.
    Peer.address The device's address.
    Peer.address_type The type of the address.
    Peer.name What it advertises; else what its GATT server gives as Device Name (2A00).
    Peer.manufacturer Of its controller, as the controller itself says.
    Peer.name_source Where the name comes from.
    Peer.maker The manufacturer that its Device Information Service names (2A29), as it was read last.
    Peer.model Its Model Number String (2A24).
    Peer.serial Its Serial Number String (2A25).
    Peer.hardware Its Hardware Revision String (2A27).
    Peer.firmware Its Firmware Revision String (2A26).
    Peer.software Its Software Revision String (2A28).
    Pairing.first_frame The first frame of it.
    Pairing.last_frame The last frame of it.
    Pairing.initiator Which side asked for the pairing.
    Pairing.io_capability_initiator `display-only`, `display-yes-no`, `keyboard-only`, `no-input-no-output`, `keyboard-display`.
    Pairing.io_capability_responder The input and output capability of the responder.
    Pairing.method `just-works`, `passkey-entry`, `numeric-comparison`, `out-of-band`; over BR/EDR also `pin`.
    Pairing.secure_connections Whether Secure Connections was used.
    Pairing.bonding Whether both sides asked for bonding.
    Pairing.mitm Protection against a man in the middle was asked for.
    Pairing.result How it ended.
    Pairing.reason The Security Manager's reason for a failure; `null` over BR/EDR.
    Pairing.reason_name The name of the reason; over BR/EDR, of the status.
    Pairing.start_us When it began, from the capture's first packet.
    Pairing.duration_us How long it lasted.
    Pairing.longest_wait_us The longest time between two of its commands: a user who compares or types, or a side that is slow.
    Pairing.wait_frame The command that ended this time, and who sent it.
    Pairing.wait_side Which side let the other wait longest.
    Pairing.authenticated Whether the key protects against a man in the middle; "just works" never does, whatever was asked for. `null` until it is completed.
    Pairing.failed_by Who sent Pairing Failed.
    Pairing.debug_keys Public keys that were the specification's debug key, whose private key everybody knows.
    Pairing.peer_identity The identity address that the peer gave.
    Pairing.last_step The last command of it, before a Pairing Failed.
    Pairing.last_step_frame The frame of that command.
    Pairing.last_step_by Who sent that command.
    Pairing.failed_after_us From that command to Pairing Failed.
    DebugKey.frame The frame of the public key.
    DebugKey.side Whose key it was.
    MTU.client The greatest PDU that the client can receive.
    MTU.server The greatest PDU that the server can receive.
    MTU.effective The ATT_MTU that held; 23 where none was exchanged, `null` where it cannot be known.
    MTU.frame The response that completed the exchange.
    Channel.frame The frame of the response that opened it.
    Channel.kind What kind of channel it is.
    Channel.psm The protocol/service multiplexer; `null` where its request is not in the capture.
    Channel.cid_local The channel identifier of this host.
    Channel.cid_remote The channel identifier of the peer.
    Channel.mtu The lower of what the two sides announced.
    Channel.mps The lower of what the two sides announced.
    Channel.rx_packets Packets that were received.
    Channel.tx_packets Packets that were sent.
    Channel.rx_bytes Octets that were received.
    Channel.tx_bytes Octets that were sent.
    Channel.close_frame The frame that closed it; `null` where it stayed open.
    Channel.tx_credit_waits Times in which our side had no credits and something to send.
    Channel.rx_credit_waits The same of the peer, whom our side gave none.
    Channel.tx_exhausted_frame The packet of this host that took the last credit, where none came after it until the end.
    Channel.tx_exhausted_us How long it was without credits then.
    Channel.rx_exhausted_frame The packet of the peer that took the last credit, where none came after it until the end.
    Channel.rx_exhausted_us How long the peer was without credits then.
    CreditWaits.count How many there were.
    CreditWaits.total_us How long all waits lasted together.
    CreditWaits.longest_us How long the longest wait lasted.
    CreditWaits.first_frame Of the longest: what took the last credit, and what brought new ones.
    CreditWaits.last_frame The last frame of it.
    ChannelRefusal.frame The frame in which it stands.
    ChannelRefusal.kind What kind of channel it was to be.
    ChannelRefusal.psm The protocol/service multiplexer that was asked for.
    ChannelRefusal.initiator Who asked for it.
    ChannelRefusal.result L2CAP's code.
    ChannelRefusal.name The name of the result.
    Dialogue.id Its number in the connection, from 1.
    Dialogue.client Whose app asks.
    Dialogue.request What is written.
    Dialogue.answer What answers it.
    Dialogue.first_frame The first frame of it.
    Dialogue.last_frame The last frame of it.
    Dialogue.start_us When it began, from the capture's first packet.
    Dialogue.duration_us From the first request to the last answer.
    Dialogue.requests How many requests were written; one that had to be split into several values counts once.
    Dialogue.answered How many of them were followed by an answer before the next.
    Dialogue.unanswered How many were followed by the next request, or by a long silence, without an answer.
    Dialogue.unanswered_frames The frames of those without an answer, at most five.
    Dialogue.missed How many of the unanswered were equal to a request that was answered at another time.
    Dialogue.missed_frames The frames of those, at most five.
    Dialogue.answers_per_request How many values most answers have.
    Dialogue.latency_us From a request to the first value of its answer.
    Dialogue.period_us The time from one request to the next, where most are as long; `null` where they are not.
    Dialogue.repeated Requests that were equal to the one before.
    Dialogue.distinct_requests How many different requests there were; `null` beyond 64.
    Dialogue.distinct_answers How many different values answered; `null` beyond 64.
    Dialogue.time Where the time of the side that asks went, in the direction of its requests.
    Dialogue.waited_us How long answers took together, without those that came after more than 5 s.
    Dialogue.answered_octets The first octets of all requests with an answer, at most four, in hexadecimal digits; `null` where they have none in common, or there are fewer than three.
    Dialogue.unanswered_octets The same of the requests without an answer.
    Dialogue.eras How long answers took with each connection interval that was in force; at most four.
    Dialogue.unanswered_waits_us The time from each of `unansweredFrames` to the next request; 0 where that came before an answer was due.
    Dialogue.sequence_values How many values a sequence has that was written again and again in the same order; `null` where there is none.
    Dialogue.sequence_times How often it was written.
    DialogueEra.interval_us The connection interval.
    DialogueEra.frame The frame that brought it first.
    DialogueEra.answered How many requests were asked and answered meanwhile.
    DialogueEra.latency_us The median time from a request to the first value of its answer.
    DialogueEra.pace_us The median time from an answered request to the next.
    DialogueStream.value_handle The handle of the characteristic's value.
    DialogueStream.uuid The UUID.
    DialogueStream.kind Which PDUs carry it.
    ConnectionFailure.frame The frame in which it stands.
    ConnectionFailure.status How the attempt ended.
    ConnectionFailure.name The name of the status.
    ConnectionFailure.peer The device that was to be connected to.
    ConnectionFailure.time_us When it came, from the capture's first packet.
    ConnectionFailure.transport LE or BR/EDR.
    ConnectionFailure.request_frame The command that asked for it.
    ConnectionFailure.request_us When the attempt began, from the capture's first packet.
    HardwareError.frame The frame in which it stands.
    HardwareError.time_us When it came, from the capture's first packet.
    HardwareError.controller The index of the controller.
    HardwareError.code The maker's own.
    ClockStep.frame The first record after it.
    ClockStep.step_us Negative for a step back.
    ClockStep.corrected `bletrace live` noted it, and the times of the capture leave it out.
    ClockStep.request_frame The ATT request that waited meanwhile, of a client that went on after its answer.
    ClockStep.answer_frame The answer: the client's timer ran for no more than 30 s until it came.
    DropPoint.after_frame The loss lies between these two records.
    DropPoint.before_frame The frame before which records are missing.
    DropPoint.count How many records are missing there.
    AdapterState.frame The frame in which it stands.
    AdapterState.time_us When it came, from the capture's first packet.
    AdapterState.controller The index of the controller.
    AdapterState.state The state from then on.
    QualityReport.frame The frame in which it stands.
    QualityReport.time_us When it came, from the capture's first packet.
    QualityReport.connection The `id` of the connection, where the handle is one of an open connection, or of one that was there before the capture and shows itself later.
    QualityReport.report `monitor`, `approach-lsto`, `connect-fail`, ...
    QualityReport.handle The connection handle.
    QualityReport.tx_power In dBm.
    QualityReport.rssi In dBm.
    QualityReport.snr In dB.
    QualityReport.supervision_timeout_us Link supervision timeout.
    QualityReport.retransmissions How many packets were retransmitted.
    QualityReport.no_rx How often nothing was received.
    QualityReport.nak How often the peer did not acknowledge.
    QualityReport.flow_off How often the peer stopped the flow.
    QualityReport.overflow_bytes Octets by which a buffer overflowed.
    QualityReport.underflow_bytes Octets that a buffer lacked.
    QualityReport.address The peer's, where the controller states it.
    QualityReport.role Ours.
    TimelineEvent.frame The frame in which it stands.
    TimelineEvent.time_us When it came, from the capture's first packet.
    TimelineEvent.connection The id of the connection.
    TimelineEvent.event What happened: the packet's name, or the delegate callback's.
    TimelineEvent.detail What happened, in words.
    ExpectedArrival.file As the command line names it.
    ExpectedArrival.file_bytes The length of the file.
    ExpectedArrival.file_sha256 The SHA-256 of the file.
    ExpectedArrival.intact Whether all octets of the file arrived, each once, in their order, and no others.
    ExpectedArrival.connection What was compared with the file; `null` where nothing in the capture has anything of it.
    ExpectedArrival.transfer The `id` of the transfer or, of data without a marker, of the run; `null` of values that are neither.
    ExpectedArrival.run The id of the run in which it arrived.
    ExpectedArrival.value_handle The handle of the characteristic's value.
    ExpectedArrival.uuid The UUID.
    ExpectedArrival.direction `rx` is from the controller to the host or from the peripheral to the central, `tx` the other way.
    ExpectedArrival.first_frame The first frame of it.
    ExpectedArrival.last_frame The last frame of it.
    ExpectedArrival.received_bytes Octets that arrived, whatever they are.
    ExpectedArrival.matched_bytes Octets of the file that arrived as they were sent, each counted once.
    ExpectedArrival.missing_bytes Octets of the file that did not arrive.
    ExpectedArrival.doubled_bytes Octets that arrived again.
    ExpectedArrival.out_of_order_bytes Those that came after octets that follow them in the file; they also count as matched.
    ExpectedArrival.damaged_bytes Octets that arrived with another value.
    ExpectedArrival.extra_bytes Octets that are not of the file.
    ExpectedArrival.unknown_bytes Octets that arrived, and of which the capture holds the length alone.
    ExpectedArrival.fit Twice the matched octets, divided by those of the file and those that arrived together.
    ExpectedArrival.equal_fits Other transfers and stretches of values that fit as well.
    ExpectedArrival.first_difference_offset The octet of the file at which what arrived is first another; `null` where it is intact.
    ExpectedArrival.first_difference_frame The record that carried what came there; `null` where nothing more came.
    ExpectedArrival.differences At most 100, by their position in the file.
    ExpectedArrival.differences_omitted How many differences are not listed.
    ExpectedArrival.records_lost Whether the capture lost records meanwhile, so that what is missing may have arrived.
    ExpectedArrival.too_many_differences Whether there were too many differences to follow; they are not counted then.
    ArrivalDifference.kind What is different.
    ArrivalDifference.offset In the file, from 0; of extra octets, where they came between.
    ArrivalDifference.bytes How many octets there were.
    ArrivalDifference.frame The records that carried it; `null` of what is missing.
    ArrivalDifference.last_frame The last frame of it.
    ArrivalDifference.after_frame Of what is missing: the records that carried the octets before and after it, where these came. Of others: the record that came before.
    ArrivalDifference.before_frame The frame before which octets are missing.
    ArrivalDifference.sent In hexadecimal digits, the first 8 octets: of damaged ones what was sent and what arrived, of extra ones what arrived.
    ArrivalDifference.found Octets that came in their place, in hexadecimal digits.
    Phase.name Which phase it is.
    Phase.start_us When it began, from the capture's first packet.
    Phase.duration_us Of `mtu`, `explore`, `subscribe` and `pair` how long the exchanges took; of others, from the first frame to the last.
    Phase.first_frame The first frame of it.
    Phase.last_frame The last frame of it.
    Phase.round_trips Requests that were answered in it.
    Phase.slowest Its slowest request.
    Phase.span_us From the first frame to the last, the pauses of the host between exchanges included.
    SlowStep.frame The request.
    SlowStep.response_frame The response.
    SlowStep.request The PDU of the request.
    SlowStep.handle The attribute handle.
    SlowStep.latency_us The time from the request to the response.
    SlowStep.asked The side that answered.
    ReceiveFlow.packets ACL packets received.
    ReceiveFlow.pdus L2CAP PDUs they made up.
    ReceiveFlow.fragmented_pdus PDUs that came in more than one packet.
    ReceiveFlow.events Connection events in which values arrived.
    ReceiveFlow.packets_per_event How many packets came in one connection event, at most.
    ReceiveFlow.skipped_events Connection events without a value between two with values, in the midst of traffic.
    ReceiveFlow.confidence How well the arrivals fit the interval; `null` where it is not known.
    Throughput.bucket_us How long each bucket is.
    Throughput.tx Octets that were sent in each bucket.
    Throughput.rx Octets that were received in each bucket.
    ServiceChange.frame The frame in which it stands.
    ServiceChange.start_handle The first handle.
    ServiceChange.end_handle The last handle.
    DatabaseHash.frame The read that returned the Database Hash.
    DatabaseHash.value Hexadecimal.
    DecodedValues.count Values that were decoded.
    DecodedValues.undecodable How many values do not fit the format.
    DecodedValues.why What was wrong with the first that was not.
    DecodedValues.first The first value, in words.
    DecodedValues.last The last value, in words.
    Folded.judged All connections that the rules looked at: these, and those in `connections`.
    Folded.connections Connections that are here alone; `connections_omitted` counts them too.
    Folded.transfers_complete Their complete transfers; `transfers_omitted` counts them too.
    Folded.transfers_incomplete Their transfers without an end.
    Folded.endings How they ended, the most frequent first.
    Folded.devices The devices that they were with, in the order in which their connections were folded; at most 4096, and beyond that one entry without an address for all others.
    Folded.connection_failures Attempts to connect that failed; `connection_failures` has later ones.
    FoldedEnding.reason The reason of the Disconnection Complete event; `null` where none came.
    FoldedEnding.name The name of the reason.
    FoldedEnding.cause What else ended them; `null` where that is not in the capture.
    FoldedEnding.connections How many ended so.
    FoldedDevice.controller Index of the controller; of the entry for all others, of the first of them.
    FoldedDevice.address The device's address; `null` where it is not known.
    FoldedDevice.name The name of the device.
    FoldedDevice.connections How many connections there were with it.
    FoldedDevice.duration_us How long they lasted, together.
    FoldedDevice.transfers_complete Their complete transfers.
    FoldedDevice.transfers_incomplete Their transfers without an end.
    FoldedDevice.values Values that came as notifications and indications, or were written.
    FoldedDevice.bytes The octets of these values.
    FoldedDevice.first_frame The first frame of it.
    FoldedDevice.last_frame The last frame of it.
    TransferFraming.protocol `mcumgr-smp`, `nordic-dfu`, ...
    TransferFraming.confidence Whether a specification states the layout, or it was learned from the data.
    TransferFraming.messages Requests, objects or segments that carried it.
    TransferFraming.retries Those of them that were sent again.
    TransferFraming.header What each octet of a message's header means, by its index: `0`, `2..3`.
    TransferFraming.content `image-upload`, `file-upload`, `file-download`, `core-dump`, `init-packet`, `firmware`, `message`.
    TransferFraming.errors Errors answered, and checksums that differ.
    TransferFraming.acknowledged_bytes How much of the payload the receiver acknowledged; `null` where the protocol does not say.
    TransferFraming.announced_bytes The length that was announced.
    TransferFraming.in_flight_max Messages without an answer at a time, at most.
    TransferFraming.resumed_at Where the receiver asked to go on, as it had the octets before already.
    TransferFraming.captured_bytes How much of the payload the capture has, where it missed a part: `payload_bytes` is then the length that was acknowledged, or announced if it is complete, where that is known. If both are 0, the length is not known.
    TransferFraming.answers_cut Whether the logger cut values of the server meanwhile, which may have been answers.
    Framing.protocol The protocol.
    Framing.confidence Whether a specification states the layout, or it was learned from the data.
    Framing.server Whose characteristics it uses.
    Framing.first_frame The first frame of it.
    Framing.last_frame The last frame of it.
    Framing.messages_from_client How many messages the client sent.
    Framing.messages_from_server How many messages the server sent.
    Framing.requests Those that await an answer.
    Framing.answered How many requests were answered.
    Framing.unanswered How many requests had no answer.
    Framing.retries How many messages were sent again.
    Framing.errors How many answers were errors.
    Framing.in_flight_max How many messages were under way at a time, at most.
    Framing.message_bytes_max The longest message, with its header.
    Framing.answer_us From the last value of a request to the last of its answer.
    Framing.stray_values Values that are no part of a message.
    Framing.faults At most 256, the first.
    Framing.fault_count How many faults there were, with those that are not listed.
    Framing.value_handle Of one that was given by hand: the characteristic that it was given for.
    Framing.uuid The UUID.
    Framing.direction `rx` is from the controller to the host or from the peripheral to the central, `tx` the other way.
    Framing.layout As `--framing` takes it.
    Framing.odds_log10 Always `null`: layouts that were learned, and their odds, are in `messages`.
    Framing.evidence What each octet of a message means, and what shows it.
    FramingFault.kind What the fault is.
    FramingFault.frame The frame in which it stands.
    FramingFault.time_us When it came, from the capture's first packet.
    FramingFault.of_frame The frame that it refers to, such as that of the request.
    FramingFault.by Which side made it.
    FramingFault.what What it is about, in words: those of `subject` and its numbers.
    FramingFault.code The error code of the protocol.
    FramingFault.name What the code means.
    FramingFault.expected What the protocol or the octets demand, and what came.
    FramingFault.found The value that was found.
    FramingFault.sniffer_missed Of a sniffed capture and a number that is missing: whether packets of its sender were missed by the sniffer since the number before it.
    FramingFault.subject What it is about; `null` only in a report of an older bletrace.
    FramingFault.number The number of a block, a sector or a segment; the offset at which an object of firmware begins.
    FramingFault.octets The octets of an object that is not whole.
    FramingFault.held_octets How many octets of an object that is not whole the device has.
    ATT.pdus How many PDUs there were of each kind.
    ATT.transactions Requests and their answers.
    ATT.errors Error Responses, at most 1,024.
    ATT.pending Requests that had no answer when the capture or the connection ended.
    ATT.discoveries What each side asked about the attributes of the other; empty where neither did.
    ATT.overlaps Requests that were sent while an earlier one had no answer; at most one entry for each side that was asked.
    ATT.unasked Responses whose requests are not in the capture: one entry for each kind and side, and for each time without a pause of ten seconds; at most 64.
    UnaskedResponses.pdu The name of the responses.
    UnaskedResponses.asked The side that sent them.
    UnaskedResponses.count How many there were.
    UnaskedResponses.first_frame The first frame of it.
    UnaskedResponses.last_frame The last frame of it.
    UnaskedResponses.start_us When it began, from the capture's first packet.
    UnaskedResponses.duration_us From the first to the last.
    RequestOverlap.asked The side whose server was asked.
    RequestOverlap.count How many there were.
    RequestOverlap.answered How many of the earlier requests were answered after all.
    RequestOverlap.request Of the first of them the request that had no answer yet.
    RequestOverlap.handle The attribute handle.
    RequestOverlap.frame The request that was open.
    RequestOverlap.next_request Of the first of them the request that was sent meanwhile.
    RequestOverlap.next_frame The request that came before it was answered.
    RequestOverlap.last_frame The last request that was sent so.
    Discovery.server Whose database was discovered.
    Discovery.first_frame The first frame of it.
    Discovery.last_frame The last frame of it.
    Discovery.requests How many requests were sent.
    Discovery.requests_us The times until the answers, together.
    Discovery.rounds How often it began again: one of its first questions was asked so often.
    Discovery.repeated `null` where there was one round only.
    Discovery.requests_after Requests of other kinds that followed its last one, and the times until their answers.
    Discovery.requests_after_us How long the requests after the first round took.
    Discovery.first_round_last_frame Up to the second time of the question that `repeated` names, or to the end: the frame of the last answer, the requests that were answered within 1 s, and the times until their answers.
    Discovery.first_round_requests How many requests the first round took.
    Discovery.first_round_us How long the first round took.
    RepeatedDiscovery.request The PDU that was repeated.
    RepeatedDiscovery.start_handle The first handle of its range.
    RepeatedDiscovery.end_handle The last handle of its range.
    RepeatedDiscovery.in_succession How often it was asked right after its answer, with no other question in between.
    RepeatedDiscovery.second_frame The frame in which it came the second time.
    RepeatedDiscovery.latest_frame The frame in which it came last.
    RepeatedDiscovery.requests All requests of the discovery from `secondFrame` on, and the times until their answers.
    RepeatedDiscovery.requests_us How long the repeated requests took.
    RepeatedDiscovery.questions How many of the first requests of the discovery were sent again.
    PDUCounts.rx PDUs that were received, a key a kind.
    PDUCounts.tx PDUs that were sent, a key a kind.
    Transactions.count How many there were.
    Transactions.errors How many were answered with an Error Response.
    Transactions.unanswered How many had no answer.
    Transactions.latency_us From the request's record to the first record of the response.
    Transactions.slowest The slowest, at most five, the slowest first.
    Transactions.sleep_waits Requests that waited until a sleeping peripheral listened.
    Transactions.latency_local_us The part of `latency_us` in which this host answered, or confirmed; in a sniffed capture the central.
    Transactions.latency_remote_us The part of `latency_us` in which the peer answered, or confirmed; in a sniffed capture the peripheral.
    ATTError.frame The Error Response.
    ATTError.request The name of the PDU that it answers.
    ATTError.handle The attribute handle.
    ATTError.code The error code.
    ATTError.name The name of the error code.
    ATTError.asked The side that answered; the other one asked.
    ATTError.written The value of a Write Request of two octets, in hexadecimal digits.
    ATTError.opcode The opcode that it answers, where no PDU has it.
    GATT.server Whose database it is.
    GATT.services The services, in the order of their handles.
    GATT.subscriptions Writes to Client Characteristic Configuration descriptors.
    GATT.remembered The map was taken over from an earlier connection with the same peer.
    GATT.service_changes Indications of Service Changed.
    GATT.database_hashes Values of the Database Hash.
    GATT.searched Where the client looked for attributes to the end: what is not listed there is not there.
    GATT.conflicts Where what the server said of its attributes in this connection contradicts itself; at most 16.
    DatabaseConflict.kind What is wrong.
    DatabaseConflict.frame The response that shows it.
    DatabaseConflict.other_frame The response with what it contradicts.
    DatabaseConflict.handle The handle of the value or of the descriptor; of services that overlap, the second one's first.
    DatabaseConflict.uuid The UUID of the characteristic, the descriptor or the second service.
    DatabaseConflict.start_handle The first handle of the service.
    DatabaseConflict.end_handle The last handle of the service.
    DatabaseConflict.service_uuid The UUID of the service.
    SearchedHandles.kind What was searched for.
    SearchedHandles.uuid The service that was looked for; `null` where it was any.
    SearchedHandles.start_handle The first handle.
    SearchedHandles.end_handle The last handle.
    Service.uuid `null` for an included service that was not read, and for characteristics whose service was not discovered in the capture: then the handles are `null` as well.
    Service.name The name; `null` where it has none.
    Service.start_handle Its first handle.
    Service.end_handle Its last handle.
    Service.characteristics Its characteristics.
    Service.primary `null` where the service itself was not discovered.
    Service.includes The services that it includes.
    Include.handle The handle of the declaration.
    Include.start_handle The first handle.
    Include.end_handle The last handle.
    Include.uuid The UUID.
    LongValue.kind Whether it was read or written.
    LongValue.value_handle The handle of the characteristic's value.
    LongValue.uuid The UUID.
    LongValue.server Whose value it is.
    LongValue.first_frame The first frame of it.
    LongValue.last_frame The last frame of it.
    LongValue.parts How many PDUs it took.
    LongValue.bytes How many octets there were.
    LongValue.sha256 `null` where the capture holds only a part of it.
    ReadSeries.handle The attribute handle.
    ReadSeries.uuid The UUID.
    ReadSeries.server Whose value it is.
    ReadSeries.count How many there were.
    ReadSeries.changes Reads that brought another value than the one before.
    ReadSeries.first_frame The first frame of it.
    ReadSeries.last_frame The last frame of it.
    ReadSeries.duration_us From the first request to the last.
    Characteristic.uuid The UUID.
    Characteristic.name The name; `null` where it has none.
    Characteristic.declaration_handle The handle of its declaration.
    Characteristic.value_handle The handle of the characteristic's value.
    Characteristic.properties `broadcast`, `read`, `write_without_response`, `write`, `notify`, `indicate`, ...
    Characteristic.descriptors Its descriptors.
    Descriptor.uuid The UUID.
    Descriptor.handle Its handle.
    Subscription.frame The frame in which it stands.
    Subscription.time_us When it came, from the capture's first packet.
    Subscription.cccd_handle The handle of the Client Characteristic Configuration descriptor.
    Subscription.value_handle The handle of the characteristic's value.
    Subscription.value What was subscribed to.
    Subscription.guessed Nothing showed what the two handles are; they were taken for what they look like.
    Subscription.both Notifications and indications were switched on at once.
    Disconnect.frame The frame in which it stands.
    Disconnect.reason The reason code.
    Disconnect.name The name of the reason.
    End.frame The frame in which it stands.
    End.time_us When it came, from the capture's first packet.
    End.cause What ended it.
    Parameters.frame The frame in which it stands.
    Parameters.interval_us The connection interval.
    Parameters.latency Connection events that the peripheral may skip; of those that are used, where the connection is subrated.
    Parameters.supervision_timeout_us The supervision timeout.
    Parameters.subrate_factor Of so many connection events one is used; 1 where the connection is not subrated.
    Parameters.continuation_number So many further events are used after one with data.
    Parameters.time_us Counted from the capture's first packet.
    Parameters.command_frame LE Connection Update, where this host sent it.
    ParameterRequest.frame The frame in which it stands.
    ParameterRequest.direction `rx` is from the controller to the host or from the peripheral to the central, `tx` the other way.
    ParameterRequest.via Over which layer it was sent.
    ParameterRequest.min_us The shortest interval that was asked for.
    ParameterRequest.max_us The longest interval that was asked for.
    ParameterRequest.latency The peripheral latency that was asked for.
    ParameterRequest.supervision_timeout_us The supervision timeout that was asked for.
    ParameterRequest.result What became of it.
    ParameterRequest.time_us Counted from the capture's first packet.
    ParameterRequest.set_frame The first parameters that were set after it and before the next request of the same side. They may be others than those that were asked for, although it was accepted.
    PreferredParameters.frame In which the value was read.
    PreferredParameters.min_us `null` where any will do.
    PreferredParameters.max_us The longest interval that is preferred.
    PreferredParameters.latency The peripheral latency that is preferred.
    PreferredParameters.supervision_timeout_us `null` where any will do.
    ParameterUpdateFailure.frame The frame in which it stands.
    ParameterUpdateFailure.status Why it failed.
    ParameterUpdateFailure.name The name of the status.
    ParameterUpdateFailure.time_us Counted from the capture's first packet.
    ParameterUpdateFailure.command_frame LE Connection Update and what it wanted, where this host sent it.
    ParameterUpdateFailure.min_us The shortest interval that was asked for.
    ParameterUpdateFailure.max_us The longest interval that was asked for.
    ParameterUpdateFailure.latency The peripheral latency that was asked for.
    ParameterUpdateFailure.supervision_timeout_us The supervision timeout that was asked for.
    PHYChange.frame The frame in which it stands.
    PHYChange.tx The PHY for sending.
    PHYChange.rx The PHY for receiving.
    DataLength.frame The frame in which it stands.
    DataLength.tx_octets The longest payload of a packet that is sent.
    DataLength.rx_octets The longest payload of a packet that is received.
    DataLength.tx_time_us The longest time that a sent packet may take.
    DataLength.rx_time_us The longest time that a received packet may take.
    DataLength.offers In a sniffed capture: the two PDUs that settled it, in order.
    LengthOffer.frame The frame in which it stands.
    LengthOffer.party Who offered it.
    LengthOffer.send_octets The longest payload that it can send.
    LengthOffer.receive_octets The longest payload that it can receive.
    Encryption.frame The frame in which it stands.
    Encryption.enabled Whether the link was encrypted from then on.
    Encryption.key_size In octets.
    EncryptionFailure.frame The frame in which it stands.
    EncryptionFailure.kind What failed.
    EncryptionFailure.status `null` where it was our own host that had no key.
    EncryptionFailure.name The name of the status.
    Messages.layout As `--framing` takes it; `null` where nothing was found that the values have in common.
    Messages.confidence Whether it was learned or given by hand, or is the best candidate only: that is used for nothing else.
    Messages.streams The streams that it was found on.
    Messages.count How many messages fit the layout; of values without one, how many there were.
    Messages.values How many values were looked at, with those that do not fit.
    Messages.omitted How many values came beside them, and were not looked at: the first of each characteristic are.
    Messages.checked Whether each message has a checksum or an end, which show that it is damaged.
    Messages.damaged The frames of messages that do not fit the layout, at most 20.
    Messages.damaged_count How many messages do not fit it, beside `count`.
    Messages.resets How often a counter began again.
    Messages.odds_log10 How unlikely it is that the values agree with it by chance: one in ten to the power of so much; `null` where the layout was given by hand.
    Messages.evidence What each octet of a message means, and what shows it.
    Messages.kinds The kinds of messages, the most frequent first; at most 64.
    Messages.kinds_total How many kinds there were, with those that are not listed.
    Messages.flaws How messages do not fit it, and how many: `start`, `end`, `length`, `checksum`, `glued` (several in a value, where others are one), `cut`, `stray` (no message begins there), and `other`: of a kind of which none fits, which count neither as fitting nor as damaged.
    MessageStream.value_handle The handle of the characteristic's value.
    MessageStream.uuid The UUID.
    MessageStream.kind Which PDUs carry it.
    MessageStream.direction `rx` is from the controller to the host or from the peripheral to the central, `tx` the other way.
    MessageKind.id Its number in `messages`, from 1.
    MessageKind.direction `rx` is from the controller to the host or from the peripheral to the central, `tx` the other way.
    MessageKind.count How many messages of the kind there were.
    MessageKind.bytes The octets of the shortest one, with its header and checksum.
    MessageKind.bytes_max The octets of the longest one.
    MessageKind.first_frame The first frame of it.
    MessageKind.example The first one, in hexadecimal digits, at most 64 octets of it.
    MessageKind.varying The octets that are not the same in all of them, from the first octet: `4`, `4..5`.
    MessageKind.period_us The time from one to the next, where most are as long; `null` where they are not.
    MessageKind.answered_by The `id` of the kind that answers most of them; `null` where none does.
    MessageKind.fields What the octets that vary hold.
    MessageField.offset From the first octet of the message.
    MessageField.bytes How many octets it has.
    MessageField.big_endian Whether its first octet counts most; `false` also of one octet.
    MessageField.kind What it is.
    MessageField.text The same in words, with what shows it.
    Breach.obligation What was owed.
    Breach.party Who owed it.
    Breach.frame What broke it, or what asked for that which never came.
    Breach.time_us When it came, from the capture's first packet.
    Breach.last_frame The last of them.
    Breach.count How often it was broken.
    Breach.frames All of them, at most five.
    Breach.cause_frame What it follows from, such as the request that was answered already; `null` where nothing came before.
    Breach.pdu The PDU that broke it.
    Breach.request The request that was open, or that an Error Response names.
    Breach.open_frame The request that waited meanwhile.
    Breach.handle The attribute; where a host and its controller owed something, the connection handle.
    Breach.command The command that was refused, not answered, or sent for a connection that had ended.
    Breach.name The name of the event that asked for something; of the command or PDU that began a procedure, or that broke it.
    Breach.status The status that was answered.
    Breach.status_name The name of the status.
    Breach.value What was there: the MTU of the last exchange, the octets of a value, buffers that were given back, packets that were completed, the first octet of a command, a parameter.
    Breach.limit What it was held against: the MTU before, the most octets, all buffers, all packets, the microseconds that a procedure may take, the bound of a parameter.
    Breach.open_us How long it was owed, until the end of the connection or of the capture.
    Breach.worked Whether the same had been done before, or was done afterwards, without fault.
    Breach.awaited The event or PDU that would have ended the procedure.
    Breach.parameter Which parameter of a connection is not allowed.
    Attempt.controller Index of the controller.
    Attempt.transport The transport over which it was tried.
    Attempt.target The device that was asked for. Of a request by the Filter Accept List each device of the list has an attempt of its own; `null` where the capture does not show the list.
    Attempt.target_type The type of its address.
    Attempt.via How the device was named.
    Attempt.listed Devices of the Filter Accept List then, at most 16, as far as the capture shows them.
    Attempt.first_frame The command.
    Attempt.last_frame What ended it.
    Attempt.start_us When it began, from the capture's first packet.
    Attempt.duration_us From the command to its end, or to the end of the capture.
    Attempt.ended How it ended.
    Attempt.status With what the controller answered.
    Attempt.status_name The name of the status.
    Attempt.cancel_frame The command with which this host gave it up.
    Attempt.connection The `id` of the connection.
    Attempt.heard What was heard of the device meanwhile, or in the ten seconds before; `null` where nothing.
    Attempt.next_us A later attempt to the same device followed so soon; `null` where none did.
    ListedDevice.address Its address.
    ListedDevice.address_type The type of the address.
    ListedDevice.frame The command that added it.
    ListedDevice.resolved Whether the controller was to recognize its resolvable private addresses: then the list lets the device through under any of them.
    AttemptHeard.reports How many advertising reports there were meanwhile and, where the device was heard in the ten seconds before, since the attempt before or the beginning of the capture.
    AttemptHeard.address The address under which it was heard.
    AttemptHeard.address_type The type of that address.
    AttemptHeard.connectable Whether one of these reports allowed a connection.
    AttemptHeard.frame The last report; over BR/EDR, the Role Change with which the device answered.
    AttemptHeard.rssi In dBm.
    RadioUse.frame The command with which the first such use began.
    RadioUse.values Values that came meanwhile.
    RadioUse.span_us How long that was.
    RadioUse.holes Stretches of four connection events and more without a value.
    RadioUse.missed_events Connection events in these stretches.
    RadioUse.other_values Values that came at other times.
    RadioUse.other_span_us How long that was.
    RadioUse.other_holes Such stretches at other times.
    Ending.by Who ended it.
    Ending.reason The reason code; `null` where the capture has none.
    Ending.reason_name The name of the reason.
    Ending.frame What shows the end.
    Ending.request_frame The command with which this host ended it; of a sniffed connection whose end was not read, its last data, where that is an encrypted control PDU as long as LL_TERMINATE_IND.
    Ending.last_heard_frame The last packet of the peer.
    Ending.last_heard_us When that came, from the capture's first packet. Of a link that was lost, the end less the supervision timeout, where that is later.
    Ending.silent_us From the last that was heard of the peer to the end.
    Ending.open What waited for an answer then, at most five.
    Ending.data_complete Whether what was being transferred had come to its end; `null` where nothing was, or where that is not known.
    Ending.after What became of the peer.
    EndingAfter.advertised_frame Its first advertisement since the connection began.
    EndingAfter.advertised_us From the end to that; negative where it advertised while this host took the connection to exist.
    EndingAfter.connected_frame The next connection to it.
    EndingAfter.connected_us From the end to that.
    Run.id 1-based within the connection.
    Run.value_handle The handle of the characteristic's value.
    Run.uuid The UUID.
    Run.direction `rx` is from the controller to the host or from the peripheral to the central, `tx` the other way.
    Run.kind Which PDUs carry it.
    Run.first_frame The first frame of it.
    Run.last_frame The last frame of it.
    Run.start_us When it began, from the capture's first packet.
    Run.duration_us From the first value's record to the last one's or, where the capture shows it, to the event that completes the last packet.
    Run.values How many values it has.
    Run.bytes Octets on the air, those that the capture left out included.
    Run.value_bytes How many values of each size, the most frequent first.
    Run.throughput_bytes_per_s `null` where all of it took no time.
    Run.in_flight_max Packets that the controller held of the connection after it got a value of the run, at most. `null` of received values, and where no completions were captured.
    Run.packets_per_event Values per connection event that brought any or, of sent ones, by which any were completed.
    Run.pacing What set the pace.
    Run.waits_us What its sender waited for, and how long.
    Run.transfers The `id`s of the transfers that it carried.
    Run.ceiling What the link could have done.
    Run.time Where its time went; empty where the account of the link is not known.
    RunWaits.air Packets, their acknowledgements and the spaces between them. An estimate.
    RunWaits.connection_events Waiting for the next connection event. An estimate.
    RunWaits.completion From queueing a packet to its completion, as far as `air` and `connection_events` do not explain it.
    RunWaits.sender Nothing was outstanding, nothing was waited for, and the sender sent nothing. Of received values: connection events that brought none.
    RunWaits.answer From a value to its answer: the response, the confirmation, or a value of the other side that the sender waits for.
    RunWaits.gaps The gaps of the characteristic, where no answer or completion explains them.
    RunWaits.unexplained Waits that nothing in the capture explains.
    Sniffed.packets How many packets there are.
    Sniffed.crc_failed Those that the sniffer marked with a wrong CRC.
    Sniffed.crc_fits Advertising packets among them whose CRC is right all the same: the mark is wrong.
    Sniffed.first_failed_frame The first one that is marked so.
    Sniffed.left_out Packets that the sniffer counted, and the file does not have; 0 where it does not count.
    MergedCapture.path The path as it was given.
    MergedCapture.packets Packets that its sniffer wrote down.
    MergedCapture.alone Those that no other of the sniffers heard with a good CRC.
    MergedCapture.offset_us By how many microseconds its clock was ahead of that of the first capture, at the first packet that both heard; 0 of the first one.
    MergedCapture.drift_ppm How many parts in a million its clock ran faster than that of the first capture.
    MergedCapture.common Packets that both heard, by which the clocks were compared.
    MergedCapture.off_by_us By how many microseconds these are off the two numbers, at the median.
    CauseShare.cause What passed the time.
    CauseShare.us How long in all. The shares of a stretch add up to its length.
    CauseShare.inferred_us How much of that is inferred, and not shown by the frames.
    CauseShare.frames The frames with which its longest spans begin, at most five.
    LinkTime.tx What is sent: from the host to the controller, or from the central to the peripheral.
    LinkTime.rx What is received.
    NotificationStream.value_handle The handle of the characteristic's value.
    NotificationStream.uuid The UUID.
    NotificationStream.kind Which PDUs carry it.
    NotificationStream.direction `rx` is from the controller to the host or from the peripheral to the central, `tx` the other way.
    NotificationStream.count How many there were.
    NotificationStream.bytes How many octets there were.
    NotificationStream.first_frame The first frame of it.
    NotificationStream.last_frame The last frame of it.
    NotificationStream.gap_us The times from one value to the next, whether they count as gaps or not.
    NotificationStream.gaps The silences that count as gaps; at most 256, the longest.
    NotificationStream.max_bytes The longest value.
    NotificationStream.decoded Its values by the format of the characteristic.
    NotificationStream.ceiling What the link could have done.
    NotificationStream.near_marker Values that are almost an end marker.
    NotificationStream.gap_count How many gaps there were; `null` where there were too many to count.
    NotificationStream.gap_total_us How long the gaps were together; `null` where there were too many to count.
    NotificationStream.gap_causes Of all that were counted.
    NotificationStream.repeats The longest run of equal values of 8 octets or more; `null` where no two were equal.
    NotificationStream.first_us When the first value came, counted from the capture's first packet.
    NotificationStream.last_us When the last value came, counted from the capture's first packet.
    NotificationStream.doubled Outside transfers; `null` where there was no such pair.
    NotificationStream.purpose What its values are for; `null` where the frames do not show it.
    NotificationStream.period_us The time from value to value, or from one group of values to the next, where most are as long.
    NotificationStream.partner_handle The characteristic whose values these ask for or answer.
    NotificationStream.commands How many writes were commands, which are not answered; `null` where they are no writes.
    NotificationStream.first_command_frame The first command.
    NotificationStream.first_request_frame The first write that is no command.
    NotificationStream.radio How received values came while this host's controller used the radio for something else, too; `null` where it never did.
    NotificationStream.common_octets The first octets of all values that were written, at most four, in hexadecimal digits; `null` where they have none in common, or there are fewer than three.
    NotificationStream.distinct_values How many different values there were; `null` beyond 64, and where it is not known.
    NotificationStream.repeated_values Values that were equal to the one before; `null` where it is not known.
    DoubledValues.count How many there were.
    DoubledValues.of_frame The first pair.
    DoubledValues.frame The second value of the first pair.
    DoubledValues.last_frame The second value of the last pair.
    DoubledValues.equal All values of 8 octets or more that were equal to the one before.
    Repeats.count How many there were.
    Repeats.first_frame The first frame of it.
    Repeats.last_frame The last frame of it.
    Repeats.duration_us From the first to the last.
    Repeats.short_step_us The two times from value to value, where these alternate, as those of two series with one period do; `null` elsewhere.
    Repeats.long_step_us The longer one of the two times.
    NearMarker.marker The marker that it nearly is.
    NearMarker.octets Of the last of them, in hexadecimal digits.
    NearMarker.count How many there were.
    NearMarker.first_frame The first frame of it.
    NearMarker.last_frame The last frame of it.
    Transfer.id 1-based within the connection.
    Transfer.value_handle The handle of the characteristic's value.
    Transfer.uuid The UUID.
    Transfer.direction `rx` is from the controller to the host or from the peripheral to the central, `tx` the other way.
    Transfer.marker The text that ends it; `null` when none came.
    Transfer.marker_style How the marker came.
    Transfer.complete Whether its end was seen; `outcome` says more.
    Transfer.truncated_at_start The capture, or what is known of it, begins in the middle of it.
    Transfer.payload_bytes The length of the payload.
    Transfer.payload_sha256 The SHA-256 of the payload.
    Transfer.payload_type `json`, `text`, `png`, `jpeg`, `gzip`, `binary`.
    Transfer.payload_intact Whether a payload of this type holds together; `null` when its type does not show that.
    Transfer.payload_without_resends The payload without the values that were sent again.
    Transfer.chunks How many values carry it.
    Transfer.chunk_bytes How many chunks of each size, the most frequent first.
    Transfer.chunk_limit The effective MTU less 3.
    Transfer.first_frame The first frame of it.
    Transfer.last_frame The last frame of it.
    Transfer.marker_frame The frame of the marker.
    Transfer.start_us When it began, from the capture's first packet.
    Transfer.duration_us From its first value to its last one or its marker; of what this host sent, from one to the next as they were given to the controller: `paceUs` has how long they took to leave.
    Transfer.throughput_bytes_per_s `null` where all of it took less than a connection interval, or is not known to have left.
    Transfer.gap_us The times from one value to the next, its marker included, whether they count as gaps or not: to test that no silence is longer than 100 ms, compare its `max`.
    Transfer.gaps The silences that count as gaps: those of the 256 longest of the characteristic that fell into it.
    Transfer.resends Values that were sent again.
    Transfer.ending What ended it.
    Transfer.marker_in_data How often the marker's octets occur in the payload.
    Transfer.kind Which PDUs carry it.
    Transfer.ceiling What the link could have done.
    Transfer.delivery Of a transfer that was sent, as far as the controller reports it.
    Transfer.repeats_marker_of The `id` of the transfer before it, where it is nothing but its marker once more.
    Transfer.gap_count As of a `NotificationStream`.
    Transfer.gap_total_us How long the gaps lasted together.
    Transfer.gap_causes The gaps by their causes.
    Transfer.framing Of one that a protocol puts into messages: `null` for one that a marker ends.
    Transfer.time Where its time went; empty where the account of the link is not known.
    Delivery.completed_frame The event by which it was done with the last of them; `null` where it never was, or that is not known.
    Delivery.duration_us From the first chunk's record to that event.
    Delivery.bytes_per_s The payload by that time; `null` where it is too short for that.
    Delivery.uncompleted_packets Those that it still had of the connection when that ended, from the transfer's first to its last record: where other values were sent in between, theirs too.
    Delivery.uncompleted_bytes What these held of the payload, at most.
    Payload.bytes How many octets there were.
    Payload.sha256 The SHA-256 of the octets.
    Gap.frame The frame that ended it.
    Gap.after_frame The frame before it.
    Gap.gap_us How long it lasted.
    Gap.missed_events Connection events that passed in it, whether anything was sent in them or not: none of them need have been missed.
    Gap.explained_by Of sent values `credit-stall`, `completion-stall`, `peer-values` or `app-pause`; of received ones `request` where the client asked or wrote something meanwhile, which the value may answer, `sender-pause` where the link lived meanwhile, `missed-events` for a few connection events and `link-silence` for more in which nothing came, be it for the sender or for the link, `parameter-update` where the parameters were being changed. Of both `marker-delay`, `capture-drops`, and `clock-step` where the clock was set forward; of a sniffed capture `sniffer-missed` where packets were missed meanwhile, or could not be read.
    Gap.start_us When it began, counted from the capture's first packet.
    GapCause.explained_by As of a `Gap`.
    GapCause.count How many there were.
    GapCause.us How long they were together.
    Resend.frame The value that was sent again.
    Resend.of_frame The value that it repeats.
    Resend.certainty How certain it is that it is a repetition.
    Flow.tx Packets to the controller.
    Flow.stalls Times in which packets were not completed.
    Flow.rx Packets from the controller.
    Flow.throughput Octets over time.
    TransmitFlow.packets Packets that the host handed to the controller.
    TransmitFlow.completed Packets that the controller reported as completed.
    TransmitFlow.outstanding_max `null` where no completion was captured: then it is unknown.
    TransmitFlow.completion_us From a packet's record to the event that completes it.
    TransmitFlow.pdus L2CAP PDUs that the packets made up.
    TransmitFlow.fragmented_pdus PDUs that were sent in more than one packet.
    TransmitFlow.last_completed_frame The last event that completed any: then the peer had acknowledged them.
    TransmitFlow.last_completed_us When the last packet was completed, from the capture's first packet.
    Stall.kind What kind of stall it is.
    Stall.first_frame The first frame of it.
    Stall.last_frame The last frame of it.
    Stall.start_us When it began, from the capture's first packet.
    Stall.duration_us How long it lasted.
    Stall.outstanding How many packets the controller held.
    Stall.silent_us The longest time in it in which the capture has no packet at all, and the first one after that; `null` under 0.4 s, and where it is not known.
    Stall.silent_frame The last frame before the silence.
    Stall.time Where its time went; it adds up to `duration_us`.
    Stall.command The command that was pending for the longest time in which the controller reported nothing: its name; `null` where there was none.
    Summary.count How many values were measured.
    Summary.min The smallest value.
    Summary.p50 The median.
    Summary.p95 The 95th percentile.
    Summary.p99 The 99th percentile.
    Summary.max The largest value.
    Summary.mean The arithmetic mean.
    Rssi.count How many readings there were.
    Rssi.min In dBm, as are `max`, `mean`, `first` and `last`.
    Rssi.max The strongest reading, in dBm.
    Rssi.mean The mean of the readings, in dBm.
    Rssi.first The first reading, in dBm.
    Rssi.last The last reading, in dBm.
    Rssi.slope_db_per_s Least-squares slope; `null` under 3 samples or half a second.
    Rssi.trend Where the readings point.
    Rssi.series Mean of each of at most 32 equal parts of the time between the first and the last sample.
    Rssi.duration_us From the first sample to the last.
    ReportV1.bletrace The version of the program that made the report.
    ReportV1.captures The captures, in the order in which they were given.
    ReportV1.findings What the rules found, the worst first.
    ReportV1.errors Files of a directory that are no captures; where the exit status was 2, what could not be read, or not to its end, or why nothing was done.
    ReportV1.budget Each rule of the budget on each capture, rule by rule; `null` where none was checked.
    ReportV1.unread What the command line names and of which nothing is in `captures`: it could not be read.
    Capture.path The path as it was given.
    Capture.format The container, such as `btsnoop`, `pcapng` or `zephyr`.
    Capture.link_type What a record holds: of a host such as `hci-h4` or `linux-monitor`; `packetlogger`; of a sniffer such as `le-ll-phdr` or `nordic-ble` (see ``isAir``); or `mixed`.
    Capture.records How many records the file holds.
    Capture.truncated_records Records of which the logger kept only the beginning.
    Capture.dropped_records Records that the logger says it could not write.
    Capture.undecodable_records Records in which some layer could not be decoded.
    Capture.vendor_log_records Records of a controller vendor's own log, set apart from Bluetooth traffic.
    Capture.cut_short The file ends in the middle of a record.
    Capture.start The time of the first HCI packet, `2013-03-12T09:15:02.125000Z`, from which all times of events count; of the first record where there is no packet. `null` also where the capture says only how much time passed between records.
    Capture.duration_us From the first HCI packet to the latest one; `null` where there is none.
    Capture.controllers The Bluetooth controllers that it shows.
    Capture.scans Scans for LE advertising.
    Capture.advertisers Devices that were heard advertising.
    Capture.connections Connections, in the order in which they began.
    Capture.skipped_records Records passed over because they are of a kind that holds no Bluetooth packet.
    Capture.damage Where and why reading stopped before the end of the file, or skipped a part of it.
    Capture.advertiser_reports_omitted Advertising reports of devices beyond the number that is kept.
    Capture.connections_omitted Connections beyond the number that is kept; `folded` has those of them that were judged.
    Capture.transfers_omitted Complete transfers beyond the number that is kept; `folded` has those of them that were judged.
    Capture.bounds_reached Limits of what is kept that this capture ran into, by name.
    Capture.connection_failures Attempts to connect that failed.
    Capture.clock_steps Places where the clock of the recording was set.
    Capture.drop_points Places where records are missing.
    Capture.adapter_states Changes of the state of a controller.
    Capture.quality_reports Bluetooth Quality Reports of an Android controller.
    Capture.timeline What happened in order; only where it was asked for.
    Capture.timeline_omitted Events of the timeline beyond the number that is kept.
    Capture.hardware_errors Hardware Error events.
    Capture.own_records Records that `bletrace live` caused itself when it asked the kernel.
    Capture.stray_records Records that are no HCI packets, such as the logger's notes, before the traffic and after it.
    Capture.first_truncated_frame The first record that holds a part of its packet only.
    Capture.first_vendor_log_frame The first record of a vendor's debug log.
    Capture.undecodable The first 16 of the records that could not be decoded though the logger kept all of them.
    Capture.needless_requests Requests to connect that could not succeed.
    Capture.acl_only All packets are ACL data: HCI commands and events were left out.
    Capture.refused_disconnects Disconnect commands that the controller refused.
    Capture.device_lost_frame The logger's note that its connection to the device was lost.
    Capture.expected How the file arrived that was to be compared with what came; empty where none was named.
    Capture.time_fault Why the times of its packets cannot be true; nothing is measured by them then. `null` where they may be true.
    Capture.signal_sign_missing The sniffer wrote the strengths of signals without their sign; they are read as negative.
    Capture.logger_warnings Notes in which the logger warns of the radio, such as of Wi-Fi beside it; at most 16.
    Capture.folded Connections of which only sums are kept, although they were judged; `null` where there are none.
    Capture.attempts Attempts of this host to connect, in the order in which they began.
    Capture.breaches What a host or its controller owed by the specification, beside what `connections` have.
    Capture.sniffed The packets that a sniffer wrote down, and their CRCs; `null` of what a host captured.
    Capture.merged The captures of several sniffers that were merged into this one; empty where none were.
    Capture.air_streams Isochronous streams and periodic trains that a sniffer heard, the first 64.
    TimeFault.kind What is wrong.
    TimeFault.step_us All times are so many microseconds apart, or a multiple of that; `null` where all are equal.
    TimeFault.packets How many packets there were.
    LoggerWarning.frame The frame in which it stands.
    LoggerWarning.text What it says, its beginning at least.
    Damage.offset Octets from the beginning of the file.
    Damage.reason What is wrong with the file there, in words.
    Damage.source_failed Nothing is wrong with what was read: the disk, device or connection gave no more.
    Damage.skipped_octets Octets that were skipped, the first of them there, where reading went on after them; 0 where it stopped.
    Undecodable.frame The frame in which it stands.
    Undecodable.layer `hci`, `acl`, `l2cap`, `signalling`, `att`, `smp`, ...
    Undecodable.direction `rx` is from the controller to the host or from the peripheral to the central, `tx` the other way.
    Undecodable.connection The id of the connection.
    Undecodable.needed_octets Octets that the next field of the layer takes, and octets that are left for it.
    Undecodable.available_octets How many octets there were.
    Controller.index Its index, `hci0` is 0.
    Controller.address Its public address.
    Controller.name Its name.
    Controller.manufacturer The manufacturer that it states.
    Controller.le_acl_buffers The buffers it has for outgoing LE data.
    Controller.le_features LE features that it has.
    Controller.address_source Who says what `address` is; `null` without one.
    LEFeatures.data_length_extension LE Data Packet Length Extension.
    LEFeatures.le_2m_phy LE 2M PHY.
    ACLBuffers.bytes The longest packet that a buffer takes, in octets.
    ACLBuffers.count How many buffers there are.
    Scan.start_frame The command that began it.
    Scan.stop_frame The command that ended it; `null` where it went on.
    Scan.start_us When it began, from the capture's first packet.
    Scan.duration_us How long it lasted.
    Scan.type Whether it asked advertisers for scan responses.
    Scan.filter_duplicates Whether the controller was to report each advertiser once only.
    Scan.window_us How long the scanner listens at a time, and how long it is from one such time to the next; `null` where the capture does not say.
    Scan.interval_us The scan interval.
    Scan.stop_answer_us From the command that ends the scan to the controller's answer.
    Scan.bursts Where reports came in bursts that neither the scan nor the devices explain.
    Scan.silence The longest time without any report, where many devices that had not been heard before were heard right after it.
    Scan.accept_list_only Only devices of the Filter Accept List were to be reported; `null` where the capture does not say.
    Scan.listed Those devices, at most 16, as far as the capture shows them.
    Scan.reports How many advertising reports it had; `null` where the capture lacks its beginning.
    ScanSilence.after_frame The last report before, and the first one after.
    ScanSilence.frame The frame in which it stands.
    ScanSilence.duration_us How long it lasted.
    ScanSilence.new_devices Devices that were heard for the first time after it: so many, or more.
    ScanSilence.heard_us From the end of the silence to the last of their reports.
    ScanBursts.count How many there were.
    ScanBursts.reports How many advertising reports there were.
    ScanBursts.devices There were so many, or more.
    ScanBursts.silent_us All pauses together.
    ScanBursts.shortest_pause_us The shortest pause between two bursts.
    ScanBursts.longest_pause_us The longest pause between two bursts.
    ScanBursts.period_us From the beginning of a burst to that of the next: the median.
    ScanBursts.explained_by What this host did that explains them; `null` where nothing in the capture does.
    ScanBursts.cause_frame The command that did it.
    Finding.rule The rule's name, `notification-gap`.
    Finding.severity How bad it is.
    Finding.capture Index into `captures`.
    Finding.connection The `id` of a connection of that capture: the one that the frames are from.
    Finding.frames Frames that show it, at most five.
    Finding.message What was found, in words.
    Finding.evidence The numbers of the message; the keys depend on the rule.
    Finding.advice What to do about it, in words.
    Finding.connections The `id` of each connection that the finding covers; `connection` is the first of them.
    Finding.saving_us How much time would be saved without the fault, where the account of time shows it.
    RuleEntry.name How findings and options name it.
    RuleEntry.severity The worst that it says.
    RuleEntry.summary What it finds, in a sentence.
    RuleEntry.explanation Why its limits are what they are, and when it reports nothing.
    RuleEntry.traits What sets its findings apart where captures are compared, and while one is still made.
    RuleEntry.suits_air Whether it also judges what a sniffer heard.
    RuleEntry.limits The numbers that decide, as far as the explanation names them.
    RuleLimit.key What the number is, such as `least_packets`.
    RuleLimit.value The number.
    RuleLimit.unit What it counts, or is measured in.
    """#
}
