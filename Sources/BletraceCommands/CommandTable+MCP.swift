import Report

extension Command {
  static let mcpDefinition = CommandDefinition(
    operand: OperandDefinition(name: "FOLDER", count: 1...16),
    summary: "Serve reports to an agent, over the Model Context Protocol",
    description: [
      [
        "Answers the messages of a client of the Model Context Protocol on standard input and "
          + "output, one JSON object per line, until the input ends.",
        "You do not run this command; the client, such as an assistant in an editor, starts it.",
      ],
      [
        "The tools are \(Wording.list(MCPTool.allCases.map(\.rawValue))).",
        "Each tool only reads.",
        "An answer has at most \(grouped(MCPAnswers.longestAnswer)) bytes; a longer one is cut, "
          + "and says so.",
      ],
      [
        "A client can read captures and reports in each FOLDER, and nothing else: symbolic links "
          + "in a path are followed before the path is checked.",
        "Pipes and devices are not read, and hidden files are not listed.",
        "A user who can write to a FOLDER can still replace a file by a link after the check.",
        "Names and values in the answers come from devices, and an agent may treat them as "
          + "instructions: give it no more rights than it needs.",
      ],
    ],
    examples: [
      Example(
        command: "bletrace mcp ~/captures",
        meaning: "The command that goes into a client's list of servers.")
    ])
}
