import Framing

/// The options that say what the values of an app are: where its data end, and how they are
/// framed.
extension Option {
  var dataDefinition: OptionDefinition? {
    switch self {
    case .marker:
      OptionDefinition(
        commands: [.analyze, .export, .shrink, .live, .diff, .budget],
        valueName: "MARKER",
        summary: "Treat MARKER, a text or bytes such as hex:454F4D, as the end of a transfer, too",
        details: [
          "Apps that send data in chunks end them with a marker, which is a separate value; a "
            + "transfer is recognised by its marker.",
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
          "The UUID is written as 2A37 or as 9D534E8B-2153-4F6D-B2B0-8C68665A7274.",
          "A run is bulk data without a marker.",
          "Where it should end is not known, so nothing in it "
            + "is reported as missing.",
          "Without this option, values form a run only if they have at least 2000 bytes and do not "
            + "come at a steady period.",
          "This option does not make values a transfer: a transfer without its marker is reported "
            + "only if another one on the same characteristic ended with a marker.",
        ],
        isRepeatable: true)
    case .framing:
      OptionDefinition(
        commands: [.analyze, .live, .diff, .budget],
        valueName: "UUID=LAYOUT",
        summary: "Read the values of characteristic UUID as messages in LAYOUT, such as "
          + "length:u16le,crc:16; learn finds layouts",
        details: Self.framingDetails, isRepeatable: true)
    default: nil
    }
  }

  private static var framingDetails: [String] {
    [
      "Apps put data into messages: a length before each, a counter in each value, a checksum.",
      "Protocols whose characteristics are known, such as MCUmgr SMP, are read without this option.",
      "With --framing learn, other layouts are learned from the values, and reported where all "
        + "messages agree and chance is excluded; --framing none, the default, learns nothing.",
      "Learning may double the time that a capture takes.",
      "UUID=none leaves out one characteristic, also one of a known protocol.",
      "The UUID is written as for --transfer, and the layout as items separated by commas.",
    ]
      + FramingSpec.help.map { item in "\(item.item): \(item.meaning)." }
      + [
        FramingSpec.types + ".", "Offsets count from 0, and are 0 if not given.",
        "The report states a learned layout in this form.",
      ]
  }
}
