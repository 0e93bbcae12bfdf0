import Foundation

exit(Dormouse().run(Array(CommandLine.arguments.dropFirst())).code)
