/// A difference between the two programs that was looked into.
struct AcceptedDifference {
  /// The file, within the folder of samples or of real captures.
  var file: String
  var field: String
  /// What each says; `nil` for nothing. Where that changes, the reason has to be looked at again.
  var tshark: String?
  var bletrace: String?
}

/// All of them, by their reason. A difference that is not listed fails, and so does one that no
/// longer occurs. Of the samples only those have any whose captures were harmed on purpose, and the
/// one that holds two controllers with a link between them.
let acceptedDifferences: [AcceptedDifference] =
  shortManufacturerData + dataBehindTheEnd + oneDirectionOnly + overtakingRequests
  + sentBeforeTheCapture + harmedSamples + sameHandleTwice + noTimeOfDay + vendorsReports
  + noTraffic

/// tshark takes Manufacturer Specific data of one octet, shorter than a company identifier, for the
/// end of the packet (frames 21, 34 and 36: "Malformed Packet") and passes over the rest of the
/// event: the signal strength, and the second report. Event and report lengths are right. Core Vol
/// 4, Part E, 7.7.65.2.
private let shortManufacturerData: [AcceptedDifference] = [
  .init(
    file: "btsnoop-h4/decoder_sample.btsnoop", field: "advertiser A0:14:3D:0C:CD:2B type 0",
    tshark: "2 reports", bletrace: "4 reports, -71 to -69 dBm"),
  .init(
    file: "btsnoop-h4/decoder_sample.btsnoop", field: "advertiser A0:14:3D:0C:FA:FD type 0",
    tshark: "1 reports", bletrace: "2 reports, -70 to -69 dBm"),
  .init(
    file: "btsnoop-h4/decoder_sample.btsnoop", field: "advertising reports",
    tshark: "56", bletrace: "59"),
]

/// Frames 5618 and 5619 come a millisecond behind the Disconnection Complete of their handle, which
/// no connection uses then: events overtake data within the host. bletrace counts them to the
/// connection that ended, tshark to none.
private let dataBehindTheEnd: [AcceptedDifference] = [
  .init(
    file: "btsnoop-h4/govee_main.btsnoop", field: "notifications rx 0x0003@320 handle 0x002D",
    tshark: "75 values, 1500 octets, frames 490 to 5612",
    bletrace: "76 values, 1520 octets, frames 490 to 5619"),
  .init(
    file: "btsnoop-h4/govee_main.btsnoop", field: "notifications rx 0x0003@? handle 0x002D",
    tshark: "1 values, 20 octets, frames 5619 to 5619", bletrace: nil),
]

/// The capture holds received packets alone. tshark wants the request of a response to read it, and
/// shows its entries as values, which are these: 0018, e0ff; 020300002a and so on. bletrace reads
/// them, and does not call a request unanswered whose answer could not be in the capture.
private let oneDirectionOnly: [AcceptedDifference] = [
  .init(
    file: "btsnoop-h4/neey_zh211_filtered.btsnoop",
    field: "characteristic 0x0002 value 0x0003 2A00 properties 0x02",
    tshark: nil, bletrace: "discovered"),
  .init(
    file: "btsnoop-h4/neey_zh211_filtered.btsnoop",
    field: "characteristic 0x0004 value 0x0005 2A01 properties 0x02",
    tshark: nil, bletrace: "discovered"),
  .init(
    file: "btsnoop-h4/neey_zh211_filtered.btsnoop",
    field: "characteristic 0x0006 value 0x0007 2A04 properties 0x02",
    tshark: nil, bletrace: "discovered"),
  .init(
    file: "btsnoop-h4/neey_zh211_filtered.btsnoop",
    field: "characteristic 0x0009 value 0x000A FFE1 properties 0x1C",
    tshark: nil, bletrace: "discovered"),
  .init(
    file: "btsnoop-h4/neey_zh211_filtered.btsnoop",
    field: "characteristic 0x000C value 0x000D FFE2 properties 0x1C",
    tshark: nil, bletrace: "discovered"),
  .init(
    file: "btsnoop-h4/neey_zh211_filtered.btsnoop",
    field: "characteristic 0x000F value 0x0010 FFE3 properties 0x0C",
    tshark: nil, bletrace: "discovered"),
  .init(
    file: "btsnoop-h4/neey_zh211_filtered.btsnoop", field: "service 0x0001 to 0x0007 1800",
    tshark: nil, bletrace: "discovered"),
  .init(
    file: "btsnoop-h4/neey_zh211_filtered.btsnoop", field: "service 0x0008 to 0x0011 FFE0",
    tshark: nil, bletrace: "discovered"),
  .init(
    file: "btsnoop-h4/neey_zh211_filtered.btsnoop", field: "unanswered @1",
    tshark: "0x02", bletrace: nil),
  .init(
    file: "btsnoop-h4/neey_zh211_filtered.btsnoop", field: "unanswered @164",
    tshark: "0x02", bletrace: nil),
]

/// The client sends Write Requests while others wait for their response. All 12 have one (frames
/// 123 to 165), in turn; tshark knows the last request only.
private let overtakingRequests: [AcceptedDifference] = [
  .init(
    file: "pcapng-h4phdr-201/govee_20230221-GVH5074_5C0F.pcapng", field: "unanswered @138",
    tshark: "0x12", bletrace: nil),
  .init(
    file: "pcapng-h4phdr-201/govee_20230221-GVH5074_5C0F.pcapng", field: "unanswered @147",
    tshark: "0x12", bletrace: nil),
  .init(
    file: "pcapng-h4phdr-201/govee_20230221-GVH5074_5C0F.pcapng", field: "unanswered @148",
    tshark: "0x12", bletrace: nil),
  .init(
    file: "pcapng-h4phdr-201/govee_20230221-GVH5074_5C0F.pcapng", field: "unanswered @150",
    tshark: "0x12", bletrace: nil),
]

/// Frame 46 completes a packet that was sent before the capture began, on a handle of which nothing
/// was seen until then.
private let sentBeforeTheCapture: [AcceptedDifference] = [
  .init(
    file: "pklg/even_g2_bt2.pklg", field: "acl packets completed 0x0042@?",
    tshark: "7", bletrace: "6")
]

/// Samples that were harmed on purpose. What was taken out of `fault-capture-one-way` are the
/// requests, which tshark needs to read the responses; of the answer to the request in frame 53 of
/// `fault-capture-truncated` too little is left for tshark to know it; and the Command Complete
/// that answers the end of the scan in `fault-undecodable` lacks its status. tshark leaves out the
/// record in which `fault-capture-cut` ends; bletrace reports the part that is there. For a payload
/// from which records are missing (`fault-capture-drops`), bletrace reports no digest.
private let harmedSamples: [AcceptedDifference] = [
  .init(
    file: "fault-capture-drops/capture.btsnoop",
    field: "transfer of 0x0040@37 handle 0x0010 @59",
    tshark: "18 chunks, 343 octets, "
      + "b9488b9d6ae9c174060666c86ae0c4be4eab30003cea8d4a8b53807735affb38",
    bletrace: "18 chunks, 343 octets, ?"),
  .init(
    file: "fault-capture-cut/capture.btsnoop", field: "records", tshark: "79", bletrace: "80"),
  .init(
    file: "fault-capture-cut/capture.btsnoop", field: "duration",
    tshark: "1637860", bletrace: "1665238"),
  .init(
    file: "fault-capture-cut/capture.btsnoop", field: "records cut by the logger",
    tshark: nil, bletrace: "1"),
  .init(
    file: "fault-capture-one-way/capture.btsnoop",
    field: "characteristic 0x000F value 0x0010 5F2B0A11-7C41-4D38-9E66-0B1D7A2C94E3 "
      + "properties 0x10",
    tshark: nil, bletrace: "discovered"),
  .init(
    file: "fault-capture-one-way/capture.btsnoop", field: "mtu 0x0040@20",
    tshark: "client ?, server 23 @22", bletrace: nil),
  .init(
    file: "fault-capture-truncated/capture.btsnoop", field: "unanswered @53",
    tshark: "0x04", bletrace: nil),
  .init(
    file: "fault-undecodable/capture.btsnoop", field: "scan end of @29",
    tshark: nil, bletrace: "@33"),
]

/// What bletrace refuses to read: captures of something else than Bluetooth, and what it says of
/// each.
let refusedFiles: [String: String] = [
  "non-hci/frontline_gatt_counter.cfa":
    "unknown format; the file starts with the bytes 04 e0 d3 84 0f 4c 01 03 00 03 0c 00 44 04 50 "
    + "c0",
  "non-hci/not_bt_ethernet.pcapng":
    "this pcapng file contains Ethernet (1), not Bluetooth HCI",
  "non-hci/not_bt_usbpcap_249.pcap":
    "this is a capture of USB without a Bluetooth controller in it; capture on the bus that it "
    + "is on, from before it is plugged in or switched on",
]

/// The links of two controllers have the same handle, 0x002A, at the same time. The events of both
/// are distinguished by their controller, which is no part of what is compared with tshark: it has
/// them all on the second link. 34 are of controller 1 and 13 of controller 0.
private let sameHandleTwice: [AcceptedDifference] = [
  .init(
    file: "bluez-live/capture.btsnoop", field: "acl packets completed 0x002A@133",
    tshark: nil, bletrace: "34"),
  .init(
    file: "bluez-live/capture.btsnoop", field: "acl packets completed 0x002A@136",
    tshark: "47", bletrace: "13"),
]

/// Android's quality reports are events of the vendor, which tshark 4.0 shows as octets: 26 of
/// them. Each names the connection by handle and address, with the signal at that moment.
private let vendorsReports: [AcceptedDifference] = [
  .init(
    file: "btsnoop-h4/oppo_earbuds_BT_HCI_2026_0719_110149.cfa", field: "rssi 0x0004@?",
    tshark: nil, bletrace: "26 samples, -56 to -32 dBm")
]

/// Neither record is an HCI packet: both have a type that H4 does not know, so that there is no
/// traffic, and it has no duration.
private let noTraffic: [AcceptedDifference] = [
  .init(
    file: "pcap-h4phdr-201/esp32_classic_121b.pcap", field: "duration", tshark: "16973",
    bletrace: nil)
]

/// A btsnooz body has times between its records only. tshark is shown a copy as btsnoop, which has
/// to begin somewhere.
private let noTimeOfDay: [AcceptedDifference] = [
  .init(
    file: "btsnooz-body/sardark1_btsnooz_hci.log", field: "start", tshark: "0", bletrace: nil)
]
