/// An exit that phones have and this device does not: Apple's page on EXC_CRASH (SIGKILL) names it,
/// and somebody who finds it in a log may ask for it.
public struct UnmodelledExit: Sendable {
  /// The code that a log shows.
  public let code: String
  /// Its meaning, and why no app ends so here.
  public let meaning: String

  public static let all = [
    UnmodelledExit(
      code: "0xbad22222",
      meaning: "The system ended an app with the mode voip that was resumed too often over a "
        + "socket of its own, as such apps were before PushKit. Not modelled: no figures of that "
        + "rule are public."),
    UnmodelledExit(
      code: "0xbaddd15c",
      meaning: "The system ended the app to make room on the disk. Not modelled: storage here has "
        + "no end."),
    UnmodelledExit(
      code: "0xd00d2bad",
      meaning: "The system ended the app for an excessive use of its resources; Apple does not say "
        + "which. Not modelled; the limits that are modelled are cpuLimit and memoryLimit."),
  ]
}
