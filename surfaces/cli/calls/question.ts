/**
 * Questions that command lines ask before they change something, in the words of click, npm, apt, kubectl and others.
 */
const QUESTION =
  /[[(<]\s*y(?:es)?\s*[/|]\s*no?\s*[\])>]|\bare you sure\b|\btype (?:'?yes'?|the name)\b|^\W*(?:really |do you want to )?(?:continue|proceed|confirm|delete|remove)\b[^\n]*\?\s*$/i;

const MOST_LINES = 200;
const MOST_TEXT = 200;

/** The first question in the output of a program that asks the user to confirm the call. */
export function questionIn(output: string): { readonly question?: string } {
  const lines = output.split(/[\r\n]+/, MOST_LINES).map((line) => line.slice(0, MOST_TEXT));
  const question = lines.find((line) => QUESTION.test(line));
  return question === undefined ? {} : { question: withoutControls(question).trim() };
}

/** A text without the codes that colour it or move the cursor (ECMA-48, CSI). */
function withoutControls(text: string): string {
  // oxlint-disable-next-line no-control-regex
  return text.replace(/\u001B\[[\d;?]*[A-Za-z]/g, '').replace(/[\0-\x1F]/g, '');
}
