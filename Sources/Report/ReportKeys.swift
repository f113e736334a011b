// Made by Sources/Report/generate from the properties of the report's objects.
// swift-format-ignore-file

extension ReportV1.Advertiser {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("address", &address)
    visitor.field("address_type", &addressType)
    visitor.field("name", &name)
    visitor.field("service_uuids", &serviceUuids)
    visitor.field("tx_power", &txPower)
    visitor.field("company", &company)
    visitor.field("beacon", &beacon)
    visitor.field("reports", &reports)
    visitor.field("first_frame", &firstFrame)
    visitor.field("last_frame", &lastFrame)
    visitor.field("rssi", &rssi)
    visitor.field("rssi_gate", &rssiGate)
    visitor.field("flags", &flags)
    visitor.field("other_company", &otherCompany)
    visitor.field("connectable", &connectable)
    visitor.field("connectable_frame", &connectableFrame)
    visitor.field("identity", &identity)
  }
}

extension ReportV1.RssiGate {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("low", &low)
    visitor.field("high", &high)
    visitor.field("first_frame", &firstFrame)
    visitor.field("open_us", &openUs)
    visitor.field("until_connection_us", &untilConnectionUs)
  }
}

extension ReportV1.Company {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("id", &id)
    visitor.field("name", &name)
  }
}

extension ReportV1.Beacon {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("kind", &kind)
    visitor.field("uuid", &uuid)
    visitor.field("major", &major)
    visitor.field("minor", &minor)
    visitor.field("measured_power", &measuredPower)
    visitor.field("namespace", &namespace)
    visitor.field("instance", &instance)
    visitor.field("url", &url)
    visitor.field("ephemeral_id", &ephemeralID)
    visitor.field("tx_power", &txPower)
    visitor.field("battery_mv", &batteryMillivolts)
    visitor.number("temperature_c", &temperatureCelsius, decimals: 3)
    visitor.field("advertisements", &advertisements)
    visitor.number("uptime_s", &uptimeSeconds, decimals: 1)
  }
}

extension ReportV1.Air {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("access_address", &accessAddress)
    visitor.field("channel_selection", &channelSelection)
    visitor.field("encrypted", &encrypted)
    visitor.field("decrypted", &decrypted)
    visitor.field("events", &events)
    visitor.field("central", &central)
    visitor.field("peripheral", &peripheral)
    visitor.field("stalls", &stalls)
    visitor.field("ended_by", &endedBy)
    visitor.field("channel_map", &channelMap)
    visitor.field("channel_maps", &channelMaps)
    visitor.field("channels", &channels)
    visitor.field("bursts", &bursts)
    visitor.field("silence", &silence)
    visitor.field("late_instants", &lateInstants)
    visitor.field("encrypted_packets", &encryptedPackets)
    visitor.field("encryptions", &encryptions)
    visitor.field("encryptions_omitted", &encryptionsOmitted)
    visitor.field("mic_failed_frames", &micFailedFrames)
    visitor.field("unread_frames", &unreadFrames)
    visitor.field("course", &course)
    visitor.field("refusals", &refusals)
    visitor.field("own_side", &ownSide)
    visitor.field("filtered", &filtered)
  }
}

extension ReportV1.AirFilter {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("jumps", &jumps)
    visitor.field("left_out", &leftOut)
  }
}

extension ReportV1.AirRefusal {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("frame", &frame)
    visitor.field("party", &party)
    visitor.field("opcode", &opcode)
    visitor.field("name", &name)
    visitor.field("status", &status)
    visitor.field("unknown", &isUnknown)
    visitor.field("count", &count)
    visitor.field("last_frame", &lastFrame)
  }
}

extension ReportV1.AirEvents {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("heard", &heard)
    visitor.field("one_sided", &oneSided)
    visitor.field("silent", &silent)
    visitor.field("on_channel", &onChannel)
    visitor.field("off_channel", &offChannel)
    visitor.field("repeated", &repeated)
    visitor.field("cut_off", &cutOff)
    visitor.field("unused", &unused)
    visitor.field("silent_remapped", &silentRemapped)
    visitor.field("heard_remapped", &heardRemapped)
  }
}

extension ReportV1.AirSide {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("packets", &packets)
    visitor.field("new", &new)
    visitor.field("retransmitted", &retransmitted)
    visitor.field("uncertain", &uncertain)
    visitor.field("empty", &empty)
    visitor.field("crc_failed", &crcFailed)
    visitor.field("missed", &missed)
    visitor.field("missed_certain", &missedCertain)
    visitor.field("mic_failed", &micFailed)
    visitor.field("rssi", &rssi)
    visitor.number("retransmission_rate", &retransmissionRate, decimals: 4)
    visitor.field("attempts_max", &attemptsMax)
    visitor.field("air_time_us", &airTimeUs)
    visitor.field("crc_failed_received", &crcFailedReceived)
    visitor.field("data_packets", &dataPackets)
    visitor.field("data_retransmitted", &dataRetransmitted)
    visitor.field("data_queued", &dataQueued)
    visitor.field("decrypted", &decrypted)
    visitor.field("undecrypted", &undecrypted)
    visitor.field("missed_by_counter", &missedByCounter)
    visitor.field("missed_by_length", &missedByLength)
    visitor.field("mic_fitted", &micFitted)
    visitor.field("mic_failed_at_end", &micFailedAtEnd)
    visitor.field("broken_pdus", &brokenPdus)
    visitor.field("broken_after", &brokenAfter)
    visitor.field("broken_alike", &brokenAlike)
    visitor.field("address", &address)
    visitor.field("address_type", &addressType)
    visitor.field("mic_failed_after_miss", &micFailedAfterMiss)
  }
}

extension ReportV1.AirStall {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("direction", &direction)
    visitor.field("first_frame", &firstFrame)
    visitor.field("last_frame", &lastFrame)
    visitor.field("start_us", &startUs)
    visitor.field("duration_us", &durationUs)
    visitor.field("attempts", &attempts)
    visitor.field("value_handle", &valueHandle)
  }
}

extension ReportV1.AirCourse {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("start_us", &startUs)
    visitor.field("part_us", &partUs)
    visitor.field("central", &central)
    visitor.field("peripheral", &peripheral)
  }
}

extension ReportV1.AirCounts {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("packets", &packets)
    visitor.field("sent_again", &sentAgain)
    visitor.numbers("rssi", &rssi, decimals: 2)
  }
}

extension ReportV1.AirEncryption {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("first_frame", &firstFrame)
    visitor.field("last_frame", &lastFrame)
    visitor.field("outcome", &outcome)
    visitor.field("key", &key)
    visitor.field("refresh", &refresh)
    visitor.field("packets", &packets)
    visitor.field("decrypted", &decrypted)
    visitor.field("repeated", &repeated)
    visitor.field("missed_central", &missedCentral)
    visitor.field("missed_peripheral", &missedPeripheral)
  }
}

extension ReportV1.AirStream {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("kind", &kind)
    visitor.field("access_address", &accessAddress)
    visitor.field("connection", &connection)
    visitor.field("address", &address)
    visitor.field("address_type", &addressType)
    visitor.field("group", &group)
    visitor.field("stream", &stream)
    visitor.field("interval_us", &intervalUs)
    visitor.field("subevents", &subevents)
    visitor.field("announced_frame", &announcedFrame)
    visitor.field("first_frame", &firstFrame)
    visitor.field("last_frame", &lastFrame)
    visitor.field("events_heard", &eventsHeard)
    visitor.field("events_silent", &eventsSilent)
    visitor.field("central", &central)
    visitor.field("peripheral", &peripheral)
    visitor.field("ended_frame", &endedFrame)
    visitor.field("reason", &reason)
    visitor.field("reason_name", &reasonName)
  }
}

extension ReportV1.AirStreamSide {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("packets", &packets)
    visitor.field("payloads", &payloads)
    visitor.field("retransmitted", &retransmitted)
    visitor.field("null", &null)
    visitor.field("crc_failed", &crcFailed)
    visitor.field("acknowledged", &acknowledged)
    visitor.field("unacknowledged", &unacknowledged)
    visitor.field("events_unacknowledged", &eventsUnacknowledged)
    visitor.field("unheard", &unheard)
    visitor.field("burst", &burst)
    visitor.field("flush_events", &flushEvents)
  }
}

extension ReportV1.AirChannel {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("channel", &channel)
    visitor.field("packets", &packets)
    visitor.field("sent_again", &sentAgain)
    visitor.field("crc_failed", &crcFailed)
    visitor.field("last_frame", &lastFrame)
  }
}

extension ReportV1.AirBurst {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("first_frame", &firstFrame)
    visitor.field("last_frame", &lastFrame)
    visitor.field("start_us", &startUs)
    visitor.field("duration_us", &durationUs)
    visitor.field("packets", &packets)
    visitor.field("retransmitted", &retransmitted)
    visitor.number("central_rssi", &centralRssi, decimals: 1)
    visitor.number("peripheral_rssi", &peripheralRssi, decimals: 1)
    visitor.field("unanswered", &unanswered)
  }
}

extension ReportV1.AirSilence {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("first_frame", &firstFrame)
    visitor.field("last_frame", &lastFrame)
    visitor.field("events", &events)
    visitor.field("duration_us", &durationUs)
    visitor.field("answer_frame", &answerFrame)
    visitor.field("unanswered_frame", &unansweredFrame)
    visitor.field("unanswered_pdu", &unansweredPdu)
    visitor.field("unanswered_octets", &unansweredOctets)
    visitor.field("acknowledged", &acknowledged)
  }
}

extension ReportV1.AirInstant {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("first_frame", &firstFrame)
    visitor.field("last_frame", &lastFrame)
    visitor.field("opcode", &opcode)
    visitor.field("name", &name)
    visitor.field("instant", &instant)
    visitor.field("event", &event)
  }
}

extension ReportV1.ConnectRequest {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("frame", &frame)
    visitor.field("time_us", &timeUs)
    visitor.field("advertisement_frame", &advertisementFrame)
    visitor.field("advertisement_us", &advertisementUs)
    visitor.field("direct", &isDirect)
    visitor.field("scan_window_us", &scanWindowUs)
    visitor.field("scan_interval_us", &scanIntervalUs)
    visitor.field("advertising_period_us", &advertisingPeriodUs)
    visitor.field("last_heard_frame", &lastHeardFrame)
    visitor.field("last_heard_us", &lastHeardUs)
    visitor.field("last_heard_rssi", &lastHeardRssi)
  }
}

extension ReportV1.Heard {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("frame", &frame)
    visitor.field("time_us", &timeUs)
    visitor.field("rssi", &rssi)
  }
}

extension ReportV1.DisconnectRequest {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("frame", &frame)
    visitor.field("time_us", &timeUs)
    visitor.field("reason", &reason)
    visitor.field("name", &name)
    visitor.field("count", &count)
    visitor.field("last_frame", &lastFrame)
  }
}

extension ReportV1.NeedlessRequest {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("frame", &frame)
    visitor.field("time_us", &timeUs)
    visitor.field("transport", &transport)
    visitor.field("peer", &peer)
    visitor.field("connection", &connection)
    visitor.field("le_only", &leOnly)
    visitor.field("result_frame", &resultFrame)
    visitor.field("status", &status)
    visitor.field("status_name", &statusName)
    visitor.field("advertisement_frame", &advertisementFrame)
  }
}

extension ReportV1.RefusedDisconnect {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("frame", &frame)
    visitor.field("time_us", &timeUs)
    visitor.field("handle", &handle)
    visitor.field("connection", &connection)
    visitor.field("result_frame", &resultFrame)
    visitor.field("status", &status)
    visitor.field("name", &name)
  }
}

extension ReportV1.SleepWaits {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("count", &count)
    visitor.field("total_us", &totalUs)
    visitor.field("longest", &longest)
    visitor.field("parameters", &parameters)
    visitor.field("first_frame", &firstFrame)
    visitor.field("last_frame", &lastFrame)
    visitor.field("requests", &requests)
    visitor.field("requests_us", &requestsUs)
    visitor.field("asked", &asked)
    visitor.field("after_silence", &afterSilence)
  }
}

extension ReportV1.PendingRequest {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("frame", &frame)
    visitor.field("request", &request)
    visitor.field("handle", &handle)
    visitor.field("age_us", &ageUs)
    visitor.field("asked", &asked)
    visitor.field("repeated_frame", &repeatedFrame)
    visitor.field("repeated_us", &repeatedUs)
  }
}

extension ReportV1.BudgetResult {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("line", &line)
    visitor.field("rule", &rule)
    visitor.field("holds", &holds)
    visitor.field("capture", &capture)
    visitor.number("value", &value, decimals: 3)
    visitor.field("statement", &statement)
  }
}

extension ReportV1.Ceiling {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("interval_us", &intervalUs)
    visitor.number("packets_per_event", &packetsPerEvent, decimals: 2)
    visitor.field("packets_per_event_source", &packetsPerEventSource)
    visitor.field("ll_octets", &llOctets)
    visitor.field("phy", &phy)
    visitor.field("chunk_bytes", &chunkBytes)
    visitor.field("chunk_limit", &chunkLimit)
    visitor.field("ll_packets_per_chunk", &llPacketsPerChunk)
    visitor.field("possible_us", &possibleUs)
    visitor.field("achieved_us", &achievedUs)
    visitor.number("possible_bytes_per_s", &possibleBytesPerS, decimals: 1)
    visitor.number("achieved_bytes_per_s", &achievedBytesPerS, decimals: 1)
    visitor.field("waterfall", &waterfall)
    visitor.field("what_if", &whatIf)
  }
}

extension ReportV1.TimeShare {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("cause", &cause)
    visitor.field("us", &us)
  }
}

extension ReportV1.WhatIf {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("change", &change)
    visitor.field("duration_us", &durationUs)
    visitor.number("bytes_per_s", &bytesPerS, decimals: 1)
    visitor.field("kind", &kind)
    visitor.field("chunk_bytes", &chunkBytes)
    visitor.field("mtu", &mtu)
    visitor.field("ll_octets", &llOctets)
    visitor.field("interval_us", &intervalUs)
    visitor.field("losses", &losses)
  }
}

extension ReportV1.Connection {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("id", &id)
    visitor.field("controller", &controller)
    visitor.field("handle", &handle)
    visitor.field("transport", &transport)
    visitor.field("role", &role)
    visitor.field("peer", &peer)
    visitor.field("complete_frame", &completeFrame)
    visitor.field("first_frame", &firstFrame)
    visitor.field("last_frame", &lastFrame)
    visitor.field("start_us", &startUs)
    visitor.field("end_us", &endUs)
    visitor.field("disconnect", &disconnect)
    visitor.field("parameters", &parameters)
    visitor.field("parameter_requests", &parameterRequests)
    visitor.field("phys", &phys)
    visitor.field("data_lengths", &dataLengths)
    visitor.field("encryption", &encryption)
    visitor.field("pairing", &pairing)
    visitor.field("mtu", &mtu)
    visitor.field("att", &att)
    visitor.field("gatt", &gatt)
    visitor.field("notifications", &notifications)
    visitor.field("transfers", &transfers)
    visitor.field("flow", &flow)
    visitor.field("rssi", &rssi)
    visitor.field("channels", &channels)
    visitor.field("gatt_other_side", &gattOtherSide)
    visitor.field("long_values", &longValues)
    visitor.field("last_rx_frame", &lastRxFrame)
    visitor.field("last_rx_us", &lastRxUs)
    visitor.field("phases", &phases)
    visitor.field("writes", &writes)
    visitor.field("end", &end)
    visitor.field("encryption_failures", &encryptionFailures)
    visitor.field("parameter_update_failures", &parameterUpdateFailures)
    visitor.field("channel_refusals", &channelRefusals)
    visitor.field("learned_from", &learnedFrom)
    visitor.field("runs", &runs)
    visitor.field("reads", &reads)
    visitor.field("connect_request", &connectRequest)
    visitor.field("peer_heard", &peerHeard)
    visitor.field("disconnect_request", &disconnectRequest)
    visitor.field("rssi_source", &rssiSource)
    visitor.field("rssi_last_us", &rssiLastUs)
    visitor.field("rssi_before", &rssiBefore)
    visitor.field("last_tx_frame", &lastTxFrame)
    visitor.field("last_tx_us", &lastTxUs)
    visitor.field("peer_le_features", &peerLEFeatures)
    visitor.field("framings", &framings)
    visitor.field("air", &air)
    visitor.field("modes", &modes)
    visitor.field("preferred_parameters", &preferredParameters)
    visitor.field("time", &time)
    visitor.field("dialogues", &dialogues)
    visitor.field("ending", &ending)
    visitor.field("breaches", &breaches)
    visitor.field("messages", &messages)
  }
}

extension ReportV1.ModeChange {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("frame", &frame)
    visitor.field("time_us", &timeUs)
    visitor.field("mode", &mode)
    visitor.field("interval_us", &intervalUs)
  }
}

extension ReportV1.Peer {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("address", &address)
    visitor.field("address_type", &addressType)
    visitor.field("name", &name)
    visitor.field("manufacturer", &manufacturer)
    visitor.field("name_source", &nameSource)
    visitor.field("maker", &maker)
    visitor.field("model", &model)
    visitor.field("serial", &serial)
    visitor.field("hardware", &hardware)
    visitor.field("firmware", &firmware)
    visitor.field("software", &software)
  }
}

extension ReportV1.Pairing {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("first_frame", &firstFrame)
    visitor.field("last_frame", &lastFrame)
    visitor.field("initiator", &initiator)
    visitor.field("io_capability_initiator", &ioCapabilityInitiator)
    visitor.field("io_capability_responder", &ioCapabilityResponder)
    visitor.field("method", &method)
    visitor.field("secure_connections", &secureConnections)
    visitor.field("bonding", &bonding)
    visitor.field("mitm", &mitm)
    visitor.field("result", &result)
    visitor.field("reason", &reason)
    visitor.field("reason_name", &reasonName)
    visitor.field("start_us", &startUs)
    visitor.field("duration_us", &durationUs)
    visitor.field("longest_wait_us", &longestWaitUs)
    visitor.field("wait_frame", &waitFrame)
    visitor.field("wait_side", &waitSide)
    visitor.field("authenticated", &authenticated)
    visitor.field("failed_by", &failedBy)
    visitor.field("debug_keys", &debugKeys)
    visitor.field("peer_identity", &peerIdentity)
    visitor.field("last_step", &lastStep)
    visitor.field("last_step_frame", &lastStepFrame)
    visitor.field("last_step_by", &lastStepBy)
    visitor.field("failed_after_us", &failedAfterUs)
  }
}

extension ReportV1.DebugKey {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("frame", &frame)
    visitor.field("side", &side)
  }
}

extension ReportV1.MTU {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("client", &client)
    visitor.field("server", &server)
    visitor.field("effective", &effective)
    visitor.field("frame", &frame)
  }
}

extension ReportV1.Channel {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("frame", &frame)
    visitor.field("kind", &kind)
    visitor.field("psm", &psm)
    visitor.field("cid_local", &cidLocal)
    visitor.field("cid_remote", &cidRemote)
    visitor.field("mtu", &mtu)
    visitor.field("mps", &mps)
    visitor.field("rx_packets", &rxPackets)
    visitor.field("tx_packets", &txPackets)
    visitor.field("rx_bytes", &rxBytes)
    visitor.field("tx_bytes", &txBytes)
    visitor.field("close_frame", &closeFrame)
    visitor.field("tx_credit_waits", &txCreditWaits)
    visitor.field("rx_credit_waits", &rxCreditWaits)
    visitor.field("tx_exhausted_frame", &txExhaustedFrame)
    visitor.field("tx_exhausted_us", &txExhaustedUs)
    visitor.field("rx_exhausted_frame", &rxExhaustedFrame)
    visitor.field("rx_exhausted_us", &rxExhaustedUs)
  }
}

extension ReportV1.CreditWaits {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("count", &count)
    visitor.field("total_us", &totalUs)
    visitor.field("longest_us", &longestUs)
    visitor.field("first_frame", &firstFrame)
    visitor.field("last_frame", &lastFrame)
  }
}

extension ReportV1.ChannelRefusal {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("frame", &frame)
    visitor.field("kind", &kind)
    visitor.field("psm", &psm)
    visitor.field("initiator", &initiator)
    visitor.field("result", &result)
    visitor.field("name", &name)
  }
}

extension ReportV1.Dialogue {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("id", &id)
    visitor.field("client", &client)
    visitor.field("request", &request)
    visitor.field("answer", &answer)
    visitor.field("first_frame", &firstFrame)
    visitor.field("last_frame", &lastFrame)
    visitor.field("start_us", &startUs)
    visitor.field("duration_us", &durationUs)
    visitor.field("requests", &requests)
    visitor.field("answered", &answered)
    visitor.field("unanswered", &unanswered)
    visitor.field("unanswered_frames", &unansweredFrames)
    visitor.field("missed", &missed)
    visitor.field("missed_frames", &missedFrames)
    visitor.field("answers_per_request", &answersPerRequest)
    visitor.field("latency_us", &latencyUs)
    visitor.field("period_us", &periodUs)
    visitor.field("repeated", &repeated)
    visitor.field("distinct_requests", &distinctRequests)
    visitor.field("distinct_answers", &distinctAnswers)
    visitor.field("time", &time)
    visitor.field("waited_us", &waitedUs)
    visitor.field("answered_octets", &answeredOctets)
    visitor.field("unanswered_octets", &unansweredOctets)
    visitor.field("eras", &eras)
    visitor.field("unanswered_waits_us", &unansweredWaitsUs)
    visitor.field("sequence_values", &sequenceValues)
    visitor.field("sequence_times", &sequenceTimes)
  }
}

extension ReportV1.DialogueEra {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("interval_us", &intervalUs)
    visitor.field("frame", &frame)
    visitor.field("answered", &answered)
    visitor.field("latency_us", &latencyUs)
    visitor.field("pace_us", &paceUs)
  }
}

extension ReportV1.DialogueStream {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("value_handle", &valueHandle)
    visitor.field("uuid", &uuid)
    visitor.field("kind", &kind)
  }
}

extension ReportV1.ConnectionFailure {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("frame", &frame)
    visitor.field("status", &status)
    visitor.field("name", &name)
    visitor.field("peer", &peer)
    visitor.field("time_us", &timeUs)
    visitor.field("transport", &transport)
    visitor.field("request_frame", &requestFrame)
    visitor.field("request_us", &requestUs)
  }
}

extension ReportV1.HardwareError {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("frame", &frame)
    visitor.field("time_us", &timeUs)
    visitor.field("controller", &controller)
    visitor.field("code", &code)
  }
}

extension ReportV1.ClockStep {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("frame", &frame)
    visitor.field("step_us", &stepUs)
    visitor.field("corrected", &isCorrected)
    visitor.field("request_frame", &requestFrame)
    visitor.field("answer_frame", &answerFrame)
  }
}

extension ReportV1.DropPoint {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("after_frame", &afterFrame)
    visitor.field("before_frame", &beforeFrame)
    visitor.field("count", &count)
  }
}

extension ReportV1.AdapterState {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("frame", &frame)
    visitor.field("time_us", &timeUs)
    visitor.field("controller", &controller)
    visitor.field("state", &state)
  }
}

extension ReportV1.QualityReport {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("frame", &frame)
    visitor.field("time_us", &timeUs)
    visitor.field("connection", &connection)
    visitor.field("report", &report)
    visitor.field("handle", &handle)
    visitor.field("tx_power", &txPower)
    visitor.field("rssi", &rssi)
    visitor.field("snr", &snr)
    visitor.field("supervision_timeout_us", &supervisionTimeoutUs)
    visitor.field("retransmissions", &retransmissions)
    visitor.field("no_rx", &noRx)
    visitor.field("nak", &nak)
    visitor.field("flow_off", &flowOff)
    visitor.field("overflow_bytes", &overflowBytes)
    visitor.field("underflow_bytes", &underflowBytes)
    visitor.field("address", &address)
    visitor.field("role", &role)
  }
}

extension ReportV1.TimelineEvent {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("frame", &frame)
    visitor.field("time_us", &timeUs)
    visitor.field("connection", &connection)
    visitor.field("event", &event)
    visitor.field("detail", &detail)
  }
}

extension ReportV1.ExpectedArrival {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("file", &file)
    visitor.field("file_bytes", &fileBytes)
    visitor.field("file_sha256", &fileSha256)
    visitor.field("intact", &intact)
    visitor.field("connection", &connection)
    visitor.field("transfer", &transfer)
    visitor.field("run", &run)
    visitor.field("value_handle", &valueHandle)
    visitor.field("uuid", &uuid)
    visitor.field("direction", &direction)
    visitor.field("first_frame", &firstFrame)
    visitor.field("last_frame", &lastFrame)
    visitor.field("received_bytes", &receivedBytes)
    visitor.field("matched_bytes", &matchedBytes)
    visitor.field("missing_bytes", &missingBytes)
    visitor.field("doubled_bytes", &doubledBytes)
    visitor.field("out_of_order_bytes", &outOfOrderBytes)
    visitor.field("damaged_bytes", &damagedBytes)
    visitor.field("extra_bytes", &extraBytes)
    visitor.field("unknown_bytes", &unknownBytes)
    visitor.number("fit", &fit, decimals: 4)
    visitor.field("equal_fits", &equalFits)
    visitor.field("first_difference_offset", &firstDifferenceOffset)
    visitor.field("first_difference_frame", &firstDifferenceFrame)
    visitor.field("differences", &differences)
    visitor.field("differences_omitted", &differencesOmitted)
    visitor.field("records_lost", &recordsLost)
    visitor.field("too_many_differences", &tooManyDifferences)
  }
}

extension ReportV1.ArrivalDifference {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("kind", &kind)
    visitor.field("offset", &offset)
    visitor.field("bytes", &bytes)
    visitor.field("frame", &frame)
    visitor.field("last_frame", &lastFrame)
    visitor.field("after_frame", &afterFrame)
    visitor.field("before_frame", &beforeFrame)
    visitor.field("sent", &sent)
    visitor.field("found", &found)
  }
}

extension ReportV1.Phase {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("name", &name)
    visitor.field("start_us", &startUs)
    visitor.field("duration_us", &durationUs)
    visitor.field("first_frame", &firstFrame)
    visitor.field("last_frame", &lastFrame)
    visitor.field("round_trips", &roundTrips)
    visitor.field("slowest", &slowest)
    visitor.field("span_us", &spanUs)
  }
}

extension ReportV1.SlowStep {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("frame", &frame)
    visitor.field("response_frame", &responseFrame)
    visitor.field("request", &request)
    visitor.field("handle", &handle)
    visitor.field("latency_us", &latencyUs)
    visitor.field("asked", &asked)
  }
}

extension ReportV1.ReceiveFlow {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("packets", &packets)
    visitor.field("pdus", &pdus)
    visitor.field("fragmented_pdus", &fragmentedPdus)
    visitor.field("events", &events)
    visitor.field("packets_per_event", &packetsPerEvent)
    visitor.field("skipped_events", &skippedEvents)
    visitor.field("confidence", &confidence)
  }
}

extension ReportV1.Throughput {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("bucket_us", &bucketUs)
    visitor.field("tx", &tx)
    visitor.field("rx", &rx)
  }
}

extension ReportV1.ServiceChange {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("frame", &frame)
    visitor.field("start_handle", &startHandle)
    visitor.field("end_handle", &endHandle)
  }
}

extension ReportV1.DatabaseHash {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("frame", &frame)
    visitor.field("value", &value)
  }
}

extension ReportV1.DecodedValues {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("count", &count)
    visitor.field("undecodable", &undecodable)
    visitor.field("why", &why)
    visitor.field("first", &first)
    visitor.field("last", &last)
  }
}

extension ReportV1.Folded {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("judged", &judged)
    visitor.field("connections", &connections)
    visitor.field("transfers_complete", &transfersComplete)
    visitor.field("transfers_incomplete", &transfersIncomplete)
    visitor.field("endings", &endings)
    visitor.field("devices", &devices)
    visitor.field("connection_failures", &connectionFailures)
  }
}

extension ReportV1.FoldedEnding {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("reason", &reason)
    visitor.field("name", &name)
    visitor.field("cause", &cause)
    visitor.field("connections", &connections)
  }
}

extension ReportV1.FoldedDevice {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("controller", &controller)
    visitor.field("address", &address)
    visitor.field("name", &name)
    visitor.field("connections", &connections)
    visitor.field("duration_us", &durationUs)
    visitor.field("transfers_complete", &transfersComplete)
    visitor.field("transfers_incomplete", &transfersIncomplete)
    visitor.field("values", &values)
    visitor.field("bytes", &bytes)
    visitor.field("first_frame", &firstFrame)
    visitor.field("last_frame", &lastFrame)
  }
}

extension ReportV1.TransferFraming {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("protocol", &name)
    visitor.field("confidence", &confidence)
    visitor.field("messages", &messages)
    visitor.field("retries", &retries)
    visitor.field("header", &header)
    visitor.field("content", &content)
    visitor.field("errors", &errors)
    visitor.field("acknowledged_bytes", &acknowledgedBytes)
    visitor.field("announced_bytes", &announcedBytes)
    visitor.field("in_flight_max", &inFlightMax)
    visitor.field("resumed_at", &resumedAt)
    visitor.field("captured_bytes", &capturedBytes)
    visitor.field("answers_cut", &answersCut)
  }
}

extension ReportV1.Framing {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("protocol", &name)
    visitor.field("confidence", &confidence)
    visitor.field("server", &server)
    visitor.field("first_frame", &firstFrame)
    visitor.field("last_frame", &lastFrame)
    visitor.field("messages_from_client", &messagesFromClient)
    visitor.field("messages_from_server", &messagesFromServer)
    visitor.field("requests", &requests)
    visitor.field("answered", &answered)
    visitor.field("unanswered", &unanswered)
    visitor.field("retries", &retries)
    visitor.field("errors", &errors)
    visitor.field("in_flight_max", &inFlightMax)
    visitor.field("message_bytes_max", &messageBytesMax)
    visitor.field("answer_us", &answerUs)
    visitor.field("stray_values", &strayValues)
    visitor.field("faults", &faults)
    visitor.field("fault_count", &faultCount)
    visitor.field("value_handle", &valueHandle)
    visitor.field("uuid", &uuid)
    visitor.field("direction", &direction)
    visitor.field("layout", &layout)
    visitor.number("odds_log10", &oddsLog10, decimals: 1)
    visitor.field("evidence", &evidence)
  }
}

extension ReportV1.FramingFault {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("kind", &kind)
    visitor.field("frame", &frame)
    visitor.field("time_us", &timeUs)
    visitor.field("of_frame", &ofFrame)
    visitor.field("by", &by)
    visitor.field("what", &what)
    visitor.field("code", &code)
    visitor.field("name", &name)
    visitor.field("expected", &expected)
    visitor.field("found", &found)
    visitor.field("sniffer_missed", &snifferMissed)
    visitor.field("subject", &subject)
    visitor.field("number", &number)
    visitor.field("octets", &octets)
    visitor.field("held_octets", &heldOctets)
  }
}

extension ReportV1.ATT {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("pdus", &pdus)
    visitor.field("transactions", &transactions)
    visitor.field("errors", &errors)
    visitor.field("pending", &pending)
    visitor.field("discoveries", &discoveries)
    visitor.field("overlaps", &overlaps)
    visitor.field("unasked", &unasked)
  }
}

extension ReportV1.UnaskedResponses {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("pdu", &pdu)
    visitor.field("asked", &asked)
    visitor.field("count", &count)
    visitor.field("first_frame", &firstFrame)
    visitor.field("last_frame", &lastFrame)
    visitor.field("start_us", &startUs)
    visitor.field("duration_us", &durationUs)
  }
}

extension ReportV1.RequestOverlap {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("asked", &asked)
    visitor.field("count", &count)
    visitor.field("answered", &answered)
    visitor.field("request", &request)
    visitor.field("handle", &handle)
    visitor.field("frame", &frame)
    visitor.field("next_request", &nextRequest)
    visitor.field("next_frame", &nextFrame)
    visitor.field("last_frame", &lastFrame)
  }
}

extension ReportV1.Discovery {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("server", &server)
    visitor.field("first_frame", &firstFrame)
    visitor.field("last_frame", &lastFrame)
    visitor.field("requests", &requests)
    visitor.field("requests_us", &requestsUs)
    visitor.field("rounds", &rounds)
    visitor.field("repeated", &repeated)
    visitor.field("requests_after", &requestsAfter)
    visitor.field("requests_after_us", &requestsAfterUs)
    visitor.field("first_round_last_frame", &firstRoundLastFrame)
    visitor.field("first_round_requests", &firstRoundRequests)
    visitor.field("first_round_us", &firstRoundUs)
  }
}

extension ReportV1.RepeatedDiscovery {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("request", &request)
    visitor.field("start_handle", &startHandle)
    visitor.field("end_handle", &endHandle)
    visitor.field("in_succession", &inSuccession)
    visitor.field("second_frame", &secondFrame)
    visitor.field("latest_frame", &latestFrame)
    visitor.field("requests", &requests)
    visitor.field("requests_us", &requestsUs)
    visitor.field("questions", &questions)
  }
}

extension ReportV1.PDUCounts {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("rx", &rx)
    visitor.field("tx", &tx)
  }
}

extension ReportV1.Transactions {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("count", &count)
    visitor.field("errors", &errors)
    visitor.field("unanswered", &unanswered)
    visitor.field("latency_us", &latencyUs)
    visitor.field("slowest", &slowest)
    visitor.field("sleep_waits", &sleepWaits)
    visitor.field("latency_local_us", &latencyLocalUs)
    visitor.field("latency_remote_us", &latencyRemoteUs)
  }
}

extension ReportV1.ATTError {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("frame", &frame)
    visitor.field("request", &request)
    visitor.field("handle", &handle)
    visitor.field("code", &code)
    visitor.field("name", &name)
    visitor.field("asked", &asked)
    visitor.field("written", &written)
    visitor.field("opcode", &opcode)
  }
}

extension ReportV1.GATT {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("server", &server)
    visitor.field("services", &services)
    visitor.field("subscriptions", &subscriptions)
    visitor.field("remembered", &remembered)
    visitor.field("service_changes", &serviceChanges)
    visitor.field("database_hashes", &databaseHashes)
    visitor.field("searched", &searched)
    visitor.field("conflicts", &conflicts)
  }
}

extension ReportV1.DatabaseConflict {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("kind", &kind)
    visitor.field("frame", &frame)
    visitor.field("other_frame", &otherFrame)
    visitor.field("handle", &handle)
    visitor.field("uuid", &uuid)
    visitor.field("start_handle", &startHandle)
    visitor.field("end_handle", &endHandle)
    visitor.field("service_uuid", &serviceUuid)
  }
}

extension ReportV1.SearchedHandles {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("kind", &kind)
    visitor.field("uuid", &uuid)
    visitor.field("start_handle", &startHandle)
    visitor.field("end_handle", &endHandle)
  }
}

extension ReportV1.Service {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("uuid", &uuid)
    visitor.field("name", &name)
    visitor.field("start_handle", &startHandle)
    visitor.field("end_handle", &endHandle)
    visitor.field("characteristics", &characteristics)
    visitor.field("primary", &primary)
    visitor.field("includes", &includes)
  }
}

extension ReportV1.Include {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("handle", &handle)
    visitor.field("start_handle", &startHandle)
    visitor.field("end_handle", &endHandle)
    visitor.field("uuid", &uuid)
  }
}

extension ReportV1.LongValue {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("kind", &kind)
    visitor.field("value_handle", &valueHandle)
    visitor.field("uuid", &uuid)
    visitor.field("server", &server)
    visitor.field("first_frame", &firstFrame)
    visitor.field("last_frame", &lastFrame)
    visitor.field("parts", &parts)
    visitor.field("bytes", &bytes)
    visitor.field("sha256", &sha256)
  }
}

extension ReportV1.ReadSeries {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("handle", &handle)
    visitor.field("uuid", &uuid)
    visitor.field("server", &server)
    visitor.field("count", &count)
    visitor.field("changes", &changes)
    visitor.field("first_frame", &firstFrame)
    visitor.field("last_frame", &lastFrame)
    visitor.field("duration_us", &durationUs)
  }
}

extension ReportV1.Characteristic {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("uuid", &uuid)
    visitor.field("name", &name)
    visitor.field("declaration_handle", &declarationHandle)
    visitor.field("value_handle", &valueHandle)
    visitor.field("properties", &properties)
    visitor.field("descriptors", &descriptors)
  }
}

extension ReportV1.Descriptor {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("uuid", &uuid)
    visitor.field("handle", &handle)
  }
}

extension ReportV1.Subscription {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("frame", &frame)
    visitor.field("time_us", &timeUs)
    visitor.field("cccd_handle", &cccdHandle)
    visitor.field("value_handle", &valueHandle)
    visitor.field("value", &value)
    visitor.field("guessed", &guessed)
    visitor.field("both", &both)
  }
}

extension ReportV1.Disconnect {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("frame", &frame)
    visitor.field("reason", &reason)
    visitor.field("name", &name)
  }
}

extension ReportV1.End {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("frame", &frame)
    visitor.field("time_us", &timeUs)
    visitor.field("cause", &cause)
  }
}

extension ReportV1.Parameters {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("frame", &frame)
    visitor.field("interval_us", &intervalUs)
    visitor.field("latency", &latency)
    visitor.field("supervision_timeout_us", &supervisionTimeoutUs)
    visitor.field("subrate_factor", &subrateFactor)
    visitor.field("continuation_number", &continuationNumber)
    visitor.field("time_us", &timeUs)
    visitor.field("command_frame", &commandFrame)
  }
}

extension ReportV1.ParameterRequest {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("frame", &frame)
    visitor.field("direction", &direction)
    visitor.field("via", &via)
    visitor.field("min_us", &minUs)
    visitor.field("max_us", &maxUs)
    visitor.field("latency", &latency)
    visitor.field("supervision_timeout_us", &supervisionTimeoutUs)
    visitor.field("result", &result)
    visitor.field("time_us", &timeUs)
    visitor.field("set_frame", &setFrame)
  }
}

extension ReportV1.PreferredParameters {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("frame", &frame)
    visitor.field("min_us", &minUs)
    visitor.field("max_us", &maxUs)
    visitor.field("latency", &latency)
    visitor.field("supervision_timeout_us", &supervisionTimeoutUs)
  }
}

extension ReportV1.ParameterUpdateFailure {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("frame", &frame)
    visitor.field("status", &status)
    visitor.field("name", &name)
    visitor.field("time_us", &timeUs)
    visitor.field("command_frame", &commandFrame)
    visitor.field("min_us", &minUs)
    visitor.field("max_us", &maxUs)
    visitor.field("latency", &latency)
    visitor.field("supervision_timeout_us", &supervisionTimeoutUs)
  }
}

extension ReportV1.PHYChange {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("frame", &frame)
    visitor.field("tx", &tx)
    visitor.field("rx", &rx)
  }
}

extension ReportV1.DataLength {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("frame", &frame)
    visitor.field("tx_octets", &txOctets)
    visitor.field("rx_octets", &rxOctets)
    visitor.field("tx_time_us", &txTimeUs)
    visitor.field("rx_time_us", &rxTimeUs)
    visitor.field("offers", &offers)
  }
}

extension ReportV1.LengthOffer {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("frame", &frame)
    visitor.field("party", &party)
    visitor.field("send_octets", &sendOctets)
    visitor.field("receive_octets", &receiveOctets)
  }
}

extension ReportV1.Encryption {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("frame", &frame)
    visitor.field("enabled", &enabled)
    visitor.field("key_size", &keySize)
  }
}

extension ReportV1.EncryptionFailure {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("frame", &frame)
    visitor.field("kind", &kind)
    visitor.field("status", &status)
    visitor.field("name", &name)
  }
}

extension ReportV1.Messages {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("layout", &layout)
    visitor.field("confidence", &confidence)
    visitor.field("streams", &streams)
    visitor.field("count", &count)
    visitor.field("values", &values)
    visitor.field("omitted", &omitted)
    visitor.field("checked", &checked)
    visitor.field("damaged", &damaged)
    visitor.field("damaged_count", &damagedCount)
    visitor.field("resets", &resets)
    visitor.number("odds_log10", &oddsLog10, decimals: 1)
    visitor.field("evidence", &evidence)
    visitor.field("kinds", &kinds)
    visitor.field("kinds_total", &kindsTotal)
    visitor.field("flaws", &flaws)
  }
}

extension ReportV1.MessageStream {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("value_handle", &valueHandle)
    visitor.field("uuid", &uuid)
    visitor.field("kind", &kind)
    visitor.field("direction", &direction)
  }
}

extension ReportV1.MessageKind {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("id", &id)
    visitor.field("direction", &direction)
    visitor.field("count", &count)
    visitor.field("bytes", &bytes)
    visitor.field("bytes_max", &bytesMax)
    visitor.field("first_frame", &firstFrame)
    visitor.field("example", &example)
    visitor.field("varying", &varying)
    visitor.field("period_us", &periodUs)
    visitor.field("answered_by", &answeredBy)
    visitor.field("fields", &fields)
  }
}

extension ReportV1.MessageField {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("offset", &offset)
    visitor.field("bytes", &bytes)
    visitor.field("big_endian", &bigEndian)
    visitor.field("kind", &kind)
    visitor.field("text", &text)
  }
}

extension ReportV1.Breach {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("obligation", &obligation)
    visitor.field("party", &party)
    visitor.field("frame", &frame)
    visitor.field("time_us", &timeUs)
    visitor.field("last_frame", &lastFrame)
    visitor.field("count", &count)
    visitor.field("frames", &frames)
    visitor.field("cause_frame", &causeFrame)
    visitor.field("pdu", &pdu)
    visitor.field("request", &request)
    visitor.field("open_frame", &openFrame)
    visitor.field("handle", &handle)
    visitor.field("command", &command)
    visitor.field("name", &name)
    visitor.field("status", &status)
    visitor.field("status_name", &statusName)
    visitor.field("value", &value)
    visitor.field("limit", &limit)
    visitor.field("open_us", &openUs)
    visitor.field("worked", &worked)
    visitor.field("awaited", &awaited)
    visitor.field("parameter", &parameter)
  }
}

extension ReportV1.Attempt {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("controller", &controller)
    visitor.field("transport", &transport)
    visitor.field("target", &target)
    visitor.field("target_type", &targetType)
    visitor.field("via", &via)
    visitor.field("listed", &listed)
    visitor.field("first_frame", &firstFrame)
    visitor.field("last_frame", &lastFrame)
    visitor.field("start_us", &startUs)
    visitor.field("duration_us", &durationUs)
    visitor.field("ended", &ended)
    visitor.field("status", &status)
    visitor.field("status_name", &statusName)
    visitor.field("cancel_frame", &cancelFrame)
    visitor.field("connection", &connection)
    visitor.field("heard", &heard)
    visitor.field("next_us", &nextUs)
  }
}

extension ReportV1.ListedDevice {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("address", &address)
    visitor.field("address_type", &addressType)
    visitor.field("frame", &frame)
    visitor.field("resolved", &resolved)
  }
}

extension ReportV1.AttemptHeard {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("reports", &reports)
    visitor.field("address", &address)
    visitor.field("address_type", &addressType)
    visitor.field("connectable", &connectable)
    visitor.field("frame", &frame)
    visitor.field("rssi", &rssi)
  }
}

extension ReportV1.RadioUse {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("frame", &frame)
    visitor.field("values", &values)
    visitor.field("span_us", &spanUs)
    visitor.field("holes", &holes)
    visitor.field("missed_events", &missedEvents)
    visitor.field("other_values", &otherValues)
    visitor.field("other_span_us", &otherSpanUs)
    visitor.field("other_holes", &otherHoles)
  }
}

extension ReportV1.Ending {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("by", &by)
    visitor.field("reason", &reason)
    visitor.field("reason_name", &reasonName)
    visitor.field("frame", &frame)
    visitor.field("request_frame", &requestFrame)
    visitor.field("last_heard_frame", &lastHeardFrame)
    visitor.field("last_heard_us", &lastHeardUs)
    visitor.field("silent_us", &silentUs)
    visitor.field("open", &open)
    visitor.field("data_complete", &dataComplete)
    visitor.field("after", &after)
  }
}

extension ReportV1.EndingAfter {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("advertised_frame", &advertisedFrame)
    visitor.field("advertised_us", &advertisedUs)
    visitor.field("connected_frame", &connectedFrame)
    visitor.field("connected_us", &connectedUs)
  }
}

extension ReportV1.Run {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("id", &id)
    visitor.field("value_handle", &valueHandle)
    visitor.field("uuid", &uuid)
    visitor.field("direction", &direction)
    visitor.field("kind", &kind)
    visitor.field("first_frame", &firstFrame)
    visitor.field("last_frame", &lastFrame)
    visitor.field("start_us", &startUs)
    visitor.field("duration_us", &durationUs)
    visitor.field("values", &values)
    visitor.field("bytes", &bytes)
    visitor.field("value_bytes", &valueBytes)
    visitor.number("throughput_bytes_per_s", &throughputBytesPerS, decimals: 1)
    visitor.field("in_flight_max", &inFlightMax)
    visitor.number("packets_per_event", &packetsPerEvent, decimals: 2)
    visitor.field("pacing", &pacing)
    visitor.field("waits_us", &waitsUs)
    visitor.field("transfers", &transfers)
    visitor.field("ceiling", &ceiling)
    visitor.field("time", &time)
  }
}

extension ReportV1.RunWaits {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("air", &air)
    visitor.field("connection_events", &connectionEvents)
    visitor.field("completion", &completion)
    visitor.field("sender", &sender)
    visitor.field("answer", &answer)
    visitor.field("gaps", &gaps)
    visitor.field("unexplained", &unexplained)
  }
}

extension ReportV1.Sniffed {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("packets", &packets)
    visitor.field("crc_failed", &crcFailed)
    visitor.field("crc_fits", &crcFits)
    visitor.field("first_failed_frame", &firstFailedFrame)
    visitor.field("left_out", &leftOut)
  }
}

extension ReportV1.MergedCapture {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("path", &path)
    visitor.field("packets", &packets)
    visitor.field("alone", &alone)
    visitor.field("offset_us", &offsetUs)
    visitor.number("drift_ppm", &driftPpm, decimals: 2)
    visitor.field("common", &common)
    visitor.field("off_by_us", &offByUs)
  }
}

extension ReportV1.CauseShare {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("cause", &cause)
    visitor.field("us", &us)
    visitor.field("inferred_us", &inferredUs)
    visitor.field("frames", &frames)
  }
}

extension ReportV1.LinkTime {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("tx", &tx)
    visitor.field("rx", &rx)
  }
}

extension ReportV1.NotificationStream {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("value_handle", &valueHandle)
    visitor.field("uuid", &uuid)
    visitor.field("kind", &kind)
    visitor.field("direction", &direction)
    visitor.field("count", &count)
    visitor.field("bytes", &bytes)
    visitor.field("first_frame", &firstFrame)
    visitor.field("last_frame", &lastFrame)
    visitor.field("gap_us", &gapUs)
    visitor.field("gaps", &gaps)
    visitor.field("max_bytes", &maxBytes)
    visitor.field("decoded", &decoded)
    visitor.field("ceiling", &ceiling)
    visitor.field("near_marker", &nearMarker)
    visitor.field("gap_count", &gapCount)
    visitor.field("gap_total_us", &gapTotalUs)
    visitor.field("gap_causes", &gapCauses)
    visitor.field("repeats", &repeats)
    visitor.field("first_us", &firstUs)
    visitor.field("last_us", &lastUs)
    visitor.field("doubled", &doubled)
    visitor.field("purpose", &purpose)
    visitor.field("period_us", &periodUs)
    visitor.field("partner_handle", &partnerHandle)
    visitor.field("commands", &commands)
    visitor.field("first_command_frame", &firstCommandFrame)
    visitor.field("first_request_frame", &firstRequestFrame)
    visitor.field("radio", &radio)
    visitor.field("common_octets", &commonOctets)
    visitor.field("distinct_values", &distinctValues)
    visitor.field("repeated_values", &repeatedValues)
  }
}

extension ReportV1.DoubledValues {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("count", &count)
    visitor.field("of_frame", &ofFrame)
    visitor.field("frame", &frame)
    visitor.field("last_frame", &lastFrame)
    visitor.field("equal", &equal)
  }
}

extension ReportV1.Repeats {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("count", &count)
    visitor.field("first_frame", &firstFrame)
    visitor.field("last_frame", &lastFrame)
    visitor.field("duration_us", &durationUs)
    visitor.field("short_step_us", &shortStepUs)
    visitor.field("long_step_us", &longStepUs)
  }
}

extension ReportV1.NearMarker {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("marker", &marker)
    visitor.field("octets", &octets)
    visitor.field("count", &count)
    visitor.field("first_frame", &firstFrame)
    visitor.field("last_frame", &lastFrame)
  }
}

extension ReportV1.Transfer {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("id", &id)
    visitor.field("value_handle", &valueHandle)
    visitor.field("uuid", &uuid)
    visitor.field("direction", &direction)
    visitor.field("marker", &marker)
    visitor.field("marker_style", &markerStyle)
    visitor.field("complete", &complete)
    visitor.field("truncated_at_start", &truncatedAtStart)
    visitor.field("payload_bytes", &payloadBytes)
    visitor.field("payload_sha256", &payloadSha256)
    visitor.field("payload_type", &payloadType)
    visitor.field("payload_intact", &payloadIntact)
    visitor.field("payload_without_resends", &payloadWithoutResends)
    visitor.field("chunks", &chunks)
    visitor.field("chunk_bytes", &chunkBytes)
    visitor.field("chunk_limit", &chunkLimit)
    visitor.field("first_frame", &firstFrame)
    visitor.field("last_frame", &lastFrame)
    visitor.field("marker_frame", &markerFrame)
    visitor.field("start_us", &startUs)
    visitor.field("duration_us", &durationUs)
    visitor.number("throughput_bytes_per_s", &throughputBytesPerS, decimals: 1)
    visitor.field("gap_us", &gapUs)
    visitor.field("gaps", &gaps)
    visitor.field("resends", &resends)
    visitor.field("ending", &ending)
    visitor.field("marker_in_data", &markerInData)
    visitor.field("kind", &kind)
    visitor.field("ceiling", &ceiling)
    visitor.field("delivery", &delivery)
    visitor.field("repeats_marker_of", &repeatsMarkerOf)
    visitor.field("gap_count", &gapCount)
    visitor.field("gap_total_us", &gapTotalUs)
    visitor.field("gap_causes", &gapCauses)
    visitor.field("framing", &framing)
    visitor.field("time", &time)
  }
}

extension ReportV1.Delivery {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("completed_frame", &completedFrame)
    visitor.field("duration_us", &durationUs)
    visitor.number("bytes_per_s", &bytesPerS, decimals: 1)
    visitor.field("uncompleted_packets", &uncompletedPackets)
    visitor.field("uncompleted_bytes", &uncompletedBytes)
  }
}

extension ReportV1.Payload {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("bytes", &bytes)
    visitor.field("sha256", &sha256)
  }
}

extension ReportV1.Gap {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("frame", &frame)
    visitor.field("after_frame", &afterFrame)
    visitor.field("gap_us", &gapUs)
    visitor.field("missed_events", &missedEvents)
    visitor.field("explained_by", &explainedBy)
    visitor.field("start_us", &startUs)
  }
}

extension ReportV1.GapCause {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("explained_by", &explainedBy)
    visitor.field("count", &count)
    visitor.field("us", &us)
  }
}

extension ReportV1.Resend {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("frame", &frame)
    visitor.field("of_frame", &ofFrame)
    visitor.field("certainty", &certainty)
  }
}

extension ReportV1.Flow {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("tx", &tx)
    visitor.field("stalls", &stalls)
    visitor.field("rx", &rx)
    visitor.field("throughput", &throughput)
  }
}

extension ReportV1.TransmitFlow {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("packets", &packets)
    visitor.field("completed", &completed)
    visitor.field("outstanding_max", &outstandingMax)
    visitor.field("completion_us", &completionUs)
    visitor.field("pdus", &pdus)
    visitor.field("fragmented_pdus", &fragmentedPdus)
    visitor.field("last_completed_frame", &lastCompletedFrame)
    visitor.field("last_completed_us", &lastCompletedUs)
  }
}

extension ReportV1.Stall {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("kind", &kind)
    visitor.field("first_frame", &firstFrame)
    visitor.field("last_frame", &lastFrame)
    visitor.field("start_us", &startUs)
    visitor.field("duration_us", &durationUs)
    visitor.field("outstanding", &outstanding)
    visitor.field("silent_us", &silentUs)
    visitor.field("silent_frame", &silentFrame)
    visitor.field("time", &time)
    visitor.field("command", &command)
  }
}

extension ReportV1.Summary {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("count", &count)
    visitor.field("min", &min)
    visitor.field("p50", &p50)
    visitor.field("p95", &p95)
    visitor.field("p99", &p99)
    visitor.field("max", &max)
    visitor.number("mean", &mean, decimals: 1)
  }
}

extension ReportV1.Rssi {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("count", &count)
    visitor.field("min", &min)
    visitor.field("max", &max)
    visitor.number("mean", &mean, decimals: 2)
    visitor.field("first", &first)
    visitor.field("last", &last)
    visitor.number("slope_db_per_s", &slopeDbPerS, decimals: 3)
    visitor.field("trend", &trend)
    visitor.numbers("series", &series, decimals: 2)
    visitor.field("duration_us", &durationUs)
  }
}

extension ReportV1.Capture {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("path", &path)
    visitor.field("format", &format)
    visitor.field("link_type", &linkType)
    visitor.field("records", &records)
    visitor.field("truncated_records", &truncatedRecords)
    visitor.field("dropped_records", &droppedRecords)
    visitor.field("undecodable_records", &undecodableRecords)
    visitor.field("vendor_log_records", &vendorLogRecords)
    visitor.field("cut_short", &cutShort)
    visitor.field("start", &start)
    visitor.field("duration_us", &durationUs)
    visitor.field("controllers", &controllers)
    visitor.field("scans", &scans)
    visitor.field("advertisers", &advertisers)
    visitor.field("connections", &connections)
    visitor.field("skipped_records", &skippedRecords)
    visitor.field("damage", &damage)
    visitor.field("advertiser_reports_omitted", &advertiserReportsOmitted)
    visitor.field("connections_omitted", &connectionsOmitted)
    visitor.field("transfers_omitted", &transfersOmitted)
    visitor.field("bounds_reached", &boundsReached)
    visitor.field("connection_failures", &connectionFailures)
    visitor.field("clock_steps", &clockSteps)
    visitor.field("drop_points", &dropPoints)
    visitor.field("adapter_states", &adapterStates)
    visitor.field("quality_reports", &qualityReports)
    visitor.field("timeline", &timeline)
    visitor.field("timeline_omitted", &timelineOmitted)
    visitor.field("hardware_errors", &hardwareErrors)
    visitor.field("own_records", &ownRecords)
    visitor.field("stray_records", &strayRecords)
    visitor.field("first_truncated_frame", &firstTruncatedFrame)
    visitor.field("first_vendor_log_frame", &firstVendorLogFrame)
    visitor.field("undecodable", &undecodable)
    visitor.field("needless_requests", &needlessRequests)
    visitor.field("acl_only", &aclOnly)
    visitor.field("refused_disconnects", &refusedDisconnects)
    visitor.field("device_lost_frame", &deviceLostFrame)
    visitor.field("expected", &expected)
    visitor.field("time_fault", &timeFault)
    visitor.field("signal_sign_missing", &signalSignMissing)
    visitor.field("logger_warnings", &loggerWarnings)
    visitor.field("folded", &folded)
    visitor.field("attempts", &attempts)
    visitor.field("breaches", &breaches)
    visitor.field("sniffed", &sniffed)
    visitor.field("merged", &merged)
    visitor.field("air_streams", &airStreams)
  }
}

extension ReportV1.TimeFault {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("kind", &kind)
    visitor.field("step_us", &stepUs)
    visitor.field("packets", &packets)
  }
}

extension ReportV1.LoggerWarning {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("frame", &frame)
    visitor.field("text", &text)
  }
}

extension ReportV1.Damage {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("offset", &offset)
    visitor.field("reason", &reason)
    visitor.field("source_failed", &sourceFailed)
    visitor.field("skipped_octets", &skippedOctets)
  }
}

extension ReportV1.Undecodable {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("frame", &frame)
    visitor.field("layer", &layer)
    visitor.field("direction", &direction)
    visitor.field("connection", &connection)
    visitor.field("needed_octets", &neededOctets)
    visitor.field("available_octets", &availableOctets)
  }
}

extension ReportV1.Controller {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("index", &index)
    visitor.field("address", &address)
    visitor.field("name", &name)
    visitor.field("manufacturer", &manufacturer)
    visitor.field("le_acl_buffers", &leACLBuffers)
    visitor.field("le_features", &leFeatures)
    visitor.field("address_source", &addressSource)
  }
}

extension ReportV1.LEFeatures {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("data_length_extension", &dataLengthExtension)
    visitor.field("le_2m_phy", &le2MPHY)
  }
}

extension ReportV1.ACLBuffers {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("bytes", &bytes)
    visitor.field("count", &count)
  }
}

extension ReportV1.Scan {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("start_frame", &startFrame)
    visitor.field("stop_frame", &stopFrame)
    visitor.field("start_us", &startUs)
    visitor.field("duration_us", &durationUs)
    visitor.field("type", &type)
    visitor.field("filter_duplicates", &filterDuplicates)
    visitor.field("window_us", &windowUs)
    visitor.field("interval_us", &intervalUs)
    visitor.field("stop_answer_us", &stopAnswerUs)
    visitor.field("bursts", &bursts)
    visitor.field("silence", &silence)
    visitor.field("accept_list_only", &acceptListOnly)
    visitor.field("listed", &listed)
    visitor.field("reports", &reports)
  }
}

extension ReportV1.ScanSilence {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("after_frame", &afterFrame)
    visitor.field("frame", &frame)
    visitor.field("duration_us", &durationUs)
    visitor.field("new_devices", &newDevices)
    visitor.field("heard_us", &heardUs)
  }
}

extension ReportV1.ScanBursts {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("count", &count)
    visitor.field("reports", &reports)
    visitor.field("devices", &devices)
    visitor.field("silent_us", &silentUs)
    visitor.field("shortest_pause_us", &shortestPauseUs)
    visitor.field("longest_pause_us", &longestPauseUs)
    visitor.field("period_us", &periodUs)
    visitor.field("explained_by", &explainedBy)
    visitor.field("cause_frame", &causeFrame)
  }
}

extension ReportV1.Finding {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("rule", &rule)
    visitor.field("severity", &severity)
    visitor.field("capture", &capture)
    visitor.field("connection", &connection)
    visitor.field("frames", &frames)
    visitor.field("message", &message)
    visitor.field("evidence", &evidence)
    visitor.field("advice", &advice)
    visitor.field("connections", &connections)
    visitor.field("saving_us", &savingUs)
  }
}

extension RuleEntry {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("name", &name)
    visitor.field("severity", &severity)
    visitor.field("summary", &summary)
    visitor.field("explanation", &explanation)
    visitor.field("traits", &traits)
    visitor.field("suits_air", &suitsAir)
    visitor.field("limits", &limits)
  }
}

extension RuleLimit {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("key", &key)
    visitor.field("value", &value)
    visitor.field("unit", &unit)
  }
}
