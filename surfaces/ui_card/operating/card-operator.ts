/// <reference lib="dom" />

import type { CardContent } from './card-outcome.js';

type Quality = 'form' | 'json' | false;

export interface CardTask {
  readonly operation: string;
  readonly inputs: readonly (readonly [string, unknown])[];
  readonly base: string;
  readonly servers: readonly (readonly [url: string, base: string])[];
  readonly token: string;
  /** True if the card is in a host, which has the base URL and the credentials itself. */
  readonly isHosted?: boolean;
  readonly timeoutMs: number;
  /** True if the form is submitted a second time before the reply has arrived. */
  readonly isRepeated: boolean;
  /** Names of inputs that must be set to "omitted" if the case omits them: see `requiredNames`. */
  readonly required: readonly string[];
  /** A text that is visible only if the card has parsed a reply as HTML. */
  readonly parsedMarkup: string;
}

export type CardDone =
  | { readonly kind: 'seen'; readonly sight: CardContent }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'inexpressible'; readonly reason: string };

/**
 * Operates a card as a person would: it changes controls, sends their events, and reads the visible texts. It runs
 * inside the page. The class is sent to the page as text, so its code must not refer to anything outside the class.
 */
export class CardOperator {
  /** Limit for a text from the page, plus one character, so that a longer text can be recognised. */
  private readonly mostShown = 4 * 1024 * 1024 + 1;
  /** The option that was selected first for each value, such as `omitted` or `null`, by the place of the value. */
  private readonly untouched = new Map<string, string>();
  /** The elements whose values the current call or an earlier call has entered or omitted. */
  private readonly touched = new WeakSet<HTMLElement>();
  /** For each union (by its place in the form), the first value that was entered in each branch. */
  private readonly entered = new Map<string, Map<string, unknown>>();
  private required: ReadonlySet<string> = new Set();

  /** Selects the operation, fills in and submits the form, waits for the reply, and reads what the card shows. */
  async perform(task: CardTask): Promise<CardDone> {
    this.find<HTMLElement>(document, `[data-action="${CSS.escape(task.operation)}"]`).click();
    const panel = this.find<HTMLElement>(document, `section[data-operation="${CSS.escape(task.operation)}"]`);
    const form = this.find<HTMLFormElement>(panel, 'form');
    if (task.isHosted !== true) this.fillAccess(task);
    this.required = new Set(task.required);
    const given = new Map(task.inputs);
    for (const value of form.querySelectorAll<HTMLElement>(':scope > .value')) {
      const name = value.dataset['name'] ?? '';
      if (this.fill(value, `${task.operation}.${name}`, given.get(name), given.has(name)) === false)
        return { kind: 'inexpressible', reason: `the form cannot express the value of ${name}` };
      given.delete(name);
    }
    const [missing] = given.keys();
    if (missing !== undefined) return { kind: 'inexpressible', reason: `the form has no control for ${missing}` };
    const output = this.find<HTMLElement>(panel, '[data-output]');
    this.submit(form);
    if (task.isRepeated) await this.repeat(form, output);
    if (await this.settled(output, task.timeoutMs)) return { kind: 'seen', sight: this.see(output, task.parsedMarkup) };
    panel.querySelector<HTMLElement>('[data-cancel]')?.click();
    return { kind: 'timeout' };
  }

  private fillAccess({ base, servers, token }: CardTask): void {
    this.set(this.find<HTMLInputElement>(document, '[name="base-url"]'), base);
    for (const [url, address] of servers) {
      const input = document.querySelector<HTMLInputElement>(`[data-server="${CSS.escape(url)}"]`);
      if (input !== null) this.set(input, address);
    }
    this.set(this.find<HTMLInputElement>(document, '[name=token]'), token);
  }

  /**
   * Enters a value into its controls. `place`: the operation and the names that lead to the value, such as
   * `createItem.body.name`. Returns how the value was entered, or `false` if the form cannot express it.
   */
  private fill(root: HTMLElement, place: string, value: unknown, isGiven: boolean): Quality {
    const way = this.find<HTMLSelectElement>(root, ':scope > .head > [data-way]');
    if (!this.untouched.has(place)) this.untouched.set(place, way.value);
    const isUntouched = !this.touched.has(root) && way.value === this.untouched.get(place);
    // An input that the case does not set is not touched, because the value that the form sends for it is judged, too.
    if (!isGiven && isUntouched && !this.required.has(root.dataset['name'] ?? '')) return 'form';
    this.touched.add(root);
    if (!isGiven) return this.choose(way, 'omitted') ? 'form' : false;
    if (value === null && this.choose(way, 'null')) return 'form';
    if (value !== null && this.choose(way, 'form')) {
      const body = root.querySelector<HTMLElement>(':scope > .holder > *');
      const quality = body === null ? false : this.fillBody(body, place, root.dataset['kind'] ?? '', value);
      if (quality !== false) return quality;
    }
    if (!this.choose(way, 'json')) return false;
    return this.set(
      this.find<HTMLTextAreaElement>(root, ':scope > .holder > [data-control=json]'),
      JSON.stringify(value),
    )
      ? 'json'
      : false;
  }

  private fillBody(body: HTMLElement, place: string, kind: string, value: unknown): Quality {
    const control = body as HTMLInputElement;
    if (kind === 'text') return typeof value === 'string' && this.set(control, value) ? 'form' : false;
    if (kind === 'number')
      return typeof value === 'number' && this.set(control, JSON.stringify(value)) ? 'form' : false;
    if (kind === 'file') return typeof value === 'string' && this.choosesFile(control, value) ? 'form' : false;
    if (kind === 'choice') return this.choose(body as HTMLSelectElement, JSON.stringify(value)) ? 'form' : false;
    if (kind === 'object') return this.fillMembers(body, place, value);
    if (kind === 'list')
      return Array.isArray(value)
        ? this.fillRows(
            body,
            place,
            value.map((each) => ['', each] as const),
          )
        : false;
    if (kind === 'map') return this.isObject(value) ? this.fillRows(body, place, Object.entries(value)) : false;
    return kind === 'union' ? this.fillBranch(body, place, value) : false;
  }

  /** Chooses a file. Each character of the text is one byte of the file. */
  private choosesFile(control: HTMLInputElement, bytes: string): boolean {
    if (!/^[\0-\xff]*$/.test(bytes)) return false;
    const files = new DataTransfer();
    files.items.add(new File([Uint8Array.from(bytes, (character) => character.charCodeAt(0))], 'blob'));
    control.files = files.files;
    control.dispatchEvent(new Event('change', { bubbles: true }));
    return control.files.length === 1;
  }

  /** Enters an object. Returns `false` if a member has no field, or if a missing member cannot be omitted. */
  private fillMembers(body: HTMLElement, place: string, value: unknown): Quality {
    if (!this.isObject(value)) return false;
    const left = new Set(Object.keys(value));
    const members = [...body.querySelectorAll<HTMLElement>(':scope > .value')];
    const names = new Set(members.map((member) => member.dataset['name'] ?? ''));
    if ([...left].some((name) => !names.has(name))) return false;
    return this.worst(
      members.map((member) => {
        const name = member.dataset['name'] ?? '';
        return this.fill(member, `${place}.${name}`, value[name], left.has(name));
      }),
    );
  }

  private fillRows(body: HTMLElement, place: string, entries: readonly (readonly [string, unknown])[]): Quality {
    // A person would not enter so many rows by hand.
    if (entries.length > 50) return false;
    const add = this.find<HTMLElement>(body, ':scope > [data-add]');
    return this.worst(
      entries.map(([key, value], index) => {
        const row = index === 0 ? this.firstRow(body, add) : this.addRow(body, add);
        const name = row.querySelector<HTMLTextAreaElement>(':scope > [data-control=key]');
        if (name !== null && !this.set(name, key)) return false;
        return this.fill(this.find<HTMLElement>(row, ':scope > .value'), `${place}[]`, value, true);
      }),
    );
  }

  private addRow(body: HTMLElement, add: HTMLElement): HTMLElement {
    add.click();
    return this.find<HTMLElement>(body, ':scope > ul > [data-row]:last-child');
  }

  /** Adds the first row. In a list, also adds and removes another row, as if the user changed their mind. */
  private firstRow(body: HTMLElement, add: HTMLElement): HTMLElement {
    const first = this.addRow(body, add);
    const remove = first.querySelector<HTMLElement>(':scope:not(:has(> [data-control=key])) > button');
    const row = remove === null ? first : this.addRow(body, add);
    if (row !== first) remove?.click();
    return row;
  }

  /**
   * Selects the first branch of a union whose form can express the value. A branch that needs a JSON field is not
   * selected, because such a field accepts any value. If an earlier call used a different branch, that branch is filled
   * in first and then replaced, as by a person who changes their mind.
   */
  private fillBranch(body: HTMLElement, place: string, value: unknown): Quality {
    const choice = this.find<HTMLSelectElement>(body, ':scope > [data-branch]');
    const enter = (branch: string, entry: unknown): boolean => {
      this.choose(choice, branch);
      const holder = this.find<HTMLElement>(body, ':scope > .branch');
      const inner = holder.firstElementChild as HTMLElement | null;
      const kind = holder.dataset['kind'] ?? '';
      return inner !== null && this.fillBody(inner, `${place}[${branch}]`, kind, entry) === 'form';
    };
    const branch = [...choice.options].map((option) => option.value).find((each) => enter(each, value));
    if (branch === undefined) return false;
    const entered = this.entered.get(place) ?? new Map<string, unknown>();
    this.entered.set(place, entered);
    const earlier = [...entered].find(([each]) => each !== branch);
    if (!entered.has(branch)) entered.set(branch, value);
    if (earlier === undefined) return 'form';
    enter(...earlier);
    return enter(branch, value) ? 'form' : false;
  }

  /** Returns `false` if a value could not be entered, `json` if one was entered as JSON, and `form` otherwise. */
  private worst(qualities: readonly Quality[]): Quality {
    if (qualities.includes(false)) return false;
    return qualities.includes('json') ? 'json' : 'form';
  }

  /** Sets the value of a control. Returns false if the control changes the value, as some controls do. */
  private set(control: HTMLInputElement | HTMLTextAreaElement, value: string): boolean {
    if (control.value !== value) {
      control.value = value;
      control.dispatchEvent(new Event('input', { bubbles: true }));
      control.dispatchEvent(new Event('change', { bubbles: true }));
    }
    return control.value === value;
  }

  /** Selects an option, even if it is already selected, so that the form drops the value of an earlier call. */
  private choose(select: HTMLSelectElement, value: string): boolean {
    if (![...select.options].some((option) => option.value === value)) return false;
    select.value = value;
    select.dispatchEvent(new Event('change', { bubbles: true }));
    return true;
  }

  /** Submits the form. If it has exactly one submit button, the button is clicked, so that its own handlers run. */
  private submit(form: HTMLFormElement): void {
    const buttons = [...form.elements].filter((each) => (each as HTMLButtonElement).type === 'submit');
    if (buttons.length === 1) (buttons[0] as HTMLElement).click();
    else form.requestSubmit();
  }

  /**
   * Waits until the first request is sent, then submits the form again. Does nothing if the reply has already arrived.
   */
  private async repeat(form: HTMLFormElement, output: HTMLElement): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, 100));
    if (output.getAttribute('aria-busy') === 'true') this.submit(form);
  }

  private settled(output: HTMLElement, timeoutMs: number): Promise<boolean> {
    if (output.getAttribute('aria-busy') !== 'true') return Promise.resolve(true);
    return new Promise((resolve) => {
      const observer = new MutationObserver(() => {
        if (output.getAttribute('aria-busy') === 'true') return;
        clearTimeout(timer);
        observer.disconnect();
        // The card inserts the view right after this change, so the promise resolves a moment later.
        setTimeout(resolve, 0, true);
      });
      const timer = setTimeout(() => {
        observer.disconnect();
        resolve(false);
      }, timeoutMs);
      observer.observe(output, { attributes: true, attributeFilter: ['aria-busy'] });
    });
  }

  see(output: HTMLElement, parsedMarkup: string): CardContent {
    const views = [...output.querySelectorAll<HTMLElement>('[data-view]')].filter((view) => view.checkVisibility());
    const shown = (part: string): string | undefined => {
      const found = output.querySelector<HTMLElement>(`[data-part="${part}"]`);
      return found?.checkVisibility() === true ? found.innerText.slice(0, this.mostShown) : undefined;
    };
    const [json, text] = [shown('json'), shown('text')];
    return {
      views: views.map((view) => view.dataset['view'] ?? ''),
      heading: views[0]?.innerText.slice(0, 2000) ?? '',
      status: shown('status') ?? '',
      ...(json !== undefined && { json }),
      ...(text !== undefined && { text }),
      isClipped: [...output.querySelectorAll('[data-view], [data-part=json], [data-part=text], [role=log]')].some(
        (box) => /hidden|clip/.test(getComputedStyle(box).overflowY) && box.scrollHeight > box.clientHeight + 1,
      ),
      parsedMarkup: output.textContent.includes(parsedMarkup),
      rows: [...output.querySelectorAll<HTMLElement>('[data-view=problem] li')]
        .slice(0, 100)
        .flatMap((row) => (row.checkVisibility() ? [row.innerText.slice(0, 5000)] : [])),
      events: [...output.querySelectorAll<HTMLElement>('[role=log] > li, [role=log] > ol > li')].map((row) => {
        const part = (name: string): string | undefined =>
          row.querySelector<HTMLElement>(`[data-part=${name}]`)?.innerText;
        const id = part('id');
        return { ...(id !== undefined && { id }), event: part('event') ?? '', data: part('data') ?? '' };
      }),
    };
  }

  private isObject(value: unknown): value is Record<string, unknown> {
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  }

  // eslint-disable-next-line typescript/no-unnecessary-type-parameters -- same signature as `querySelector`
  private find<Found extends Element>(within: ParentNode, selector: string): Found {
    const found = within.querySelector<Found>(selector);
    if (found === null) throw new Error(`the card has no element ${selector}`);
    return found;
  }
}
