import Foundation

/// Returns whether a process of a group still runs.
///
/// One that has ended, and whose status nobody has asked for yet, does not: where the first process
/// of a container asks only now and then, that can take seconds.
func isAlive(group: pid_t) -> Bool {
  guard kill(-group, 0) == 0 else { return false }
  let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
  let states = processes.filter { Int($0) != nil }.compactMap { process -> Substring? in
    // "PID (NAME) STATE PARENT GROUP ..."; NAME may have anything in it.
    let line = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
    let fields = line?.components(separatedBy: ") ").last?.split(separator: " ") ?? []
    return fields.count > 2 && fields[2] == "\(group)" ? fields[0] : nil
  }
  // A system without /proc has told all it knows.
  return states.isEmpty || states.contains { $0 != "Z" && $0 != "X" }
}
