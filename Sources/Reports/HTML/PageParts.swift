import CPage

// The only file of this module that touches unsafe memory: what the compiler put into the program.

/// The page of a run without the run: its frame in HTML, its style and its script.
enum PageParts {
  static let frame = unsafe String(cString: dm_page_frame())
  static let style = unsafe String(cString: dm_page_style())
  static let script = unsafe String(cString: dm_page_script())
}
