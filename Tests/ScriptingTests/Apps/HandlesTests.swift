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

  @Test("places are given again, that of the last to leave first, and every number is new")
  func again() {
    var handles = Handles<Int>()
    let first = (0..<5).map { handles.add($0) }
    #expect(handles.take(slot: 1) == 1 && handles.take(slot: 1) == nil)
    #expect(handles.remove(first[3]) == 3 && handles.take(slot: 9) == nil)
    #expect(handles.count == 3)
    let second = (5..<8).map { handles.add($0) }
    #expect(second.map { Int32(truncatingIfNeeded: $0) } == [3, 1, 5])
    #expect(Set(first + second).count == 8 && handles.count == 6)
    #expect((0..<7).map { handles[slot: $0] } == [0, 6, 2, 5, 4, 7, nil])
    #expect(handles.handle(slot: 3) == second[0])
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
