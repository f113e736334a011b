// swift-tools-version: 6.2
import PackageDescription

// The integration tests of an app, in a package of their own, that use bletrace as a library.
let package = Package(
  name: "app-integration",
  platforms: [.macOS("26.0")],
  dependencies: [.package(name: "bletrace", path: "../..")],
  targets: [
    .testTarget(
      name: "TransferTests", dependencies: [.product(name: "Bletrace", package: "bletrace")])
  ])
