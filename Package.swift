// swift-tools-version: 6.2
import PackageDescription

/// The tests run with the checks of exclusive access, and so does the fuzzer, which sets this; in the
/// optimised program, where they would cost a tenth of its time, the compiler's own proofs have to do.
let checksExclusivity = Context.environment["BLETRACE_CHECK_EXCLUSIVITY"] != nil
let unchecked = SwiftSetting.unsafeFlags(
  ["-enforce-exclusivity=unchecked"], .when(configuration: .release))

/// One set of rules for every target: warnings end the build, and memory-unsafe constructs must
/// say so (only TraceBytes and the C bindings do).
let strict: [SwiftSetting] =
  [
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
  ] + (checksExclusivity ? [] : [unchecked])

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
  products: [.executable(name: "bletrace", targets: ["bletrace"])],
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

    // A library that is loaded where it is installed.
    .target(name: "CManyHashes"),

    // Those libraries as plain Swift functions.
    library("SystemLibraries", ["CNettle", "CManyHashes", "CZlib"]),

    // The stages, in the order in which the data passes through them.
    library("TraceBytes", []),
    library("CaptureFiles", ["TraceBytes", "SystemLibraries"]),
    // Captures inside archives, unpacked as they are read.
    library("Archives", ["TraceBytes", "CaptureFiles", "SystemLibraries"]),
    library("BluetoothProtocol", ["TraceBytes"], exclude: ["AssignedNumbers/generate"]),
    library("Sessions", ["TraceBytes", "CaptureFiles", "BluetoothProtocol"]),
    library(
      "Analysis",
      [
        "TraceBytes", "CaptureFiles", "BluetoothProtocol", "Sessions", "Reports",
        "SystemLibraries",
      ]),
    library("Reports", ["TraceBytes"]),
    // Beside Analysis: packets as text, for those who want to see them.
    library(
      "PacketText", ["TraceBytes", "CaptureFiles", "BluetoothProtocol", "Sessions", "Reports"]),
    // What two reports, or groups of them, have in common, and budgets for one.
    library("Comparison", ["Reports"]),
    // Beside the files: captures that are still being made, and the terminal they are shown on.
    .target(name: "CTerminal"),
    library(
      "LiveCapture", ["TraceBytes", "CaptureFiles", "BluetoothProtocol", "CPcap", "CTerminal"]),
    library(
      "BletraceCommands",
      [
        "TraceBytes", "CaptureFiles", "Archives", "BluetoothProtocol", "Analysis", "PacketText",
        "Reports", "Comparison", "LiveCapture", "CMalloc", "CPrivileges",
      ]),
    .executableTarget(
      name: "bletrace", dependencies: ["BletraceCommands"], swiftSettings: strict),

    // The benchmark, and the loop in C that it holds the program against.
    .target(name: "CBareLoop"),
    .executableTarget(
      name: "bletrace-bench",
      dependencies: [
        "CBareLoop", "TraceBytes", "CaptureFiles", "Sessions", "Analysis", "Reports",
        "BletraceTestSupport",
      ], swiftSettings: strict),

    // What the fuzzer drives; without libFuzzer it runs inputs that are given.
    .executableTarget(
      name: "bletrace-fuzz",
      dependencies: [
        "TraceBytes", "CaptureFiles", "Archives", "BluetoothProtocol", "Analysis", "PacketText",
        "Reports", "Comparison", "LiveCapture", "SystemLibraries", "BletraceTestSupport",
      ], exclude: ["fuzz", "coverage", "dictionary", "parse-outputs"], swiftSettings: strict),

    .target(
      name: "BletraceTestSupport", dependencies: ["TraceBytes", "CaptureFiles"],
      swiftSettings: strict),
    tests("TraceBytesTests", ["TraceBytes"]),
    tests("CaptureFilesTests", ["CaptureFiles", "TraceBytes"]),
    tests("ArchivesTests", ["Archives", "CaptureFiles"]),
    tests(
      "BluetoothProtocolTests", ["BluetoothProtocol", "CaptureFiles", "TraceBytes"],
      exclude: ["HCI/hci-vectors.txt", "Fields/upper-vectors.txt"]),
    tests("SessionsTests", ["Sessions", "CaptureFiles", "BluetoothProtocol", "TraceBytes"]),
    tests(
      "AnalysisTests",
      [
        "Analysis", "Sessions", "BluetoothProtocol", "CaptureFiles", "Reports", "SystemLibraries",
        "TraceBytes",
      ]),
    tests("ReportsTests", ["Reports"]),
    tests(
      "LiveCaptureTests", ["LiveCapture", "BluetoothProtocol", "CaptureFiles", "TraceBytes"]),
    tests("ComparisonTests", ["Comparison", "Reports"], exclude: ["JUnit.xsd", "sarif-schema"]),
    tests(
      "PacketTextTests",
      ["PacketText", "Sessions", "BluetoothProtocol", "CaptureFiles", "TraceBytes"],
      exclude: ["Golden"]),
    tests(
      "BletraceCommandsTests",
      [
        "BletraceCommands", "Analysis", "CaptureFiles", "LiveCapture",
        "Reports", "TraceBytes",
      ], exclude: ["Golden"]),
    .testTarget(
      name: "BenchTests", dependencies: ["bletrace-bench", "Analysis", "CaptureFiles", "Reports"],
      swiftSettings: strict),
    tests(
      "ConformanceTests",
      [
        "Analysis", "BluetoothProtocol", "CaptureFiles", "PacketText", "Reports",
        "SystemLibraries", "TraceBytes",
      ]),
    tests("GoldenTests", ["Analysis", "BletraceCommands", "CaptureFiles", "Reports"]),
    tests("LiveProgramTests", ["bletrace"]),
    tests("ProgramTests", ["bletrace"]),
    .testTarget(
      name: "FuzzTests",
      dependencies: [
        "bletrace-fuzz", "Analysis", "BletraceTestSupport", "CaptureFiles", "Reports",
      ],
      swiftSettings: strict),
    tests(
      "DamageTests",
      ["bletrace-fuzz", "Analysis", "CaptureFiles", "PacketText", "Reports"]),
    tests("HouseRulesTests", []),
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
      ["bletrace", "gatt-session", "numbered-records", "Analysis", "CaptureFiles", "Reports"],
      exclude: ["Guest"]),
  ]
#endif
