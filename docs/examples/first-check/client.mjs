export class Client {
  #baseUrl;
  #timeoutMs;

  constructor({ baseUrl, timeoutMs = 10_000 }) {
    this.#baseUrl = baseUrl;
    this.#timeoutMs = timeoutMs;
  }

  createNote({ body }) {
    const text = JSON.stringify(body, (_, value) => value ?? undefined);
    return this.#call('/notes', { method: 'POST', headers: { 'content-type': 'application/json' }, body: text });
  }

  getNote({ note_id }) {
    return this.#call(`/notes/${encodeURIComponent(note_id)}`, {});
  }

  async #call(path, init) {
    const response = await fetch(this.#baseUrl + path, { ...init, signal: AbortSignal.timeout(this.#timeoutMs) });
    const json = jsonOf(response.headers.get('content-type'), await response.text());
    if (response.ok && json !== undefined) return json;
    const { status } = response;
    throw Object.assign(new Error(`The service answered ${status}.`), { status, problem: json });
  }
}

function jsonOf(mediaType, text) {
  if (!/^application\/(problem\+)?json\b/i.test(mediaType)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
