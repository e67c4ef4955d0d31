/** One step that a reader of a documentation page performs. */
export type PageStep =
  | { readonly kind: 'run'; readonly command: string; readonly exitCode: number; readonly needs?: string }
  /** A command that the page marks as one that the test must not run, with the reason. */
  | { readonly kind: 'not-run'; readonly command: string; readonly reason: string }
  /**
   * A code block that the reader saves to a file. Its first line contains the name of the file, such as `//
   * parity.config.ts` or `# waivers.yaml`.
   */
  | { readonly kind: 'write'; readonly file: string; readonly text: string }
  /** An instruction such as "In `file`, change `from` to `to`". */
  | { readonly kind: 'edit'; readonly file: string; readonly from: string; readonly to: string }
  /** Lines that the output of the previous command contains, in this order. */
  | { readonly kind: 'output'; readonly lines: readonly string[] };

const STEP = /^```(\w*)[^\n]*\n([\s\S]*?)^```|in\s+`([\w./-]+)`,\s+change\s+`([^`]+)`\s+to\s+`([^`]+)`/gm;

export function pageSteps(page: string): readonly PageStep[] {
  return [...page.matchAll(STEP)].flatMap(([, language, text = '', file, from, to]): readonly PageStep[] => {
    if (file !== undefined && from !== undefined && to !== undefined) return [{ kind: 'edit', file, from, to }];
    if (language === 'sh') return commandSteps(text);
    if (language === 'text') return [{ kind: 'output', lines: text.split('\n').filter((line) => line.trim() !== '') }];
    const [, named, rest] = /^(?:\/\/|#) ([\w./-]+\.\w+)\n([\s\S]*)$/.exec(text) ?? [];
    return named === undefined || rest === undefined ? [] : [{ kind: 'write', file: named, text: rest }];
  });
}

/** The commands of a code block. A comment on its own line applies to all commands after it in the block. */
function commandSteps(text: string): readonly PageStep[] {
  let reason: string | undefined;
  return text.split('\n').flatMap((line): readonly PageStep[] => {
    reason = /^# Not run by the docs test: (.+)$/.exec(line)?.[1] ?? reason;
    const [commands = '', comment = ''] = line.split(/\s*# /);
    return commands
      .split('&&')
      .map((command) => command.trim())
      .filter((command) => command !== '')
      .map((command) => (reason === undefined ? runStep(command, comment) : { kind: 'not-run', command, reason }));
  });
}

function runStep(command: string, comment: string): PageStep {
  const needs = /needs (\w+)/.exec(comment)?.[1]?.toLowerCase();
  return {
    kind: 'run',
    command,
    exitCode: Number(/exits with (\d+)/.exec(comment)?.[1] ?? 0),
    ...(needs !== undefined && { needs }),
  };
}
