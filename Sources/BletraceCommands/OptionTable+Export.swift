extension Option {
  var shrinkDefinition: OptionDefinition? {
    guard self == .finding else { return nil }
    return OptionDefinition(
      valueName: "RULE", summary: "Keep a finding of RULE",
      details: [
        "If there are several, one with the highest severity is "
          + "kept.", "bletrace rules lists the rules.",
      ])
  }

  var exportDefinition: OptionDefinition? {
    switch self {
    case .findings:
      OptionDefinition(
        summary: "Write each finding as a comment on its packets, for Wireshark (pcapng only)",
        details: [
          "In Wireshark, the display filter frame.comment shows the packets with comments.",
          "A packet has at most \(FindingComments.mostOfFrame) comments; findings without a packet "
            + "are comments on the file.",
          "FILE is read twice: only one FILE is allowed, and it cannot be standard input.",
        ])
    case .redact:
      OptionDefinition(
        commands: [.export, .analyze, .messages],
        summary: "Replace addresses, names, keys, values and other private data",
        details: [
          "Lengths, times, handles, opcodes, parameters, UUIDs, company identifiers and markers "
            + "are kept, so that analyze reports the same findings; only the contents of values "
            + "differ.",
          "Equal data stays equal, and different data stays different; each time the replacements "
            + "are different.",
          "In a packet that cannot be decoded, everything after the headers is replaced; so is "
            + "what exceeds the length that the specification gives a field.",
          "The file is then searched for the originals; if one is found, nothing is written, and "
            + "the exit status is 2.",
          "A redacted file has the usual permissions of a new file.",
        ])
    case .map:
      OptionDefinition(
        valueName: "FILE",
        summary: "With --redact, write each original and its replacement to FILE, as JSON lines",
        details: ["FILE is readable by its owner only (mode 0600); do not share it."])
    case .keepOriginal:
      OptionDefinition(
        valueName: "KINDS",
        summary: "With --redact, keep KINDS, such as values,names",
        details: [
          "KINDS are addresses, names, values, advertising (manufacturer and service data), notes "
            + "and undecoded, with commas between them.",
          "Keys and pairing values are always replaced, and so are fragments whose beginning is "
            + "missing, because they may contain such data.",
          "Originals of other kinds, such as an address in manufacturer data, are replaced in what "
            + "is kept.",
          "From standard input this is impossible: if such an original is found, nothing is "
            + "written.",
          "A name that is kept may contain a part of an address.",
        ],
        isRepeatable: true)
    default: nil
    }
  }
}
