import Testing

@testable import Scripting

@Suite("Handles")
struct HandlesTests {
  @Test("name one thing once, and nothing after it is gone")
  func once() {
    var handles = Handles<String>()
    let first = handles.add("a")
    #expect(handles[first] == "a")
    #expect(handles.remove(first) == "a")
    #expect(handles[first] == nil)
    #expect(handles.remove(first) == nil)
    let second = handles.add("b")
    #expect(second != first)
    #expect(handles[first] == nil)
    handles[first] = "c"
    #expect(handles[second] == "b")
    #expect(handles.count == 1)
  }

  @Test("that nobody gave out name nothing", arguments: [-1, 7, 1 << 32, Int64.max, Int64.min])
  func foreign(handle: Int64) {
    var handles = Handles<Int>()
    _ = handles.add(1)
    #expect(handles[handle] == nil)
    #expect(handles.remove(handle) == nil)
    #expect(handles.count == 1)
  }
}
