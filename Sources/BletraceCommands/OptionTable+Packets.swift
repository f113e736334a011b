import PacketText

/// The options that choose packets, and say how they are shown.
extension Option {
  var packetDefinition: OptionDefinition? {
    switch self {
    case .verbose:
      OptionDefinition(
        short: "v",
        summary: "Show every field of each packet, indented under its line",
        details: [
          "Fields have the names of the specification.",
          "Codes are shown with name and number; a code without a known name is marked as (no "
            + "name).",
          "Bytes that belong to no field, and bytes that are missing, are shown with their "
            + "count.",
          "Only the length of a key is shown.",
        ])
    case .bytes:
      OptionDefinition(
        summary: "Show every byte of each packet next to the field that it belongs to",
        details: [
          "Offsets count from the first byte of the HCI packet, in hexadecimal.",
          "A PDU in several packets is shown once, complete, at the last packet.",
          "This shows keys as well, but none that was decrypted.",
        ])
    case .time:
      OptionDefinition(
        commands: [.analyze, .decode],
        valueName: "CLOCK", choices: PacketOptions.Clock.allCases.map(\.rawValue),
        summary: "Show times relative to the first packet, absolute, or as delta",
        details: [
          "absolute is in UTC, as far as the capture shows; if it has only the time between "
            + "records, times stay relative, and a line on standard error says so.",
          "delta counts from the previous packet that is shown.",
        ],
        defaultValue: "relative")
    case .frames:
      OptionDefinition(
        commands: [.decode, .export],
        valueName: "FRAMES",
        summary: "Select only these frames, such as 120-188 or '#54 #55'",
        details: [
          "The frames of a finding can be pasted as the report writes them, in quotation "
            + "marks; commas or spaces separate them, and each # may be left out."
        ],
        isRepeatable: true)
    case .connection:
      OptionDefinition(
        commands: [.decode, .export],
        valueName: "NUMBER",
        summary: "Select only packets of connection NUMBER, as the report numbers them",
        details: ["HCI events that name the connection are included."],
        isRepeatable: true)
    case .handle:
      OptionDefinition(
        valueName: "HANDLE",
        summary: "Show only packets with the connection handle HANDLE, such as 64 or 0x0040",
        isRepeatable: true)
    case .layer:
      OptionDefinition(
        valueName: "LAYER",
        choices: PacketLayer.allCases.flatMap { [$0.rawValue, $0.shortName].compactMap(\.self) },
        summary: "Show only packets of LAYER, such as att, smp, signalling, event",
        details: [
          "The layers are "
            + PacketLayer.allCases.map { layer in
              layer.rawValue + (layer.shortName.map { " (or \($0))" } ?? "")
            }.joined(separator: ", ") + ".",
          "acl and l2cap include what they carry: ATT, SMP and signalling.",
        ],
        isRepeatable: true)
    case .transferNumber:
      OptionDefinition(
        valueName: "NUMBER",
        summary: "Show only the packets that carry transfer NUMBER, as the report numbers them",
        details: [
          "Each connection numbers its own transfers; if more than one has a transfer NUMBER, "
            + "choose one with --connection.",
          "The file is read twice, so it cannot be standard input.",
        ])
    case .device:
      OptionDefinition(
        commands: [.decode, .export],
        valueName: "ADDRESS",
        summary:
          "Select only packets that name the device with ADDRESS, or belong to its connections",
        isRepeatable: true)
    case .from:
      OptionDefinition(
        commands: [.decode, .export],
        valueName: "TIME",
        summary: "Select only packets at TIME or later, such as 12.5s or 250ms",
        details: [
          "TIME counts from the first packet, as times in a report do; notes of the logger may "
            + "come before it.",
          "The units are us, ms and s.",
        ])
    case .to:
      OptionDefinition(
        commands: [.decode, .export],
        valueName: "TIME",
        summary: "Select only packets at TIME or earlier")
    default: nil
    }
  }
}
