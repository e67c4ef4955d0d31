import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { rolldown } from 'rolldown';

/** Part of the build: `node bundle.js DIST` makes of each card one page that needs nothing else, neither files nor a network. */
const CARDS = [
  { input: 'reference/main.js', file: 'items.html' },
  { input: 'science_runtime/main.js', file: 'runs.html' },
] as const;

const [dist = '.'] = process.argv.slice(2);
for (const { input, file } of CARDS) {
  const bundle = await rolldown({ input: path.join(dist, input), platform: 'browser', onLog: refuse });
  const { output } = await bundle.generate({ format: 'iife', codeSplitting: false });
  await bundle.close();
  await writeFile(path.join(dist, file), page(output[0].code));
}

/** Nothing but this very script runs in the page; styles are set by the script. The end tag within a text would end the script. */
function page(script: string): string {
  const safe = `\n${script.replaceAll(/<(?=\/script|!--)/gi, String.raw`\x3c`)}\n`;
  const digest = createHash('sha256').update(safe).digest('base64');
  const policy = `default-src 'none'; script-src 'sha256-${digest}'; style-src 'unsafe-inline'; connect-src http: https:; form-action 'none'`;
  return `<!doctype html>
<html lang="en">
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

function refuse(level: string, { message }: { readonly message: string }): void {
  if (level === 'warn') throw new Error(message);
}
