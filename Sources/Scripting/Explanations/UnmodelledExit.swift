/// An exit that phones have and this device does not: Apple's pages on crash reports name it, and
/// somebody who finds it in a log may ask for it.
public struct UnmodelledExit: Sendable {
  /// The code that a log shows.
  public let code: String
  /// Its meaning, and why no app ends so here.
  public let meaning: String
  /// What to do about it.
  public let advice: String

  public static let all = [
    UnmodelledExit(
      code: "0xbad22222",
      meaning: "The system ended an app with the mode voip that was resumed too often over a "
        + "socket of its own, as such apps were before PushKit. Not modelled: no figures of that "
        + "rule are public.",
      advice: "close the socket in the background, and let a VoIP push wake the app"),
    UnmodelledExit(
      code: "0xbaddd15c",
      meaning: "The system ended the app to make room on the disk. Not modelled: storage here has "
        + "no end.",
      advice: "write less, and keep in Caches what can be fetched again"),
    UnmodelledExit(
      code: "0xd00d2bad",
      meaning: "The system ended the app for an excessive use of its resources; Apple does not say "
        + "which. Not modelled; the limits that are modelled are cpuLimit and memoryLimit.",
      advice: "look in the phone's reports of that hour at what the app took of processor, memory "
        + "and disk"),
    UnmodelledExit(
      code: "0xdeadfa11",
      meaning: "The user made the app quit by the buttons of the phone while it was in front, as "
        + "people do with an app that does not answer. No fault in itself. Not modelled: here "
        + "the user swipes an app away (forceQuit), which shows no code.",
      advice: "look at what the main thread was doing: if it was busy or waiting, move that to "
        + "DispatchQueue.global()"),
  ]
}
