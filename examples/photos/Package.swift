// swift-tools-version: 6.2
import PackageDescription

// An app's package with tests by time. Outside this repository the dependency reads
// .package(url: "https://.../dormouse.git", branch: "main").
let package = Package(
  name: "photos",
  dependencies: [.package(name: "dormouse", path: "../..")],
  targets: [
    .testTarget(
      name: "PhotosTests",
      dependencies: [.product(name: "DormouseTesting", package: "dormouse")],
      exclude: ["Apps"])
  ]
)
