import { cutText, visible } from './visible.js';

/**
 * Text that GitHub's Markdown leaves as it is: no emphasis, link, image, HTML, table cell, mention, issue reference or autolink.
 * One line.
 */
export function markdownText(text: string, length = 1000): string {
  return visible(cutText(text, length))
    .replace(/[&<>]/g, (character) => ENTITIES.get(character) ?? character)
    .replace(/[\\`*_[\]|~$]/g, String.raw`\$&`)
    .replace(/^([-+#=]|\d+[.)])/, String.raw`\$1`)
    // Mentions, references and links are recognised in running text; an empty comment parts it and is not shown.
    .replace(/[@#](?=\w)|:(?=\/\/)|\bwww(?=\.)/gi, '$&<!-- -->');
}

/** As `markdownText`, but what stands between backticks is code. */
export function markdownProse(text: string, length = 1000): string {
  const parts = cutText(text, length).split(/`([^`\s]+(?: [^`\s]+)*)`/);
  return parts.map((part, index) => (index % 2 === 0 ? markdownText(part) : codeSpan(part))).join('');
}

const ENTITIES = new Map([['&', '&amp;'], ['<', '&lt;'], ['>', '&gt;']]);

/** A code span on one line. Its fence is longer than any run of backticks inside (CommonMark §6.1). */
export function codeSpan(text: string, length = 300): string {
  const content = visible(cutText(text, length));
  const fence = '`'.repeat(longestRun(content) + 1);
  const padding = content === '' || content.startsWith('`') || content.endsWith('`') ? ' ' : '';
  return `${fence}${padding}${content}${padding}${fence}`;
}

/** As `codeSpan`, for a table: a pipe would end the cell even within code, and its escape is the only one that works there (GFM §4.10). */
export function codeCell(text: string, length = 120): string {
  return codeSpan(text, length).replaceAll('|', String.raw`\|`);
}

/** A block of code. `text` holds nothing invisible but line breaks. */
export function codeBlock(text: string, language: string): string {
  const fence = '`'.repeat(Math.max(longestRun(text) + 1, 3));
  return `${fence}${language}\n${text}\n${fence}`;
}

function longestRun(text: string): number {
  return (text.match(/`+/g) ?? []).reduce((longest, run) => Math.max(longest, run.length), 0);
}
