import { createHash } from 'node:crypto';

/**
 * An HTML page with a card that needs no other files. Its policy permits only the given script. `header`: the lines of
 * a comment at the start of the page.
 */
export function cardPage(script: string, header: readonly string[] = []): string {
  const safe = `\n${inScript(script)}\n`;
  const digest = createHash('sha256').update(safe).digest('base64');
  const policy = `default-src 'none'; script-src 'sha256-${digest}'; style-src 'unsafe-inline'; img-src data:; connect-src http: https:; form-action 'none'`;
  const comment = header.length === 0 ? '' : `<!--\n${header.map((line) => `${line}\n`).join('')}-->\n`;
  // The page has no style element, because its script adds the styles.
  return `<!doctype html>
${comment}<html lang="en">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width">
<link rel="icon" href="data:,">
<title>Card</title>
<service-card></service-card>
<script>${safe}</script>
</html>
`;
}

/** Escapes end tags in the script, because an end tag would end the script. */
export function inScript(script: string): string {
  return script.replaceAll(/<(?=\/script|!--)/gi, String.raw`\x3c`);
}
