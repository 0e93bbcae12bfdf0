Dormouse().run(Array(CommandLine.arguments.dropFirst())).end()
