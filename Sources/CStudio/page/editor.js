// The editor: CodeMirror with the lines that something is wrong with.

const editor = CodeMirror(byId("editor"), {
  lineNumbers: true, mode: "lua", indentUnit: 2, tabSize: 2, matchBrackets: true, gutters: ["signs", "CodeMirror-linenumbers"],
  extraKeys: {
    Tab: (it) => (it.somethingSelected() ? it.indentSelection("add") : it.replaceSelection("  ")),
    "Shift-Tab": "indentLess", "Ctrl-/": "toggleComment", "Cmd-/": "toggleComment",
    // Out of the editor by keyboard.
    Esc: () => byId("save").focus(),
  },
});
editor.getInputField().setAttribute("aria-label", "Text of the file; Escape leaves it");
editor.getScrollerElement().tabIndex = 0;

/** What is shown at lines, to be taken away again. */
let remarks = [];

/** Shows what is wrong at lines of the open file. */
function showRemarks(found) {
  const top = editor.getScrollInfo().top;
  editor.operation(() => {
    for (const remark of remarks) remark.clear();
    editor.clearGutter("signs");
    remarks = found.filter((one) => one.line > 0 && one.line <= editor.lineCount()).map((one) => {
      editor.setGutterMarker(one.line - 1, "signs", el("div", { class: `sign ${one.kind}`, title: one.message }));
      return editor.addLineWidget(one.line - 1, el("div", { class: `remark ${one.kind}` }, `${one.kind}: ${one.message}`));
    });
  });
  editor.scrollTo(null, top);
}

/** Puts the cursor at a line. */
function goToLine(line) {
  editor.focus();
  editor.setCursor(line - 1, 0);
  editor.scrollIntoView(null, 120);
}
