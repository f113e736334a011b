// swift-tools-version: 6.2
import PackageDescription

/// One set of rules for every target: warnings end the build, and memory-unsafe constructs must
/// say so (only Bytes and the C bindings do).
let strict: [SwiftSetting] = [
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
]

func library(
  _ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []
) -> Target {
  .target(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: strict)
}

func tests(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
  .testTarget(
    name: name, dependencies: dependencies + ["BletraceTestSupport"], exclude: exclude,
    swiftSettings: strict)
}

let package = Package(
  name: "bletrace",
  platforms: [.macOS("26.0")],
  products: [
    .executable(name: "bletrace", targets: ["BletraceProgram"]),
    .library(name: "Bletrace", targets: ["Bletrace"]),
  ],
  targets: [
    // C libraries of the system, found by pkg-config.
    .systemLibrary(
      name: "CNettle", pkgConfig: "nettle", providers: [.apt(["nettle-dev"]), .brew(["nettle"])]),
    .systemLibrary(
      name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    .systemLibrary(
      name: "CPcap", pkgConfig: "libpcap",
      providers: [.apt(["libpcap-dev"]), .brew(["libpcap"])]),

    // Of Linux alone: capabilities.
    .systemLibrary(name: "CCapNG", pkgConfig: "libcap-ng", providers: [.apt(["libcap-ng-dev"])]),
    .target(
      name: "CPrivileges",
      dependencies: [.target(name: "CCapNG", condition: .when(platforms: [.linux]))]),

    .systemLibrary(name: "CMalloc"),

    // Files that are built into the program: the scripts and the style of the HTML report, and the
    // charting library of the Debian package libjs-dygraphs.
    .target(
      name: "CReportPage",
      exclude: [
        "elements.js", "lanes.js", "curves.js", "ladder.js", "page.js", "plots.js", "page.css",
      ]),

    // Those libraries as plain Swift functions.
    library("SystemLibraries", ["CNettle", "CZlib", "CReportPage"]),

    // The stages, in the order in which the data passes through them.
    library("Bytes", []),
    // Text and JSON in and out, tables, units.
    library("Text", ["Bytes"]),
    library("CaptureFiles", ["Bytes", "SystemLibraries"]),
    // Captures inside archives, unpacked as they are read.
    library("Archives", ["Bytes", "CaptureFiles", "SystemLibraries"]),
    library(
      "BluetoothProtocol", ["Bytes", "Text"], exclude: ["AssignedNumbers/generate"]),
    // Packets that a sniffer received over the air.
    library("LinkLayer", ["Bytes", "BluetoothProtocol"]),
    // Data in messages, chunks and objects, as protocols on top of GATT send them.
    library("Framing", ["Bytes", "Text", "SystemLibraries"]),
    // The contract.
    library(
      "Report", ["Bytes", "Text", "BluetoothProtocol", "Framing"], exclude: ["generate"]),
    // What a link could do at most, from the report.
    library("Ceiling", ["BluetoothProtocol", "Report"]),
    // The log of each link, and what follows from it: where its time went.
    library("Judgement", ["Bytes", "BluetoothProtocol", "Report"]),
    // All that spans packets: sessions, measures, and the report that they fill.
    library(
      "Tracking",
      [
        "Bytes", "Text", "CaptureFiles", "BluetoothProtocol", "LinkLayer", "Framing", "Report",
        "Ceiling", "Judgement", "SystemLibraries",
      ]),
    // What a report says about what went wrong.
    library("Findings", ["BluetoothProtocol", "Framing", "Report", "Ceiling", "Text"]),
    library("Rendering", ["Bytes", "Text", "BluetoothProtocol", "Report", "SystemLibraries"]),
    // Beside Tracking: packets as text, for those who want to see them.
    library(
      "PacketText",
      [
        "Bytes", "Text", "CaptureFiles", "BluetoothProtocol", "LinkLayer", "Framing", "Tracking",
        "Report", "Rendering", "Workbench",
      ]),
    // Captures without what identifies people and devices.
    library(
      "Redaction",
      [
        "Bytes", "CaptureFiles", "BluetoothProtocol", "LinkLayer", "Framing", "Tracking",
        "SystemLibraries",
      ]),
    // What two reports, or groups of them, have in common, and budgets for one.
    library("Comparison", ["Bytes", "Text", "Report", "Rendering", "Findings"]),
    // Two captures of one session, and where between them data were lost or waited.
    library(
      "Alignment", ["Bytes", "Text", "BluetoothProtocol", "Report", "Rendering", "Tracking"]),
    // What is made of messages that were found: scripts, dissectors, layout files, comparisons.
    library(
      "Workbench", ["Bytes", "Text", "BluetoothProtocol", "Framing", "Report", "SystemLibraries"]),
    // All of that for programs in Swift; its documentation is a catalog of DocC.
    library(
      "Bletrace",
      [
        "Bytes", "CaptureFiles", "BluetoothProtocol", "Framing", "Tracking", "Findings", "Report",
        "Rendering", "PacketText", "Comparison",
      ], exclude: ["document"]),
    // Beside the files: captures that are still being made, and the terminal they are shown on.
    .target(name: "CTerminal"),
    library(
      "LiveCapture", ["Bytes", "CaptureFiles", "BluetoothProtocol", "CPcap", "CTerminal"]),
    library(
      "BletraceCommands",
      [
        "Bytes", "Text", "CaptureFiles", "Archives", "BluetoothProtocol", "Framing", "Tracking",
        "Findings", "PacketText", "Redaction", "Report", "Rendering", "Comparison", "Alignment",
        "Workbench", "LiveCapture", "CMalloc", "CPrivileges",
      ]),
    // Not `bletrace`: where file systems ignore case, that would be the library's name.
    .executableTarget(
      name: "BletraceProgram", dependencies: ["BletraceCommands"], swiftSettings: strict),

    // The benchmark, and the loop in C that it holds the program against.
    .target(name: "CBareLoop"),
    .executableTarget(
      name: "bletrace-bench",
      dependencies: [
        "CBareLoop", "Bytes", "Text", "CaptureFiles", "Tracking", "Findings", "Report", "Rendering",
        "BletraceTestSupport",
      ], exclude: ["RESULTS.md"], swiftSettings: strict),

    // What the fuzzer drives; without libFuzzer it runs inputs that are given.
    .executableTarget(
      name: "bletrace-fuzz",
      dependencies: [
        "Bytes", "Text", "CaptureFiles", "Archives", "BluetoothProtocol", "Tracking", "Findings",
        "PacketText", "Report", "Rendering", "Comparison", "LiveCapture", "SystemLibraries",
        "BletraceTestSupport", "Framing", "Redaction",
      ], exclude: ["fuzz", "coverage", "dictionary", "parse-outputs"], swiftSettings: strict),

    .target(
      name: "BletraceTestSupport", dependencies: ["Bytes", "Text", "CaptureFiles", "Report"],
      swiftSettings: strict),
    tests("BytesTests", ["Bytes"]),
    tests("TextTests", ["Bytes", "Text"]),
    tests("CaptureFilesTests", ["CaptureFiles", "Bytes", "Text"]),
    tests("LinkLayerTests", ["LinkLayer", "BluetoothProtocol", "Bytes"]),
    tests("ArchivesTests", ["Archives", "CaptureFiles"]),
    tests(
      "BluetoothProtocolTests", ["BluetoothProtocol", "CaptureFiles", "Bytes", "Text"],
      exclude: ["HCI/hci-vectors.txt", "Fields/upper-vectors.txt"]),
    tests(
      "TrackingTests",
      [
        "Tracking", "Findings", "Ceiling", "BluetoothProtocol", "CaptureFiles", "Framing", "Report",
        "Rendering", "Text", "SystemLibraries", "Bytes", "LinkLayer",
      ]),
    tests(
      "RedactionTests",
      [
        "Redaction", "BluetoothProtocol", "CaptureFiles", "Bytes", "Framing", "LinkLayer",
        "SystemLibraries",
      ]),
    tests(
      "AlignmentTests",
      ["Alignment", "Tracking", "CaptureFiles", "Report", "Rendering", "Bytes", "Text"]),
    tests("FramingTests", ["Framing", "Bytes", "Text"]),
    tests(
      "WorkbenchTests", ["Workbench", "BluetoothProtocol", "Framing", "Report", "Text", "Bytes"]),
    tests("BletraceTests", ["Bletrace"]),
    tests("ReportTests", ["Report", "Rendering", "Text", "Bytes", "BluetoothProtocol"]),
    tests(
      "LiveCaptureTests", ["LiveCapture", "BluetoothProtocol", "CaptureFiles", "Bytes", "Text"]),
    tests(
      "ComparisonTests", ["Comparison", "Report", "Rendering", "BluetoothProtocol"],
      exclude: ["JUnit.xsd", "recorded-runs.tsv", "sarif-schema"]),
    tests(
      "PacketTextTests",
      ["PacketText", "BluetoothProtocol", "CaptureFiles", "Bytes", "Text", "Report", "Tracking"],
      exclude: ["Golden"]),
    tests(
      "BletraceCommandsTests",
      [
        "BletraceCommands", "Tracking", "Findings", "CaptureFiles", "LiveCapture",
        "Report", "Rendering", "Bytes", "Text", "SystemLibraries",
      ], exclude: ["Golden"]),
    .testTarget(
      name: "BenchTests",
      dependencies: [
        "bletrace-bench", "Tracking", "Findings", "Framing", "CaptureFiles", "Report", "Rendering",
      ],
      swiftSettings: strict),
    tests(
      "ConformanceTests",
      [
        "Tracking", "Findings", "BluetoothProtocol", "CaptureFiles", "PacketText", "Report",
        "Rendering",
        "SystemLibraries", "Bytes", "Text",
      ]),
    tests(
      "GoldenTests",
      ["Tracking", "Findings", "BletraceCommands", "CaptureFiles", "Report", "Rendering"]),
    tests("LiveProgramTests", ["BletraceProgram"]),
    tests("ProgramTests", ["BletraceProgram"]),
    .testTarget(
      name: "FuzzTests",
      dependencies: [
        "bletrace-fuzz", "Tracking", "Findings", "BletraceTestSupport", "CaptureFiles", "Report",
        "Rendering", "Bytes", "Framing",
      ],
      swiftSettings: strict),
    tests(
      "DamageTests",
      [
        "bletrace-fuzz", "Tracking", "Findings", "CaptureFiles", "PacketText", "Report",
        "Rendering",
      ]),
    tests(
      "BrowserTests", ["BletraceProgram", "CaptureFiles", "Bytes"],
      exclude: ["check-pages", "check-traces", "Screenshots"]),
    tests("HouseRulesTests", []),
    tests("JudgementTests", ["Judgement", "Report"]),
  ]
)

// Live capture in a virtual machine; the first two are programs that run in it.
#if os(Linux)
  package.targets += [
    .executableTarget(
      name: "gatt-session", path: "Tests/VirtualMachine/gatt-session",
      cSettings: [.treatAllWarnings(as: .error)]),
    .executableTarget(
      name: "numbered-records", path: "Tests/VirtualMachine/numbered-records",
      cSettings: [.treatAllWarnings(as: .error)]),
    tests(
      "VirtualMachineTests",
      [
        "BletraceProgram", "gatt-session", "numbered-records", "Tracking", "Findings",
        "CaptureFiles",
        "Report", "Rendering",
      ],
      exclude: ["Guest"]),
  ]
#endif
