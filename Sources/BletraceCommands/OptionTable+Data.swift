import Framing

/// The options that say what the values of an app are: where its data end, and how they are
/// framed.
extension Option {
  var dataDefinition: OptionDefinition? {
    switch self {
    case .marker:
      OptionDefinition(
        commands: [.analyze, .export, .shrink, .live, .diff, .align, .budget],
        valueName: "MARKER",
        summary: "Also end a transfer at MARKER, a text or bytes such as hex:454F4D",
        details: [
          "Apps that send data in chunks end them with a marker, which is a separate value; a "
            + "transfer is recognized by its marker.",
          "EOM, PIC_END and TEXT_END are known without this option.",
          "A marker is 1 to 64 bytes long.",
        ],
        isRepeatable: true)
    case .transfer:
      OptionDefinition(
        commands: [.analyze, .shrink, .live, .diff, .budget],
        valueName: "UUID",
        summary: "Report all values of characteristic UUID as runs (bulk data), even a few",
        details: [
          "The UUID is written as 2A37 or as 9D534E8B-2153-4F6D-B2B0-8C68665A7274; where a capture "
            + "has no UUID, the handle of the value is written, as 0x0018.",
          "A run is bulk data, that is many values in a row; it may carry a transfer.",
          "It is not known where a run should end, so nothing in it is reported as missing.",
          "Without this option, values form a run only if they have at least 2,000 bytes in total, "
            + "usually less than 1 s apart, and are not telemetry: notifications one at a time at a "
            + "regular interval, slower than the link.",
          "A transfer without its marker is reported only if another one on the same "
            + "characteristic ended with a marker, even with this option.",
        ],
        isRepeatable: true)
    case .framing:
      OptionDefinition(
        commands: [.analyze, .messages, .live, .diff, .budget],
        valueName: "UUID=LAYOUT",
        summary: "Read values of characteristic UUID as messages in LAYOUT, such as "
          + "length:u16le,crc:16",
        details: Self.framingDetails, isRepeatable: true)
    case .expect:
      OptionDefinition(
        commands: [.analyze],
        valueName: "FILE",
        summary: "Compare a transfer with FILE, the file that was sent; exit with status 1 unless "
          + "it arrived intact",
        details: [
          "The report states which bytes are missing, repeated, out of order or damaged, and in "
            + "which frames.",
          "Bytes are counted from 0.",
          "Of all transfers and runs in the capture, the one that fits FILE best is compared; "
            + "--transfer and --connection restrict the choice to a characteristic and a "
            + "connection.",
          "Each of several captures is compared with FILE.",
          "Of data without a marker, the part from the first to the last byte of FILE is compared.",
          "If the capture has nothing of FILE, or holds only a part of the values, the file did "
            + "not arrive intact, and the status is 1.",
          "FILE has 1 byte to 64 MB.",
        ])
    default: nil
    }
  }

  private static var framingDetails: [String] {
    var details = [
      "Layouts are learned from all values; --framing none, without a UUID, leaves that out.",
      "Apps put data into messages: a length before each, a counter in each value, a checksum.",
      "Protocols whose characteristics are known, such as MCUmgr SMP, are read without this option.",
      "A learned layout is reported only if 95 of 100 messages match and a coincidence is very "
        + "unlikely.",
      "UUID=none leaves out one characteristic, even one of a known protocol.",
      "The UUID, or the handle, is written as for --transfer; the items of a layout have commas "
        + "between them.",
    ]
    for (item, meaning) in FramingSpec.help {
      details.append("    " + item)
      details.append(meaning.prefix(1).uppercased() + meaning.dropFirst() + ".")
    }
    details.append(FramingSpec.types + ".")
    details.append("Offsets count from 0, and are 0 if not given.")
    details.append("The report states a learned layout in this form.")
    return details
  }

  /// The `--framing` of the commands whose manual page refers to that of analyze.
  static let briefFraming: OptionDefinition = {
    var definition = Option.framing.definition
    definition.details = [
      "Layouts are learned from all values; --framing none, without a UUID, leaves that out.",
      "UUID=none leaves out one characteristic, even one of a known protocol.",
      "bletrace-analyze(1) explains LAYOUT.",
    ]
    return definition
  }()
}
