extension ReportV1.Connection: ReportObject {
  package static var blank: Self { Self() }
  package static var isCompound: Bool { true }

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
  }
}

extension ReportV1.Peer: ReportObject {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("address", &address)
    visitor.field("address_type", &addressType)
    visitor.field("name", &name)
  }
}

extension ReportV1.Disconnect: ReportObject {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("frame", &frame)
    visitor.field("reason", &reason)
    visitor.field("name", &name)
  }
}

extension ReportV1.End: ReportObject {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("frame", &frame)
    visitor.field("time_us", &timeUs)
    visitor.field("cause", &cause)
  }
}

extension ReportV1.EncryptionFailure: ReportObject {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("frame", &frame)
    visitor.field("kind", &kind)
    visitor.field("status", &status)
    visitor.field("name", &name)
  }
}

extension ReportV1.ParameterUpdateFailure: ReportObject {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("frame", &frame)
    visitor.field("status", &status)
    visitor.field("name", &name)
  }
}

extension ReportV1.Parameters: ReportObject {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("frame", &frame)
    visitor.field("interval_us", &intervalUs)
    visitor.field("latency", &latency)
    visitor.field("supervision_timeout_us", &supervisionTimeoutUs)
    visitor.field("subrate_factor", &subrateFactor)
    visitor.field("continuation_number", &continuationNumber)
  }
}

extension ReportV1.ParameterRequest: ReportObject {
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
  }
}

extension ReportV1.PHYChange: ReportObject {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("frame", &frame)
    visitor.field("tx", &tx)
    visitor.field("rx", &rx)
  }
}

extension ReportV1.DataLength: ReportObject {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("frame", &frame)
    visitor.field("tx_octets", &txOctets)
    visitor.field("rx_octets", &rxOctets)
    visitor.field("tx_time_us", &txTimeUs)
    visitor.field("rx_time_us", &rxTimeUs)
  }
}

extension ReportV1.Encryption: ReportObject {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("frame", &frame)
    visitor.field("enabled", &enabled)
    visitor.field("key_size", &keySize)
  }
}

extension ReportV1.Pairing: ReportObject {
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
  }
}

extension ReportV1.MTU: ReportObject {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("client", &client)
    visitor.field("server", &server)
    visitor.field("effective", &effective)
    visitor.field("frame", &frame)
  }
}

extension ReportV1.Channel: ReportObject {
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
  }
}

extension ReportV1.CreditWaits: ReportObject {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("count", &count)
    visitor.field("total_us", &totalUs)
    visitor.field("longest_us", &longestUs)
    visitor.field("first_frame", &firstFrame)
    visitor.field("last_frame", &lastFrame)
  }
}

extension ReportV1.ChannelRefusal: ReportObject {
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
