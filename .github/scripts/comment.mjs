// Makes a summary a comment of the pull request of this run, or updates the comment that an earlier run made.
import { readFile } from 'node:fs/promises';

const [file = 'reports/latest/summary.md'] = process.argv.slice(2);
const {
  GITHUB_API_URL: api,
  GITHUB_EVENT_PATH: event,
  GITHUB_REPOSITORY: repository,
  GITHUB_TOKEN: token,
} = process.env;
const marker = `<!-- contract-parity ${JSON.stringify(process.env.COMMENT_KEY ?? '')} -->`;

/** GitHub refuses longer comments. */
const LONGEST = 65_536;
const PAGE = 100;
/** A pull request with more comments gets one more. */
const MOST_PAGES = 30;
const TIMEOUT_MS = 30_000;

async function request(method, path, body) {
  const response = await fetch(`${api}/repos/${repository}/${path}`, {
    method,
    headers: {
      accept: 'application/vnd.github+json',
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'x-github-api-version': '2022-11-28',
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${(await response.text()).slice(0, 300)}`);
  return response.json();
}

/** The comment of an earlier run: only one that begins with the marker, since others may quote it. */
async function earlierComment(number) {
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const comments = await request('GET', `issues/${number}/comments?per_page=${PAGE}&page=${page}`);
    const found = comments.find(({ body }) => body?.startsWith(marker));
    if (found !== undefined || comments.length < PAGE) return found;
  }
  return undefined;
}

function commentText(summary) {
  const text = `${marker}\n${summary}`;
  if (text.length <= LONGEST) return text;
  const end = '\n\n… The whole summary is in the artifact of the run.';
  return text.slice(0, LONGEST - end.length) + end;
}

try {
  const number = JSON.parse(await readFile(event, 'utf8')).pull_request?.number;
  if (!Number.isInteger(number)) throw new Error('the event has no pull request');
  const body = commentText(await readFile(file, 'utf8'));
  const earlier = await earlierComment(number);
  if (earlier === undefined) await request('POST', `issues/${number}/comments`, { body });
  else await request('PATCH', `issues/comments/${earlier.id}`, { body });
} catch (error) {
  // A pull request of a fork has no permission to comment. The verdict of the check stays.
  console.log(`::warning title=contract-parity::The comment was not written: ${String(error).replaceAll(/\s+/g, ' ')}`);
}
