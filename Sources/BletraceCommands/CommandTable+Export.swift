import CaptureFiles

extension Command {
  static let exportDefinition = CommandDefinition(
    operand: OperandDefinition(name: "FILE", count: 1...1000),
    summary: "Write a capture, or a part of it, as btsnoop, pcap, pcapng or PacketLogger",
    description: [
      [
        "Reads each FILE, a capture in any format that analyze reads, and writes the packets to "
          + "the file that -o names.",
        "FILE may be packed by gzip, or be a zip or tar archive with one capture in it; "
          + "ARCHIVE/ENTRY names one of several.",
        "The name - means standard input.",
      ],
      [
        "The suffix of the output chooses the format: .btsnoop or .log, .pcap, .pcapng, .pklg "
          + "(PacketLogger); --format "
          + "chooses it for any other name.",
        "HCI packets are written as H4 (btsnoop 1002, link type 201); captures of the Linux "
          + "monitor keep its framing (btsnoop 2001, link type 254).",
        "Packets of a sniffer keep their link type; only pcap and pcapng can hold them, and only "
          + "pcapng several link types or sniffers.",
        "Times, directions, original lengths and counts of dropped records are kept; what the "
          + "format cannot store is reported on standard error.",
        "If the input does not state a direction, it is inferred from the packet type, as in "
          + "analyze.",
      ],
      [
        "Several FILEs are joined in the order of their first packets, such as "
          + "btsnoop_hci.log.last and btsnoop_hci.log; frames and connections are numbered "
          + "continuously."
      ],
      [
        "With --frames, --connection, --device, --from or --to only the selected packets are "
          + "written, and those that explain them: the facts about the controllers; how each "
          + "connection began, with the last advertising before it; its features, parameters, MTU, "
          + "discovery, subscriptions, pairing and channels; the request of a selected response; "
          + "the other fragments of a selected PDU.",
        "Of a connection that a sniffer received these are also its request to connect, all its "
          + "link layer control PDUs, and the packet before each one that is kept, because packets "
          + "are numbered by one bit.",
        "A report on such a part counts the packets that are left out as missed by the sniffer.",
        "Frames of the output are numbered from 1.",
      ],
      [
        "With --findings each finding of analyze is a comment on the packets that show it, so that "
          + "Wireshark shows the report next to the packets."
      ],
      [
        "With --redact the output can be given to others: addresses, names, keys, values, "
          + "manufacturer data, country codes, vendor logs and notes are replaced by others of the "
          + "same length.",
        "Headers of framed transfers (MCUmgr SMP, Nordic DFU, Matter BTP, the other updates, BLE "
          + "MIDI), and the lengths and tags of firmware files that an update needs, are kept; the "
          + "data in them is replaced, and so is what follows the last field of a message; a CRC or "
          + "SHA-256 that was correct is calculated again.",
        "Of MCUmgr SMP, only the keys and integers of transfers and errors are kept.",
        "In packets of a sniffer, encrypted data and packets with a wrong CRC are replaced as a "
          + "whole, and a CRC that was correct is calculated again.",
        "Access addresses are kept, because the channels of a connection are calculated from them.",
        "A connection that analyze decrypts without --keys stays encrypted in the report on the "
          + "redacted file.",
        "analyze --redact makes a report, in any format, from packets that are redacted in this "
          + "way.",
      ],
      keptValues, stillShown, linked, selfCheck,
      [
        "Without --redact the output is readable by its owner only (mode 0600), because it "
          + "contains keys, names and values.",
        "It appears when it is complete, and never replaces one of the FILEs.",
      ],
    ],
    variants: [.format: exportFormat, .output: captureOutput, .marker: exportMarker],
    examples: [
      Example(
        command: "bletrace export --connection 2 btsnoop_hci.log -o part.pcapng",
        meaning: "Cut out one connection, for Wireshark."),
      Example(
        command: "bletrace export btsnoop_hci.log btsnoop_hci.log.last -o whole.btsnoop",
        meaning: "Join the two parts of an Android log."),
      Example(
        command: "bletrace export sysdiagnose.tar.gz/bluetoothd.pklg -o log.pcap",
        meaning: "Convert a capture in an archive."),
      Example(
        command: "bletrace export --findings btsnoop_hci.log -o annotated.pcapng",
        meaning: "Show the findings in Wireshark."),
      Example(
        command: "bletrace export --redact btsnoop_hci.log -o share.btsnoop",
        meaning: "Make a file that you can give to others."),
    ])

  /// Which bytes of values, UUIDs and advertising data are kept.
  private static let keptValues = [
    "A value that is read is kept if it is a declaration, a descriptor other than a name, or a "
      + "characteristic that says how to connect, such as Peripheral Preferred Connection "
      + "Parameters.",
    "A value that is written is kept if it is a subscription, and one that is indicated if it is "
      + "Service Changed; what is notified is replaced.",
    "The same connection must have shown what the attribute is, and the value must have the "
      + "length of the specification.",
    "A write of two bytes from 00 00 to 03 00 to an attribute that discovery did not show is "
      + "treated as a subscription, and kept.",
    "The markers EOM, PIC_END and TEXT_END, and those of --marker, are kept where they end a "
      + "message: as a value of their own, over consecutive values, or at the end of a value that is "
      + "the first or is shorter than one before it; elsewhere they are replaced, so that "
      + "marker-in-data is not reported.",
    "Markers of configuration files are replaced; standard error says what was kept, how often, and "
      + "why.",
    "A value that is a marker in other letter case, or with one or two blanks after it, is kept, so "
      + "that marker-near-miss still reports it.",
    "A UUID is kept, but bytes in it that are an address, four bytes or more of one, a name or a "
      + "key of the capture are replaced; a serial number in a UUID is kept.",
    "A company identifier, and a UUID before service data, is replaced if the data begins like an "
      + "address in the capture.",
    "For this each FILE is read twice; standard input is read once, and only what was seen before "
      + "is recognized.",
    "The first bytes of an iBeacon and of an Eddystone frame are kept.",
    "If advertising data is divided between packets, all parts after the first are replaced; if "
      + "the first is not in the capture, the second is decoded as if it were the first, and some "
      + "of its bytes may be kept.",
    "A damaged packet is decoded as what it seems to be, and some of its bytes may be kept, but no "
      + "address or name that is elsewhere in the capture.",
  ]

  /// What the receiver of a redacted file can still find.
  private static let stillShown = [
    "A redacted file still shows the kind of each device: services, UUIDs of vendors, company "
      + "identifiers, class of device and Appearance, and in Bluetooth Classic the profiles, such "
      + "as calls, music or contacts.",
    "It shows the controller, with its versions, features, supported commands and audio codecs, "
      + "which often suggest a model of phone.",
    "It shows attribute handles, connection parameters and MTUs, which suggest an app and a "
      + "version of firmware.",
    "It shows when everything happened, signal strengths, channel maps, which may suggest Wi-Fi "
      + "nearby, the controller's clock and clock offsets, samples of direction finding, the "
      + "configuration of Channel Sounding, and the structure of periodic and isochronous streams.",
    "It shows the method of pairing, the size of keys, whether devices are bonded, and why "
      + "connections ended.",
    "Of a sniffed connection it shows the access address, which packets were retransmitted, and the "
      + "lengths of encrypted packets.",
    "It shows the lengths of names and values, how often they are sent, and whether an address is "
      + "public or which type of random address it is.",
    "Because equal data stays equal, it shows which devices were met again, and how often a value "
      + "occurs; values of the same length share their replacements in the whole file.",
    "Short values, such as a heart rate that changes in small steps, can be sorted by their "
      + "sequence; one known value then reveals the others.",
    "If a value has fewer than four different bytes, its replacement has as few different bytes, "
      + "in other places; so it shows when audio is silent.",
    "Framed transfers show their sizes, offsets, image numbers, versions and error codes; the size "
      + "of a firmware image may identify it.",
    "The public key for debugging of the specification is kept.",
  ]

  /// What a receiver can find who has more than one redacted file.
  private static let linked = [
    "Another log of the same time and place, such as that of a lock, a shop or a sniffer, can be "
      + "matched by the times, and then names the devices.",
    "Two redacted files of one capture, or of both sides of a connection, can be matched packet by "
      + "packet; what --keep kept in either is then known for both.",
    "Two captures of one device can be recognized by its attributes, the lengths of its names, "
      + "and its advertising interval.",
  ]

  /// What the search of a redacted file does not find.
  private static let selfCheck = [
    "The search of the output looks for what was replaced; it does not find what redaction "
      + "keeps by mistake.",
    "It looks for whole addresses, names of at least 6 bytes, and other originals of at least 8 "
      + "bytes; of an original with more than 24 bytes it looks for the first 24.",
    "It also looks for four bytes and more of an address, in either order, where bytes of a packet "
      + "are not replaced; in packets of a sniffer it finds the addresses by the access address of "
      + "advertising, whatever else the packet looks like.",
    "Each has at least four different bytes; an address, a name, a key or a note may have two or "
      + "three if none of them is 00 or FF.",
    "It looks for them in both byte orders; for all but values and undecoded data, also for "
      + "hexadecimal digits and base64; for addresses, also for digits with colons, dashes or "
      + "blanks.",
    "It looks for the first 100,000 addresses, names, keys and notes, and for the first 100,000 "
      + "other originals; the report on standard error says if there were more.",
    "Data that is equal to bytes that are kept elsewhere, such as a header, is not looked for.",
    "It does not find three bytes or fewer of an address, other spellings such as UTF-16, or data "
      + "that is divided between packets.",
    "Standard input is read once: a part of an address is found only after a packet with the whole "
      + "address.",
    "Of packets of a sniffer, it does not look for encrypted data, nor for that of packets with a "
      + "wrong CRC.",
  ]

  private static let exportFormat = OptionDefinition(
    commands: [.export],
    valueName: "FORMAT", choices: CaptureFileWriter.Container.allCases.map(\.rawValue),
    summary: "Write btsnoop, pcap, pcapng or packetlogger, whatever the name of the output",
    defaultValue: "the format of the output's suffix")

  static let analyzeRedact = OptionDefinition(
    commands: [.analyze],
    summary: "Report on packets in which addresses, names, keys, values and other private data are "
      + "replaced",
    details: [
      "They are replaced in the same way as by export --redact, and the same things can be "
        + "inferred.",
      "Markers of configuration files do not count; one of --marker has at least three bytes, and "
        + "is kept where it ends a message.",
      "The report calls the captures capture1, capture2 and so on, and is not searched for "
        + "originals.",
      "Payloads that --extract writes are those of the replaced values.",
      "A report keeps the names that --name and a .bletrace file give to UUIDs; ndjson keeps the "
        + "SHA-256 of the original capture.",
    ])

  /// The `-o` of the commands that write a capture.
  static let captureOutput: OptionDefinition = {
    var definition = Option.output.definition
    definition.summary = "Write the capture to FILE (required)"
    return definition
  }()

  private static let exportMarker = OptionDefinition(
    commands: [.export],
    valueName: "MARKER",
    summary: "With --redact, do not replace MARKER, a text or bytes such as hex:454F4D, in values",
    details: [
      "EOM, PIC_END and TEXT_END are kept without this option.",
      "MARKER has at least three bytes, and is kept only where it ends a message.",
    ],
    isRepeatable: true)
}
