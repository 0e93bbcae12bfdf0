import Testing

@testable import Studies

@Suite("Names of files in a store")
struct SourcePathTests {
  private let paths = SourcePath(besides: "/home/me/study/two.lua")

  @Test(
    "a file's name is relative to the experiment's folder, and leads back to it",
    arguments: [
      ("/home/me/study/hour.lua", "hour.lua"), ("/home/me/study/apps/a.lua", "apps/a.lua"),
      ("/home/me/shared/a.lua", "../shared/a.lua"), ("/home/me/study/./x/../a.lua", "a.lua"),
      ("/srv/a.lua", "/srv/a.lua"),
    ])
  func names(path: String, name: String) {
    #expect(paths.name(of: path) == name)
    let file = paths.file(of: name)
    #expect(paths.name(of: file) == name)
    #expect(file.hasPrefix("/") && !file.contains(".."))
  }
}
