/// A key in the evidence of findings. `ageUs` is `age_us` in the JSON report.
///
/// What each means stands once, in the tables of the files beside this one: the schema has it from
/// there.
package enum EvidenceKey: String, CaseIterable, Sendable {
  // What many rules have: who, where and how often.
  case party, role, transport, direction, connections, controller, peer, count, frame, records,
    ageUs, durationUs, totalUs, longestUs, intervalUs, latency, supervisionTimeoutUs, code,
    status, reason, reasonName, disconnectReason, name, result, kind, request, requests,
    requestsUs, attribute, uuid, handle, handles, valueHandle, valueHandles, method, initiator

  // Transfers, values and the sizes of packets.
  case transfer, transfers, bytes, chunks, chunkBytes, chunkLimit, chunksNeeded, mtu, mtuFrame,
    comparedWithMtu, othersBytes, othersChunks, insideTransfer, values, valueBytes,
    valueLimit, limit, medianGapUs, written, equal, doubledBytes, resends, certainty,
    llOctets, llPacketsPerChunk, llPacketsNeeded, pieces, fragmentedPdus, buffers,
    bufferBytes, uncompletedPackets, uncompletedBytes, incompleteBytes, ending, marker,
    octets, occurrences, runs, possibleUs, completionUs, senderUs, answerUs, gapsUs,
    inFlightMax, packetsPerEvent, pacing, gaps, pauses, missedEvents, explainedBy,
    senderPauses, scans, scanPercent, skippedEvents, stalls, outstanding, silentUs,
    connectionEvents, durationAt30MsUs, limitUs, `protocol`, what, side, psm, sender, waits,
    waitsUs, stallCause, causeUs, command, holes, perSecond,
    otherPerSecond

  // Requests, subscriptions, discovery and habits of clients.
  case subscriptionTo, mostOnOneHandle, opcode, repeatedUs, sentMeanwhile, droppedRecords,
    nextRequest, answered, latencyUs, slowRequests, slowRequestsUs, slowUs, characteristic,
    characteristics, cccdHandle, turnedOnAgain, writtenAgain, connectionBefore, valuesBefore,
    encrypted, neverSubscribed, subscribedEarlierIn, errors, codes, hashBefore, hashAfter,
    serviceChanges, discoveredAgain, server, rounds, reasons, inSuccession, repeatedRequests,
    startHandle, endHandle, connectionUs, services, explainedUs, laterIntervalUs,
    requestsAfter, requestsAfterUs, changes, periodUs, canNotify, series, subscribed,
    property, properties, serviceStart, serviceEnd, neverLookedUp, answerHandle, subscribedIn,
    medianUs, medianBeforeUs, prefix, beginsWith

  // Beginnings, endings, parameters, security and the controller.
  case attempts, failed, worked, attemptsUs, waitedUs, advertisingPeriodUs, busyScanFrame,
    connectedLater, soundConnectionFrame, rssiBefore, tookUs, averageUs, sinceHeardUs,
    expectedUs, scanIntervalUs, scanWindowUs, possibleCauses, connected, leOnly,
    endedLeConnection, requested, afterEndUs, peerBackFrame, state, leastSilenceUs,
    longestSilenceUs, hostSilenceUs, pendingFrame, writtenFrame, underWay, underWayBytes,
    underWayValues, silenceUs, eventsInTimeout, firstTimeoutUs, lastWrite, lastWriteFrame,
    peerHeardBeforeEnd, peerHeardFrame, peerHeardRssi, rssiLast, rssiSlopeDbPerS,
    writtenBytesBefore, cause, askedFrame, intervalBeforeUs, afterConnectingUs, lastedUs,
    preferredFrame, restoredFrame, transactions, afterSilence, sleepUs, via, minUs, maxUs,
    brokenRules, brokenAppleRules, nextUpdateFrame, rejected, grantedAnother, spanUs,
    intervalsUs, bondedFrame, bonding, byPerson, longestWaitUs, pairings, debugKeysOf,
    ioCapabilityInitiator, ioCapabilityResponder, encryptions, decrypted, encryptedFrame,
    encryptedLater, pairedLater, refusedElsewhere, refusals, openedLater, pairing,
    pairingMethod, pairingReason, chances, linkLost, backFrame, backAfterUs, openUs, causeFrame,
    mtuBefore, givenBack, succeeded, asked, endedFrame, heardReports,
    heardFrame, heardAddress, heardType, addressType, listed, procedure, step,
    dataWaits, awaited, illegal

  // What the capture lacks, signals, and what a sniffer heard.
  case bounds, connectionsOmitted, advertiserReportsOmitted, findingsOmitted, truncatedRecords,
    undecodableRecords, layers, vendorLogRecords, offset, skippedOctets, sourceFailed, places,
    steps, stepUs, requestFrame,
    answerFrame, corrected, unknown, newDevices, heardUs, source, limitDbm, readings, lastDbm,
    meanDbm,
    slopeDbPerS, channels, packets, sentAgain, packetsElsewhere, sentAgainElsewhere, bursts,
    retransmitted, centralRssi, peripheralRssi, fallenDb, likelyCause, dataPackets,
    dataRetransmitted, dataQueued, rate, events, snifferMissed, event, instant, ended, pdu,
    encryptedPackets, micFailed, micFitted, packetsMissing, dataPacketsMissing, missedCertain,
    crcFailedReceived, eventsOneSided, eventsRepeated, eventsCutOff, eventsSilent, brokenAfter,
    leftOut, unansweredFrame,
    crcFailed, crcFits, eventsUnused

  /// What a key means in every finding that has it.
  package struct Definition: Sendable {
    package let key: EvidenceKey
    package let kind: EvidenceKind
    /// One sentence.
    package let meaning: String

    init(_ key: EvidenceKey, _ kind: EvidenceKind, _ meaning: String) {
      self.key = key
      self.kind = kind
      self.meaning = meaning
    }
  }

  /// In the order of the schema.
  package static let definitions = shared + ofData + ofAttributes + ofLinks + ofCaptures

  private static let kinds = Dictionary(
    uniqueKeysWithValues: definitions.map { ($0.key, $0.kind) })

  package var kind: EvidenceKind { Self.kinds[self] ?? .text }

  /// The key in the JSON report.
  package var word: String {
    var word = ""
    var wasDigit = false
    for octet in rawValue.utf8 {
      let isUpper = (0x41...0x5A).contains(octet)
      let isDigit = (0x30...0x39).contains(octet)
      if isUpper || (isDigit && !wasDigit) { word += "_" }
      word.unicodeScalars.append(Unicode.Scalar(isUpper ? octet | 0x20 : octet))
      wasDigit = isDigit
    }
    return word
  }

  package static var schema: SchemaNode {
    .keyed(
      definitions.map {
        .init(key: $0.key.word, node: .nullable($0.kind.node), description: $0.description)
      })
  }
}

extension EvidenceKey.Definition {
  /// With the unit.
  fileprivate var description: String { kind.unit.map { "\(meaning) In \($0)." } ?? meaning }
}
