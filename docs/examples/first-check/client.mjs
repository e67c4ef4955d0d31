export class Client {
  #baseUrl;

  constructor({ baseUrl }) {
    this.#baseUrl = baseUrl;
  }

  createNote({ body }) {
    const text = JSON.stringify(body, (_, value) => value ?? undefined);
    return this.#call('/notes', { method: 'POST', headers: { 'content-type': 'application/json' }, body: text });
  }

  getNote({ note_id }) {
    return this.#call(`/notes/${encodeURIComponent(note_id)}`, {});
  }

  async #call(path, init) {
    const response = await fetch(this.#baseUrl + path, init);
    if (!response.ok)
      throw Object.assign(new Error(`The service answered ${response.status}.`), { status: response.status });
    return response.json();
  }
}
