import Testing

@testable import Reports

@Suite("A figure as a gnuplot script")
struct PlotScriptTests {
  private func panel(
    _ series: [Plot.Series] = [], label: String = "", ticks: [Plot.Axis.Tick]? = nil
  ) -> Plot.Panel {
    Plot.Panel(
      x: Plot.Axis(label: label, range: 0...10), y: Plot.Axis(range: -2...0, ticks: ticks),
      height: 100, series: series)
  }

  private func lines(_ plot: Plot, _ format: Plot.Format = .svg) -> [String] {
    plot.script(format).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  private func lines(_ plot: Plot, from head: String) -> [String] {
    lines(plot).filter { $0.hasPrefix(head) }
  }

  private var small: Plot {
    var panel = panel(
      [
        Plot.Series(
          name: "n", columns: ["x", "y"],
          rows: [[1, -1], [0.1 + 0.2, .nan], [.infinity, 1e300]],
          drawing: "using 1:2 with points pt 7")
      ], label: "seconds", ticks: [.init(at: -1, text: "a")])
    panel.mark = 5
    return Plot(title: "T", caption: "C.", panels: [panel])
  }

  /// By hand: 33 pixels of title, 6 + 100 + 50 of the panel and 29 of caption are 218; the key has 7.2
  /// for its letter and 46, and ticks 7.2 and 20.
  @Test("one panel with all that a figure has reads so")
  func golden() {
    #expect(
      small.script(.svg) == """
        set terminal svg size 760,218 font 'sans-serif,12' noenhanced background 'white'
        set encoding utf8
        set decimalsign '.'

        $panel1_1 << END
        # n: x y
        1 -1
        0.30000000000000004 NaN
        NaN 1e+300
        END

        set multiplot
        set border 3 lc rgb '#59616b'
        set tics nomirror out scale 0.6
        unset key
        set bars 0.6
        set label 1 'T' at screen 0.01842,0.93578 left front font ',14'
        set label 2 'C.' at screen 0.01842,0.05963 left front font ',11' tc rgb '#444b54'

        set lmargin at screen 0.03579
        set rmargin at screen 0.90632
        set tmargin at screen 0.8211
        set bmargin at screen 0.36239
        unset title
        set xlabel 'seconds'
        unset ylabel
        set xrange [0:10]
        set yrange [-2:0]
        set xtics ('0' 0, '1' 1, '2' 2, '3' 3, '4' 4, '5' 5, '6' 6, '7' 7, '8' 8, '9' 9, '10' 10)
        set ytics ('a' -1)
        unset grid; set grid xtics lc rgb '#e2e6ea' lt 1
        set arrow 1 from first 5, graph 0 to first 5, graph 1 nohead back lc rgb '#59616b' dt 2
        plot $panel1_1 using 1:2 with points pt 7 notitle
        unset label 1
        unset label 2
        unset label 99

        unset border; unset xtics; unset ytics; unset xlabel; unset title; unset arrow 1
        set lmargin at screen 0
        set rmargin at screen 1
        set tmargin at screen 1
        set bmargin at screen 0
        set xrange [0:1]
        set yrange [0:1]
        set key at screen 0.93,0.83028 left top Left reverse samplen 1.6 spacing 1.1
        plot NaN notitle, \\
          keyentry with points pt 7 title 'n'
        unset multiplot

        """)
  }

  @Test(
    "formats differ in the terminal alone; a script to be changed draws what the SVG shows",
    arguments: [
      (
        Plot.Format.png,
        "set terminal pngcairo size 1520,436 font 'sans,12' fontscale 1.5 linewidth 2 pointscale 1.6 "
          + "noenhanced"
      ),
      (.pdf, "set terminal pdfcairo size 7.917in,2.271in font 'sans,9' fontscale 0.75 noenhanced"),
      (
        .gp, "set terminal svg size 760,218 font 'sans-serif,12' noenhanced background 'white'"
      ),
    ])
  func formats(format: Plot.Format, terminal: String) {
    #expect(lines(small, format)[0] == terminal)
    #expect(lines(small, format).dropFirst() == lines(small).dropFirst())
  }

  @Test(
    "a text stands in single quotes wherever it is shown, and ends where it ends",
    arguments: [
      ("it's", "'it''s'"), ("'", "''''"), ("a\\", #"'a\'"#), (#"{x}_2^3 \n"#, #"'{x}_2^3 \n'"#),
      ("\"$0\" @m `date`", "'\"$0\" @m `date`'"), ("größe 数 🐭", "'größe 数 🐭'"),
      ("a\tb\r\nc\u{1B}", #"'a\tb\x0d\nc\x1b'"#),
      // One character to a reader of Swift, and two to gnuplot: a quote and an accent.
      ("a'\u{301}b", "'a''\u{301}b'"),
    ])
  func quotes(text: String, quoted: String) {
    var panel = panel(
      [Plot.Series(name: text, columns: ["x"], rows: [[1]], drawing: "using 1 with dots")],
      label: text,
      ticks: [.init(at: -1, text: text)])
    panel.title = text
    panel.y.label = text
    let script = lines(Plot(title: text, caption: text, panels: [panel])).map { Array($0.utf8) }
    func has(_ line: String) -> Bool { script.contains(Array(line.utf8)) }
    #expect(has("set title \(quoted) offset 0,-0.6"))
    #expect(has("set xlabel \(quoted)"))
    #expect(has("set ytics (\(quoted) -1)"))
    #expect(has("  keyentry with dots title \(quoted)"))
    for head in ["set label 1 ", "set label 2 ", "set label 99 "] {
      #expect(script.contains { $0.starts(with: Array((head + quoted + " at screen ").utf8)) })
    }
  }

  @Test("names of columns and of series cannot end the data")
  func heads() {
    let series = Plot.Series(
      name: "a\nEND", columns: ["b\nEND\nset print \"x\"", "c"], rows: [[1, 2]],
      drawing: "using 1 with dots")
    let script = lines(Plot(title: "", caption: "", panels: [panel([series])]))
    #expect(script.contains(#"# a\nEND: b\nEND\nset print "x" c"#))
    #expect(script.filter { $0 == "END" }.count == 1)
    #expect(script.filter { $0.hasPrefix("set print") }.isEmpty)
  }

  @Test("long titles and captions are lines below each other, and are there once")
  func lineByLine() {
    // 106 columns of the title and 116 of the caption: 17 and 19 words of six, spaces counted.
    let title = Array(repeating: "title", count: 18).joined(separator: " ")
    let caption = Array(repeating: "notes", count: 40).joined(separator: " ")
    let plot = Plot(title: title, caption: caption, panels: [panel(), panel()])
    let labels = lines(plot, from: "set label").map { $0.components(separatedBy: "'")[1] }
    func words(_ word: String, _ count: Int) -> String {
      Array(repeating: word, count: count).joined(separator: " ")
    }
    #expect(
      labels == [
        words("title", 17), "title", words("notes", 19), words("notes", 19), words("notes", 2),
      ])
    // 50 of the title, twice 6 + 100 + 32 of panels, 59 of the caption.
    #expect(lines(plot)[0].contains("size 760,385 "))
    #expect(
      lines(plot, from: "unset label")
        == (1...5).map { "unset label \($0)" } + ["unset label 99", "unset label 99"])
  }

  @Test("without title, caption and key there is a little room at the edges, and no key")
  func bare() {
    let plot = Plot(title: "", caption: "", panels: [panel()])
    #expect(lines(plot)[0].contains("size 760,150 "))
    #expect(lines(plot, from: "set label").isEmpty && lines(plot, from: "set key").isEmpty)
    #expect(lines(plot, from: "plot ") == ["plot NaN notitle"])
    #expect(
      lines(plot, from: "set ytics")
        == ["set ytics ('-2' -2, '-1' -1, '0' 0)"])
    #expect(
      lines(plot, from: "unset grid") == ["unset grid; set grid xtics ytics lc rgb '#e2e6ea' lt 1"])
  }

  @Test("panels beside each other share the width, and a third begins a row")
  func beside() {
    let plot = Plot(title: "", caption: "", panels: [panel(), panel(), panel()], across: 2)
    // Each has 373 pixels, of which 70.4 are for ticks and 10 are between them.
    #expect(
      lines(plot, from: "set lmargin")
        == ["0.09263", "0.58342", "0.09263"].map { "set lmargin at screen \($0)" })
    #expect(
      lines(plot, from: "set rmargin")
        == ["0.47763", "0.96842", "0.47763"].map { "set rmargin at screen \($0)" })
    // 8 and 4 at the edges, two rows of 138; the panels begin at 14 and at 152.
    #expect(lines(plot)[0].contains("size 760,288 "))
    #expect(
      lines(plot, from: "set tmargin")
        == ["0.95139", "0.95139", "0.47222"].map { "set tmargin at screen \($0)" })
  }

  @Test("a label below a panel that is longer than its axis goes on in another line")
  func longLabel() {
    let label = "difference in fresh at open (points, higher is better)"
    let plot = Plot(
      title: "", caption: "", panels: [panel(label: label), panel(label: label)], across: 2)
    #expect(
      lines(plot, from: "set xlabel")
        == Array(
          repeating:
            "set xlabel 'difference in fresh at open (points,'.\"\\n\".'higher is better)'",
          count: 2))
    // 8 and 4 at the edges, and 17 for the second line.
    #expect(lines(plot)[0].contains("size 760,185 "))
  }

  @Test("an axis that panels share is shown at the lowest of them")
  func shared() {
    var plot = Plot(
      title: "", caption: "", panels: [panel(label: "time"), panel(label: "time")], sharesX: true)
    for number in 0..<2 {
      plot.panels[number].x.ticks = [.init(at: 0, text: "noon"), .init(at: 5, text: "one")]
    }
    #expect(
      lines(plot, from: "set xtics") == ["set xtics ('' 0, '' 5)", "set xtics ('noon' 0, 'one' 5)"])
    #expect(lines(plot, from: "set xlabel") == ["set xlabel 'time'"])
    // 8 + (6 + 100 + 8) + (6 + 100 + 50) + 4
    #expect(lines(plot)[0].contains("size 760,282 "))
  }

  @Test("a key that is taller than the panels makes room for itself, each name once")
  func key() {
    let series = (1...20).map {
      Plot.Series(name: "p\($0)", columns: ["x"], rows: [], drawing: "using 1 with dots lw \($0)")
    }
    let plot = Plot(title: "", caption: "", panels: [panel(series), panel([series[4]])])
    // 8 + 20 · 17 + 16 + 4; the panels are 276.
    #expect(lines(plot)[0].contains("size 760,368 "))
    #expect(
      lines(plot, from: "  keyentry")
        == (1...20).map { "  keyentry with dots lw \($0) title 'p\($0)'\($0 < 20 ? ", \\" : "")" })
  }

  @Test("colours and signs go by place, twelve of each before any comes again")
  func looks() {
    #expect(Set((0..<12).map(Plot.colour)).count == 12 && Plot.colour(12) == Plot.colour(0))
    #expect(Set((0..<12).map(Plot.sign)).count == 12 && Plot.sign(12) == Plot.sign(0))
  }
}
