import BletraceTestSupport
import Testing

@testable import Report

/// Each sample shows its story. The numbers are what the recorder sent, not what the analysis
/// found.
@Suite("Sample stories: the five systems")
struct SystemStoryTests {
  private let card = "0a3859dd257d1ede727846600841896c847a69606d4f8fa5672c527599b7fe43"
  private let letter = "9520f2ae3aae10545b8084260d0422c69e7c3e9f985d4bd01ff6d4a5992979e2"
  private let note = "5168b852b0f0f05698a57fa433fd65d1ee571138922f15368974db9394a9e826"

  @Test("a business card, by proximity", arguments: ["bizcard-central", "bizcard-peripheral"])
  func bizcard(story: String) throws {
    let capture = try Samples.report(story)
    let isCentral = story.hasSuffix("central")
    #expect(capture.records == (isCentral ? 130 : 65))
    #expect(capture.connections.count == 1)
    let connection = capture.connections[0]
    #expect(connection.role == (isCentral ? .central : .peripheral))
    #expect(connection.mtu.effective == 23)
    #expect(connection.disconnect?.reason == (isCentral ? 0x16 : 0x13))
    #expect(connection.gatt.server == (isCentral ? .peer : .local))
    let service = try #require(connection.gatt.services.first)
    #expect(service.uuid == "E07F0AE8-00BB-47F5-94F4-4A7174EA3032")
    #expect(service.characteristics.map(\.uuid) == ["9D534E8B-2153-4F6D-B2B0-8C68665A7274"])
    #expect(service.characteristics.map(\.properties) == [["notify"]])
    #expect(connection.gatt.subscriptions.map(\.value) == [.notify, .off])
    #expect(connection.transfers.count == 1)
    let transfer = connection.transfers[0]
    #expect(transfer.payloadBytes == 152 && transfer.payloadSha256 == card)
    #expect(transfer.payloadType == "json" && transfer.payloadIntact == true)
    #expect(transfer.chunks == 8 && transfer.chunkBytes == ["20": 7, "12": 1])
    #expect(transfer.marker == "EOM" && transfer.markerStyle == .own)
    if isCentral { #expect(transfer.markerFrame == 124) }
    #expect(transfer.gaps.isEmpty && transfer.resends.isEmpty)
    #expect(transfer.direction == (isCentral ? .rx : .tx))
  }

  @Test("the card's sender comes closer while it is scanned for")
  func proximity() throws {
    let capture = try Samples.report("bizcard-central")
    #expect(capture.scans.map(\.filterDuplicates) == [false])
    let sender = try #require(capture.advertisers.first { $0.name == "BCS" })
    #expect(sender.rssi.min == -69 && sender.rssi.max == -22)
    #expect(sender.rssi.trend == .approaching && (sender.rssi.slopeDbPerS ?? 0) > 3)
    #expect(sender.serviceUuids == ["E07F0AE8-00BB-47F5-94F4-4A7174EA3032"])
    #expect(capture.connections[0].peer.name == "BCS")
    #expect(capture.advertisers.count == 4)
    #expect(capture.advertisers.filter { $0.name != "BCS" }.allSatisfy { $0.rssi.trend == .steady })
  }

  @Test("the stalled card arrives whole, with two silences")
  func stalledCard() throws {
    for story in ["bizcard-stall-central", "bizcard-stall-peripheral"] {
      let transfer = try #require(Samples.report(story).connections[0].transfers.first)
      #expect(transfer.payloadSha256 == card)
      #expect(transfer.gaps.count == 2)
      #expect((1_050_000...1_200_000).contains(transfer.gaps[0].gapUs))
      #expect((780_000...900_000).contains(transfer.gaps[1].gapUs))
    }
    let flow = try Samples.report("bizcard-stall-peripheral").connections[0].flow.tx
    #expect((flow.completionUs.max ?? 0) > 1_100_000)
  }

  @Test("heart rate: everything is discovered, 45 measurements come")
  func heartRate() throws {
    let capture = try Samples.report("heart-rate-central")
    let connection = capture.connections[0]
    #expect(capture.advertisers.contains { $0.name == "INFOS 4090v35.05" && $0.rssi.min == -69 })
    #expect(capture.advertisers.first { $0.name == "INFOS 4090v35.05" }?.txPower == 0)
    #expect(capture.scans.count == 1)
    #expect(abs((capture.scans[0].durationUs ?? 0) - 2_000_000) < 20_000)
    let uuids = connection.gatt.services.flatMap(\.characteristics).map(\.uuid)
    for uuid in ["2A37", "2A38", "2A39"] { #expect(uuids.contains(uuid)) }
    #expect(connection.notifications.map(\.uuid) == ["2A37"])
    #expect(connection.notifications.map(\.count) == [45])
    #expect(connection.transfers.isEmpty)
    #expect(connection.notifications[0].gaps.isEmpty)
  }

  @Test("texts: three over one connection, one over the next")
  func texts() throws {
    for story in ["transfer-central", "transfer-peripheral"] {
      let connections = try Samples.report(story).connections
      #expect(connections.count == 2)
      #expect(connections.map(\.mtu.effective) == [185, 185])
      #expect(connections[0].transfers.map(\.payloadBytes) == [21, 117, 685])
      #expect(
        connections[0].transfers.map(\.payloadSha256) == [
          sha256("Hello, are you there?"), note, letter,
        ])
      #expect(connections[0].transfers[2].chunkBytes == ["182": 3, "139": 1])
      #expect(
        connections[1].transfers.map(\.payloadSha256) == [
          sha256("Back again. See you on Saturday – Mara")
        ])
      #expect(connections.flatMap(\.transfers).allSatisfy { $0.complete && $0.chunkLimit == 182 })
    }
  }

  @Test("the texts' sender announces an iBeacon in between")
  func beacon() throws {
    let capture = try Samples.report("transfer-central")
    let beacon = try #require(capture.advertisers.compactMap(\.beacon).first)
    #expect(beacon.uuid == "8D1F47E2-0C56-4B7A-A3E9-5577C0A81D3B")
    #expect(beacon.major == 7 && beacon.minor == 214 && beacon.measuredPower == -59)
  }

  @Test("read, write, notify: refusals by design, then pairing")
  func readWriteNotify() throws {
    let both = try Samples.report("read-write-notify-peripheral").connections
    #expect(both.count == 2)
    #expect(both.map { $0.notifications.map(\.count) } == [[3], [3]])
    for connection in [both[0], try Samples.report("read-write-notify-central").connections[0]] {
      let refused = connection.att.errors.filter { $0.code != 0x0A }
      #expect(refused.map(\.code) == [0x03, 0x05])
      #expect(refused.map(\.request) == [.writeRequest, .readRequest])
      #expect(connection.pairing.map(\.result) == [.completed])
      #expect(connection.pairing.map(\.method) == ["just-works"])
      #expect(connection.pairing.map(\.secureConnections) == [true])
      #expect(connection.encryption.map(\.enabled) == [true])
      #expect(connection.transfers.isEmpty)
    }
    #expect(both[1].pairing.isEmpty)
  }

  @Test("a picture, then a text", arguments: ["picture-central", "picture-peripheral"])
  func picture(story: String) throws {
    let connection = try Samples.report(story).connections[0]
    #expect(connection.transfers.map(\.marker) == ["PIC_END", "TEXT_END"])
    let (picture, text) = (connection.transfers[0], connection.transfers[1])
    #expect(picture.payloadType == "png" && picture.payloadIntact == true)
    #expect(picture.payloadBytes == 2072)
    #expect(
      picture.payloadSha256 == "a9d27819e616aec00d3c45c7a369536bd7ea86d95fc61c0b9154c47b3ee411ef")
    #expect(picture.chunkBytes == ["20": 103, "12": 1])
    #expect(text.payloadBytes == 685 && text.payloadSha256 == letter)
    for transfer in connection.transfers {
      // The marker is sent 0.1 s after the last chunk, by a timer.
      #expect(transfer.gaps.map(\.explainedBy) == ["marker-delay"])
      #expect(transfer.gaps.allSatisfy { (100_000...200_000).contains($0.gapUs) })
    }
    if story == "picture-central" {
      #expect(abs(picture.gaps[0].gapUs - 147_900) < 100)
    }
    let descriptors = connection.gatt.services.flatMap(\.characteristics).flatMap(\.descriptors)
    #expect(descriptors.map(\.uuid).sorted() == ["2901", "2902"])
  }

  @Test("a message by indications; uploads by both kinds of writes")
  func otherWays() throws {
    let indicated = try Samples.report("transfer-indications-central").connections[0]
    #expect(indicated.notifications.map(\.kind) == [.indication])
    #expect(indicated.transfers.map(\.payloadSha256) == [letter])
    #expect(indicated.transfers.map(\.markerFrame) == [79])

    let written = try Samples.report("transfer-writes-central").connections[0]
    #expect(written.notifications.isEmpty)
    #expect(written.transfers.map(\.payloadBytes) == [2151, 685])
    #expect(
      written.transfers.map(\.payloadSha256) == [
        "56580c484e7290226ce1f4f904d27664a37fb65689c6904255baf3a38463add3", letter,
      ])
    #expect(written.att.pdus.tx["write_command"] == 13)
    #expect(written.att.pdus.tx["write_request"] == 5)
  }

  @Test("300 octets at an MTU of 23")
  func longValue() throws {
    let connection = try Samples.report("long-read-write-central").connections[0]
    let old = "78291fea8fd30895f96de903357683342776dfa3b4177244eb9d63713d661ff7"
    let new = "c6a1a6fe607dcb886084bc92081e111a8013f955fac3a1da32cb4862c2495940"
    #expect(connection.longValues.map(\.kind) == [.read, .write, .read])
    #expect(connection.longValues.map(\.sha256) == [old, new, new])
    #expect(connection.longValues.map(\.parts) == [14, 17, 14])
    #expect(connection.longValues.allSatisfy { $0.bytes == 300 })
    #expect(connection.mtu.effective == 23 && connection.transfers.isEmpty)
  }

  @Test("4 KB over a channel of its own, on the 2M PHY")
  func channel() throws {
    let connection = try Samples.report("coc-central").connections[0]
    #expect(connection.channels.count == 1)
    let channel = connection.channels[0]
    #expect(channel.psm == 0x0081 && channel.kind == .creditBased)
    #expect(channel.mtu == 512 && channel.mps == 247)
    // A picture of 4122 octets in SDUs of 512, for a request of 7.
    #expect(channel.rxPackets == 9 && channel.rxBytes == 4122)
    #expect(channel.txPackets == 1 && channel.txBytes == 7)
    #expect(channel.closeFrame != nil)
    #expect(connection.phys.map(\.tx) == [.le2M] && connection.phys.map(\.rx) == [.le2M])
  }

  @Test("connection parameters: one wish granted and applied, one refused")
  func parameters() throws {
    let connection = try Samples.report("parameter-request-central").connections[0]
    #expect(connection.parameterRequests.map(\.result) == [.accepted, .rejected])
    #expect(connection.parameterRequests.map(\.minUs) == [15_000, 7500])
    #expect(connection.parameterRequests.map(\.maxUs) == [30_000, 7500])
    #expect(connection.parameterRequests.allSatisfy { $0.via == .l2cap && $0.direction == .rx })
    #expect(connection.parameters.count == 2)
    #expect(connection.parameters[0].intervalUs == 50_000)
    #expect((15_000...30_000).contains(connection.parameters[1].intervalUs))
  }
}

@Suite("Sample stories: the faults")
struct FaultStoryTests {
  private func transfer(_ story: String) throws -> ReportV1.Transfer {
    let connections = try Samples.report(story).connections
    #expect(connections.count == 1)
    #expect(connections[0].transfers.count == 1)
    return try #require(connections[0].transfers.first)
  }

  @Test("one chunk twice: the JSON is broken with it, and whole without")
  func doubledChunk() throws {
    let transfer = try transfer("fault-doubled-chunk")
    #expect(transfer.resends == [ReportV1.Resend(frame: 66, ofFrame: 65, certainty: .proven)])
    #expect(transfer.payloadBytes == 336 && transfer.payloadIntact == false)
    #expect(
      transfer.payloadSha256 == "8971188020d7f6881a8ceaf7b367ec1066c81aa428dd58dfa1245ae1ea739d80")
    #expect(
      transfer.payloadWithoutResends
        == ReportV1.Payload(
          bytes: 316, sha256: "62dc5a48d6f0bc349bb089fd318515a029722294d3b9040af20c01b380c46cc2"))
  }

  @Test("the marker's letters in the data, four times")
  func markerInData() throws {
    let transfer = try transfer("fault-marker-in-data")
    #expect(transfer.payloadBytes == 116 && transfer.markerStyle == .own)
    #expect(
      transfer.payloadSha256
        == sha256(
          "Of markers: the one of this app is EOM, three letters. A GEOMETRY lesson has EOM"
            + " in it, and nothing is over. So: EOM"))
  }

  @Test("a marker in two pieces")
  func markerSplit() throws {
    let transfer = try transfer("fault-marker-split")
    #expect(transfer.markerStyle == .split && transfer.markerFrame == 71)
    #expect(transfer.lastFrame == 69)
    #expect(transfer.payloadBytes == 211 && transfer.payloadIntact == true)
    #expect(
      transfer.payloadSha256 == "425e42c86a62ebc99a1ee9d460cd09d5125c2376141f512426e788afb6bbe2b5")
  }

  @Test("a marker with a NUL behind it")
  func markerNearMiss() throws {
    let connection = try Samples.report("fault-marker-near-miss").connections[0]
    #expect(connection.transfers.isEmpty)
    #expect(
      connection.notifications.first?.nearMarker
        == .init(marker: "EOM", octets: "454f4d00", count: 1, firstFrame: 72, lastFrame: 72))
  }

  @Test("a transfer of which half was still in the controller when its sender hung up")
  func sentNotDelivered() throws {
    let transfer = try transfer("fault-sent-not-delivered")
    #expect(transfer.complete && transfer.outcome == .undelivered && transfer.chunks == 13)
    #expect(transfer.delivery == .init(uncompletedPackets: 7, uncompletedBytes: 106))
  }

  @Test("a transfer by indications takes two connection events a chunk")
  func confirmedChunks() throws {
    let transfer = try transfer("fault-confirmed-chunks")
    #expect(transfer.kind == .indication && transfer.chunks == 35)
    #expect((59_000...61_000).contains(transfer.gapUs.p50 ?? 0))
  }

  @Test("a marker at the end of the last chunk")
  func markerGlued() throws {
    let transfer = try transfer("fault-marker-glued")
    #expect(transfer.markerStyle == .glued && transfer.payloadBytes == 246)
    #expect(
      transfer.payloadSha256 == "1a2c76549a57ba2667bfe2dc53eb01f0f08dadafaeba5f2fdf1bd7b7424c7fb6")
    #expect(transfer.payloadIntact == true)
  }

  @Test("a value without octets")
  func emptyValue() throws {
    let transfer = try transfer("fault-empty-value")
    #expect(transfer.chunkBytes["0"] == 1 && transfer.payloadBytes == 281)
    #expect(
      transfer.payloadSha256 == "c5f4a8647cd044d2d328a8f44a33f06090d3cd201e7c8858ab9d368a33f7dd07")
  }

  @Test("the link is lost in the second message; it comes whole over the next connection")
  func linkLoss() throws {
    let connections = try Samples.report("transfer-link-loss-central").connections
    #expect(connections.count == 2)
    #expect(connections[0].disconnect?.reason == 0x08 && connections[0].disconnect?.frame == 107)
    #expect(connections[0].transfers.map(\.complete) == [true, false])
    let lost = connections[0].transfers[1]
    #expect(lost.chunkBytes == ["182": 4] && lost.payloadBytes == 728 && lost.marker == nil)
    #expect(
      lost.payloadSha256 == "93301dbcb600576f7cd22f191b7f227714806a99b9a12a8f3a1abac991812875")
    #expect(connections[0].rssi?.trend == .receding)
    #expect(connections[1].transfers.map(\.payloadBytes) == [1390])
    #expect(
      connections[1].transfers.map(\.payloadSha256) == [
        "093951321f5ce17ab19d881ac11be58e1022f5faa46afbdb762043deb187bb9d"
      ])
  }

  @Test("a request without an answer, for 30 seconds")
  func unanswered() throws {
    let connection = try Samples.report("fault-request-unanswered").connections[0]
    let pending = try #require(connection.att.pending.first)
    #expect(connection.att.pending.count == 1)
    #expect(pending.frame == 76 && pending.handle == 0x0013 && pending.request == .readRequest)
    #expect(abs(pending.ageUs - 30_000_000) < 20_000)
    #expect(connection.att.transactions.unanswered == 1)
    #expect(connection.transfers.map(\.payloadBytes) == [176])
  }

  @Test("a silence of 1.2 seconds")
  func gap() throws {
    let transfer = try transfer("fault-notification-gap")
    #expect(transfer.gaps.count == 1)
    #expect((1_200_000...1_260_000).contains(transfer.gaps[0].gapUs))
    #expect(transfer.gaps[0].explainedBy == "link-silence")
    #expect(transfer.payloadBytes == 567 && transfer.payloadIntact == true)
  }

  @Test("a second connection with the handles of the first")
  func cachedHandles() throws {
    let connections = try Samples.report("fault-reconnect-cached-handles").connections
    #expect(connections.map(\.gatt.remembered) == [false, true])
    #expect(connections.map { $0.transfers.map(\.payloadBytes) } == [[211], [387]])
    #expect(connections[1].transfers[0].uuid == connections[0].transfers[0].uuid)
    #expect(connections[1].gatt.subscriptions.map(\.guessed) == [false, false])
    #expect(connections[1].att.pdus.tx["read_by_type_request"] == nil)
  }

  @Test("handles alone, without connection or discovery")
  func handlesOnly() throws {
    let connection = try Samples.report("fault-cached-handles-only").connections[0]
    #expect(connection.completeFrame == nil && connection.mtu.effective == nil)
    #expect(connection.role == nil && connection.peer.address == nil)
    #expect(connection.gatt.subscriptions.map(\.guessed) == [true, true])
    #expect(connection.transfers.map(\.payloadBytes) == [281])
    #expect(connection.transfers.map(\.uuid) == [nil])
    #expect(connection.transfers.map(\.chunkLimit) == [nil])
    #expect(connection.transfers.map(\.truncatedAtStart) == [false])
    #expect(connection.disconnect?.reason == 0x16)
  }

  @Test("chunks that are smaller than they need be; chunks that grow")
  func chunkSizes() throws {
    let small = try transfer("fault-small-chunks")
    #expect(small.payloadBytes == 3159 && small.chunkBytes == ["20": 157, "19": 1])
    #expect(small.chunkLimit == 182)
    let grown = try transfer("fault-mtu-late")
    #expect(grown.payloadBytes == 1431)
    #expect(grown.chunkBytes == ["20": 22, "182": 5, "81": 1])
    #expect(
      grown.payloadSha256 == "49b6bbbc4f99a24529a9cd1076c5304654287b058279a559172bf808e2edff9b")
  }

  @Test("nothing in any sound sample is undecodable, cut or dropped", arguments: Samples.sound)
  func clean(file: String) throws {
    let capture = try Samples.report(of: Samples.bytes(file))
    #expect(capture.undecodableRecords == 0 && capture.truncatedRecords == 0)
    #expect(capture.droppedRecords == 0 && !capture.cutShort && capture.damage == nil)
    #expect(capture.boundsReached.isEmpty)
  }
}
