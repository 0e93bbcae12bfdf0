/// Objects and weak tables with what leads where, in numbers; and the script that does the same.
struct WeakModel {
  /// A key or a value: an object by its number, or one of the texts, numbers and booleans.
  private struct Item: Hashable {
    var isObject: Bool
    var number: Int
    var text: String { isObject ? "\(number)" : "\(-number)" }
  }

  private struct Weak {
    var entries: [Item: Item] = [:]
    var holder: Int?  // an object; without: a global
    var group: Int  // those of one group share a metatable
    var isAlive = true
  }

  private(set) var script = Self.beginning
  private(set) var expected: [String] = []
  private(set) var deaths = 0
  private(set) var emptied = 0
  private var state: UInt64
  private var links: [[Int]] = []
  private var kinds: [Int] = []
  private var alive: Set<Int> = []
  private var held: Set<Int> = []
  private var weak: [Weak] = []
  private var modes = ["k", "k", "v", ""]

  /// The kinds: a table, a closure, one whose variable still lies on the stack of a coroutine that
  /// nobody holds, a coroutine, a table by its metatable, an object of the host, which leads nowhere.
  private static let beginning = """
    local all, content = setmetatable({}, { __mode = "v" }), setmetatable({}, { __mode = "v" })
    local ids, weak = setmetatable({}, { __mode = "k" }), setmetatable({}, { __mode = "v" })
    local held, metas, roots = {}, { { __mode = "k" }, { __mode = "k" }, { __mode = "v" }, {} }, {}
    local plain = { 1, 2.5, "a text", true, false, ("long"):rep(50) }
    local function get(i) if i < 0 then return plain[-i] end return all[i] end
    local make = {
      function(c) return c end, function(c) return function() return c end end,
      function(c)
        return coroutine.wrap(function()
          local inside = c
          coroutine.yield(function() return inside end)
          return inside
        end)()
      end,
      function(c)
        local co = coroutine.create(function() local x = c coroutine.yield() return x end)
        coroutine.resume(co)
        return co
      end,
      function(c) return setmetatable({}, c) end, function(c, i) return object(i) end,
    }
    local function new(i, kind)
      local c = {}
      local o = make[kind](c, i)
      all[i], content[i], ids[o], held[i] = o, c, i, o
    end
    local function link(a, b) table.insert(content[a], all[b]) end
    local function unlink(a) while table.remove(content[a]) do end end
    local function hold(i) held[i] = all[i] end
    local function drop(i) held[i] = nil end
    local function table_(t, group, holder)
      local w = {}
      weak[t] = w
      if holder then content[holder]["weak" .. t] = w else roots[t] = w end
      setmetatable(w, metas[group])
    end
    local function put(t, k, v) weak[t][get(k)] = get(v) end
    local function clear(t, k) weak[t][get(k)] = nil end
    local function number(x)
      for i = 1, #plain do if rawequal(plain[i], x) then return -i end end
      return ids[x]
    end
    local function tell()
      local last
      repeat
        local n = 0
        collectgarbage()
        for _ in pairs(all) do n = n + 1 end
        local isSame = n == last
        last = n
      until isSame
      local living, lists = {}, {}
      for i in pairs(all) do living[#living + 1] = i end
      table.sort(living)
      for t = 1, 12 do
        local list = {}
        for k, v in pairs(weak[t] or {}) do list[#list + 1] = number(k) .. "=" .. number(v) end
        table.sort(list)
        lists[t] = table.concat(list, " ")
      end
      note(table.concat(living, " ") .. "; " .. table.concat(lists, "; "))
    end

    """

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  private mutating func below(_ bound: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int((state >> 11) % UInt64(bound))
  }

  private mutating func any(_ numbers: some Collection<Int>) -> Int {
    let sorted = numbers.sorted()
    return sorted[below(sorted.count)]
  }

  // MARK: - The search

  /// What is reached for good: a table's key that its mode holds, only while its entry is there.
  private func reached() -> Set<Int> {
    var found = held
    var count = -1
    while count != found.count {
      count = found.count
      for object in found { found.formUnion(links[object]) }
      for table in weak where table.isAlive && table.holder.map(found.contains) ?? true {
        let mode = modes[table.group]
        for (key, value) in table.entries {
          if key.isObject && !mode.contains("k") { found.insert(key.number) }
          let keyLives = !key.isObject || found.contains(key.number)
          if value.isObject && keyLives && !mode.contains("v") { found.insert(value.number) }
        }
      }
    }
    return found
  }

  private mutating func collect() {
    var before = -1
    let first = alive.count
    while before != alive.count {
      before = alive.count
      let found = reached()
      for index in weak.indices where weak[index].isAlive {
        weak[index].isAlive = weak[index].holder.map(found.contains) ?? true
        let lives = { (item: Item) in !item.isObject || found.contains(item.number) }
        let count = weak[index].entries.count
        weak[index].entries = weak[index].entries.filter { lives($0.key) && lives($0.value) }
        emptied += weak[index].isAlive ? count - weak[index].entries.count : 0
      }
      alive = found
    }
    deaths += first - alive.count
  }

  // MARK: - What is done

  private mutating func tell() {
    collect()
    let lists = (0..<12).map { number -> String in
      guard number < weak.count, weak[number].isAlive else { return "" }
      return weak[number].entries.map { "\($0.key.text)=\($0.value.text)" }.sorted()
        .joined(separator: " ")
    }
    let living = alive.sorted().map(String.init).joined(separator: " ")
    expected.append("\(living); \(lists.joined(separator: "; "))")
    script += "tell()\n"
  }

  private mutating func make() {
    let number = links.count
    links.append([])
    kinds.append(1 + below(6))
    alive.insert(number)
    held.insert(number)
    script += "new(\(number), \(kinds[number]))\n"
  }

  /// Only what is sure to live is used.
  private mutating func item(_ living: Set<Int>) -> Item {
    below(5) > 0 && !living.isEmpty
      ? Item(isObject: true, number: any(living)) : Item(isObject: false, number: 1 + below(6))
  }

  mutating func play(_ steps: Int) {
    for _ in 0..<160 { make() }
    for number in 0..<12 {
      let holder = number < 6 ? nil : any(alive.filter { kinds[$0] != 6 })
      weak.append(Weak(holder: holder, group: below(4)))
      let words = "\(number + 1), \(weak[number].group + 1), \(holder.map(String.init) ?? "nil")"
      script += "table_(\(words))\n"
    }
    for step in 1...steps {
      switch below(24) {
      case 0: make()
      case 1, 2: drop()
      case 3 where below(3) == 0: changeMode()
      case 4...7: link()
      default: put()
      }
      if step % 40 == 0 {
        for _ in 0..<10 { drop() }
        tell()
      }
    }
  }

  private mutating func drop() {
    guard !held.isEmpty else { return }
    let number = any(held)
    held.remove(number)
    script += "drop(\(number))\n"
  }

  /// What a weak table would still lose is lost before, or it would depend on when is collected.
  private mutating func changeMode() {
    tell()
    let group = below(4)
    modes[group] = ["k", "k", "v", "kv", ""][below(5)]
    script += "metas[\(group + 1)].__mode = \(modes[group].isEmpty ? "nil" : "'\(modes[group])'")\n"
  }

  private mutating func link() {
    let living = lasting()
    let from = living.filter { kinds[$0] != 6 }
    guard !from.isEmpty else { return }
    let source = any(from)
    switch below(6) {
    case 0:
      links[source] = []
      script += "unlink(\(source))\n"
    case 1:
      held.insert(source)
      script += "hold(\(source))\n"
    default:
      let other = any(living)
      links[source].append(other)
      script += "link(\(source), \(other))\n"
    }
  }

  private mutating func put() {
    let living = lasting()
    let usable = weak.indices.filter { weak[$0].holder.map(living.contains) ?? true }
    let number = any(usable)
    if let key = weak[number].entries.keys.map(\.text).sorted().first, below(8) == 0 {
      let item = Item(isObject: !key.hasPrefix("-"), number: abs(Int(key) ?? 0))
      guard !item.isObject || living.contains(item.number) else { return }
      weak[number].entries[item] = nil
      script += "clear(\(number + 1), \(key))\n"
      return
    }
    let key = item(living)
    let value = item(living)
    weak[number].entries[key] = value
    script += "put(\(number + 1), \(key.text), \(value.text))\n"
  }

  /// What would be left if all were collected now.
  private func lasting() -> Set<Int> {
    var copy = self
    copy.collect()
    return copy.alive
  }
}
