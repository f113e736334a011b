/// The options that decrypt what a sniffer received.
extension Option {
  var keysDefinition: OptionDefinition? {
    switch self {
    case .keys:
      OptionDefinition(
        commands: Self.commandsWithKeys,
        valueName: "FILE",
        summary: "Decrypt sniffed connections with the keys in FILE, one in each line; - is "
          + "standard input",
        details: [
          "A line has a key of 32 hexadecimal digits, in either byte order; the addresses of its "
            + "devices may follow.",
          "The key may be preceded by ltk (long term key), stk (short term key of legacy pairing), "
            + "session (key of one session), or tk (temporary key); passkey is followed by six "
            + "digits.",
          "What follows # is a comment.",
          "A key fits if the message integrity check (MIC) of a packet is right with it.",
          "At most 4,096 keys are read.",
          "With more than a few hundred keys, give the kind of each, such as ltk, and its devices: "
            + "the number of attempts is limited.",
          "The command prints none of these keys, and writes none to a file.",
          "Without keys, connections are decrypted if the capture holds their legacy pairing, and "
            + "its temporary key is 0, as with Just Works.",
          "A key is of use only if the sniffer received LL_ENC_REQ and LL_ENC_RSP.",
        ],
        isRepeatable: true)
    case .keysFrom:
      OptionDefinition(
        commands: Self.commandsWithKeys,
        valueName: "CAPTURE",
        summary: "Decrypt sniffed connections with the keys that CAPTURE holds, an HCI capture of "
          + "either device",
        details: [
          "Keys are in LE Enable Encryption on the central, in LE Long Term Key Request Reply on "
            + "the peripheral, and in the pairing of both.",
          "Some phones leave keys out of their captures.",
        ],
        isRepeatable: true)
    case .crackTK:
      OptionDefinition(
        commands: Self.commandsWithKeys,
        summary: "Guess the passkey of a legacy pairing that was sniffed, and decrypt what follows",
        details: [
          "There are a million passkeys of six digits; this takes some seconds.",
          "At most 8 pairings of a capture are tried.",
          "LE Secure Connections cannot be decrypted in this way.",
          "Use this only on your own devices.",
        ])
    case .mergeAir:
      OptionDefinition(
        commands: [.analyze, .export],
        summary: "Merge the captures of several sniffers that heard the same session into one",
        details: [
          "The result has each packet that any of the sniffers received, once, and so fewer gaps "
            + "than each of the captures.",
          "The clock is that of the first FILE: the offset and drift of the others are calculated "
            + "from packets that both have.",
          "Two packets are the same if their bytes are the same and their times agree; in a "
            + "connection the time alone is enough if the clocks agree to 0.2 ms, so that a packet "
            + "that one sniffer received with a wrong CRC, or decrypted, is found again.",
          "Signal strength is that of the first capture; packets that it does not have are without "
            + "one.",
          "Packets are numbered in the order of their times; export --merge-air writes the same "
            + "capture as pcapng or pcap, with link type 256.",
          "It fails if fewer than three packets show how the clocks go.",
        ])
    default: nil
    }
  }

  /// The `--keys` of the commands whose manual page refers to that of analyze.
  static let briefKeys: OptionDefinition = {
    var definition = Option.keys.definition
    definition.details = ["bletrace-analyze(1) explains the lines of FILE."]
    return definition
  }()

  private static let commandsWithKeys: [Command] = [
    .analyze, .decode, .messages, .shrink, .diff, .align, .budget,
  ]
}
