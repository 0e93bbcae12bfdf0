import CPage

// The only file of this module that touches unsafe memory: what the compiler put into the program.

/// The fixed parts of the pages of runs and of comparisons: frames in HTML, styles and scripts.
enum PageParts {
  enum Comparison {
    static let frame = unsafe String(cString: dm_comparison_frame())
    /// The style of a comparison, which follows that of a run.
    static let style = unsafe PageParts.style + String(cString: dm_comparison_style())
    static let script = unsafe String(cString: dm_comparison_script())
  }

  static let frame = unsafe String(cString: dm_page_frame())
  static let style = unsafe String(cString: dm_page_style())
  static let script = unsafe String(cString: dm_page_script())
}
