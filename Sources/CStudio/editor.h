// CodeMirror 5, where Debian's package has it, or where somebody has unpacked it.
#if __has_embed("/usr/share/javascript/codemirror/lib/codemirror.js")
static const char editor[] = {
#embed "/usr/share/javascript/codemirror/lib/codemirror.js" suffix(, )
#embed "/usr/share/javascript/codemirror/mode/lua/lua.js" suffix(, )
#embed "/usr/share/javascript/codemirror/addon/edit/matchbrackets.js" suffix(, )
#embed "/usr/share/javascript/codemirror/addon/comment/comment.js" suffix(, )
#embed "/usr/share/javascript/codemirror/addon/dialog/dialog.js" suffix(, )
#embed "/usr/share/javascript/codemirror/addon/search/searchcursor.js" suffix(, )
#embed "/usr/share/javascript/codemirror/addon/search/search.js"
};
static const char editor_style[] = {
#embed "/usr/share/javascript/codemirror/lib/codemirror.css" suffix(, )
#embed "/usr/share/javascript/codemirror/addon/dialog/dialog.css"
};
#elif __has_embed("/usr/local/share/javascript/codemirror/lib/codemirror.js")
static const char editor[] = {
#embed "/usr/local/share/javascript/codemirror/lib/codemirror.js" suffix(, )
#embed "/usr/local/share/javascript/codemirror/mode/lua/lua.js" suffix(, )
#embed "/usr/local/share/javascript/codemirror/addon/edit/matchbrackets.js" suffix(, )
#embed "/usr/local/share/javascript/codemirror/addon/comment/comment.js" suffix(, )
#embed "/usr/local/share/javascript/codemirror/addon/dialog/dialog.js" suffix(, )
#embed "/usr/local/share/javascript/codemirror/addon/search/searchcursor.js" suffix(, )
#embed "/usr/local/share/javascript/codemirror/addon/search/search.js"
};
static const char editor_style[] = {
#embed "/usr/local/share/javascript/codemirror/lib/codemirror.css" suffix(, )
#embed "/usr/local/share/javascript/codemirror/addon/dialog/dialog.css"
};
#else
#error "the studio's editor is missing: scripts/setup installs it on Debian; docs/swift-testing.md says what to do elsewhere"
#endif
