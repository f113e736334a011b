extension Option {
  var exportDefinition: OptionDefinition? {
    switch self {
    case .redact:
      OptionDefinition(
        summary: "Replace addresses, names, keys, values and other private data",
        details: [
          "Lengths, times, handles, opcodes, parameters, UUIDs, company identifiers and markers "
            + "stay, so that analyze finds the same, apart from what the values hold.",
          "Equal data stay equal, and different ones different; what is replaced by what is "
            + "different in each run.",
          "Packets that cannot be decoded are replaced whole behind their headers.",
          "The file is then searched for each original, in both byte orders, as hexadecimal digits "
            + "and in base64; if one is found, nothing is written, and the exit status is 2.",
          "A redacted file has the usual permissions of a new file.",
        ])
    case .map:
      OptionDefinition(
        valueName: "FILE",
        summary: "With --redact, write what was replaced by what to FILE, a JSON object a line",
        details: ["FILE is readable for its owner only (mode 0600); do not share it."])
    case .keepOriginal:
      OptionDefinition(
        valueName: "KINDS",
        summary: "With --redact, keep KINDS, such as values,names",
        details: [
          "KINDS are addresses, names, values, advertising (manufacturer and service data), notes "
            + "and undecoded, with commas between them.",
          "Keys and pairing values are always replaced.",
        ],
        isRepeatable: true)
    default: nil
    }
  }
}
