import Foundation
import Testing

@testable import Workflows

@Suite("The build that makes runs")
struct BuildTests {
  @Test(
    "its identity is its version and the linker's digest, the same each time it is asked")
  func identity() throws {
    let build = Build(version: "1.2.3")
    let parts = build.identity.split(separator: " ")
    #expect(parts.count == 2 && parts.first == "1.2.3")
    let digest = try #require(parts.last)
    #expect(digest == (try #require(Build.linkedIdentity)))
    #expect(digest.contains { $0 != "0" && $0.isHexDigit })
    #expect(Build(version: "1.2.3").identity == build.identity)
    #expect(Build(version: "1.2.4").identity == "1.2.4 \(digest)")
  }

  @Test("one byte makes another digest, wherever in the file it is, and so does another length")
  func digest() throws {
    let folder = try TestFolder()
    let megabyte = 1 << 20
    let bytes = Data(repeating: 7, count: 2 * megabyte + 5)
    var digests = [Build.digest(of: try folder.write(bytes, to: "whole"))]
    for place in [0, megabyte - 1, megabyte, 2 * megabyte, bytes.count - 1] {
      var changed = bytes
      changed[place] = 8
      digests.append(Build.digest(of: try folder.write(changed, to: "changed")))
    }
    for count in [megabyte, 2 * megabyte, bytes.count - 1] {
      digests.append(Build.digest(of: try folder.write(bytes.prefix(count), to: "shorter")))
    }
    #expect(Set(digests).count == digests.count && !digests.contains(""))
    #expect(Build.digest(of: try folder.write(bytes, to: "again")) == digests[0])
    #expect(Build.digest(of: URL(filePath: folder.file("absent"))) == "")
  }

  @Test("a store has the command as a shell would take it, and what made it")
  func provenance() {
    let arguments = ["dormouse", "compare", "my study.lua", "--set", "x=it's"]
    let provenance = Build(version: "1.2.3").provenance(command: arguments)
    #expect(provenance.version == "1.2.3")
    #expect(provenance.command == "dormouse compare 'my study.lua' --set 'x=it'\\''s'")
    #expect(provenance.lua.hasPrefix("Lua 5.4."))
    #expect(provenance.toolchain.split(separator: " ").first == "Swift")
    #expect(provenance.platform.hasSuffix("x86_64") || provenance.platform.hasSuffix("arm64"))
  }
}
