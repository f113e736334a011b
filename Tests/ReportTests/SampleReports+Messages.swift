@testable import Report

extension Sample {
  /// Messages of a protocol without a specification, with a value in each key.
  static let messages = ReportV1.Messages(

    layout: "start:DD,length:u8@3/payload,twos:16/be/from=2,end:77", confidence: .learned,
    streams: [
      .init(valueHandle: 17, uuid: "FF01", kind: .notification, direction: .rx),
      .init(valueHandle: 21, uuid: "FF02", kind: .write, direction: .tx),
    ], count: 39, values: 44, omitted: 3, checked: true,
    damaged: [77], damagedCount: 1, resets: 1, oddsLog10: -104.5,
    evidence: ["octet 0": "constant 0xDD"],
    kinds: [
      .init(
        id: 1, direction: .tx, count: 20, bytes: 7, bytesMax: 9, firstFrame: 70,
        example: "dda50300fffd77", varying: ["4", "7..8"], periodUs: 1_000_000, answeredBy: 2,
        fields: [
          .init(
            offset: 4, bytes: 2, bigEndian: true, kind: .slow,
            text: "u16be from 3 to 9, changes little")
        ])
    ], kindsTotal: 2, flaws: ["checksum": 1])
}
