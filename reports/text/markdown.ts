import { visible } from '../../contract/json/visible.js';
import { cutText } from './visible.js';

/**
 * A text on one line, escaped for the Markdown of GitHub. No part of it can become emphasis, a link, an image, HTML, a
 * table cell, a mention, an issue reference or an autolink.
 */
export function markdownText(text: string, length = 1000): string {
  return (
    visible(cutText(text, length))
      .replace(/[&<>]/g, (character) => ENTITIES.get(character) ?? character)
      .replace(/[\\`*_[\]|~$]/g, String.raw`\$&`)
      .replace(/^([-+#=]|\d+[.)])/, String.raw`\$1`)
      // An empty HTML comment prevents GitHub from recognising mentions, references and links.
      .replace(/[@#](?=\w)|:(?=\/\/)|\bwww(?=\.)/gi, '$&<!-- -->')
  );
}

/** Like `markdownText`, but text between backticks becomes code. */
export function markdownProse(text: string, length = 1000): string {
  const parts = cutText(text, length).split(/`([^`\s]+(?: [^`\s]+)*)`/);
  return parts.map((part, index) => (index % 2 === 0 ? markdownText(part) : codeSpan(part))).join('');
}

const ENTITIES = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
]);

/**
 * Text as a code span on one line. It is enclosed in more backticks than any run of backticks in the text has
 * (CommonMark §6.1).
 */
export function codeSpan(text: string, length = 300): string {
  const content = visible(cutText(text, length));
  const fence = '`'.repeat(longestRun(content) + 1);
  const padding = content === '' || content.startsWith('`') || content.endsWith('`') ? ' ' : '';
  return `${fence}${padding}${content}${padding}${fence}`;
}

/** A code span in a table cell. Pipes are escaped, because they would end the cell even within code (GFM §4.10). */
export function codeCell(text: string, length = 120): string {
  return codeSpan(text, length).replaceAll('|', String.raw`\|`);
}

/** A fenced block of code. `text` must contain no invisible characters except line breaks. */
export function codeBlock(text: string, language: string): string {
  const fence = '`'.repeat(Math.max(longestRun(text) + 1, 3));
  return `${fence}${language}\n${text}\n${fence}`;
}

function longestRun(text: string): number {
  return (text.match(/`+/g) ?? []).reduce((longest, run) => Math.max(longest, run.length), 0);
}
