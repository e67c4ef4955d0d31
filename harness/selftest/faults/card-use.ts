import type { PlantedFault } from './planted-fault.js';

const ON_CARD = { surface: 'ui_card', blame: 'surface', file: 'dist/surfaces/ui_card/items.html' } as const;

/** Bugs that a person notices when using a card: in its buttons, in unfilled forms, and in earlier entries. */
export const CARD_USE: readonly PlantedFault[] = [
  {
    ...ON_CARD,
    id: 'card-choice-preselected',
    class: 'values',
    from: 'way.value = required ? ways[0] ?? "json" : "omitted";',
    to: 'way.value = required || field.kind === "choice" ? ways[0] ?? "json" : "omitted";',
    operation: 'createItem',
    equivalent:
      'The card preselects `draft`, the default of `status`. A surface may send the default of an omitted member.',
  },
  {
    ...ON_CARD,
    id: 'card-last-choice-preselected',
    class: 'values',
    from: 'way.value = required ? ways[0] ?? "json" : "omitted";',
    to: 'way.value = required || field.kind === "choice" ? ways[0] ?? "json" : "omitted";',
    also: [
      {
        file: ON_CARD.file,
        from: 'control.append(...options.map((option) => element("option", { value: option }, shown(option))));',
        to: 'control.append(...options.map((option) => element("option", { value: option }, shown(option))));\n\tcontrol.value = options.at(-1);',
      },
    ],
    operation: 'createItem',
  },
  {
    ...ON_CARD,
    id: 'card-note-starts-as-null',
    class: 'values',
    from: 'way.value = required ? ways[0] ?? "json" : "omitted";',
    to: 'way.value = required ? ways[0] ?? "json" : nullable ? "null" : "omitted";',
    operation: 'createItem',
  },
  {
    ...ON_CARD,
    id: 'card-detail-as-markup',
    class: 'replies',
    from: 'if (typeof detail === "string") view.append(element("p", {}, detail));',
    to: 'if (typeof detail === "string") view.append(Object.assign(element("p"), { innerHTML: detail }));',
    operation: 'getItem',
  },
  {
    ...ON_CARD,
    id: 'card-values-as-markup',
    class: 'replies',
    from: '"data-part": reply.isJson ? "json" : "text"\n\t\t}, text);',
    to: '"data-part": reply.isJson ? "json" : "text"\n\t\t}, document.createRange().createContextualFragment(text));',
    operation: 'getItem',
  },
  {
    ...ON_CARD,
    id: 'card-error-details-as-markup',
    class: 'replies',
    from: ' ${String(detail ?? "")}`);',
    to: ' `, document.createRange().createContextualFragment(String(detail ?? "")));',
    operation: 'createItem',
  },
  {
    ...ON_CARD,
    id: 'card-runs-events-as-markup',
    class: 'replies',
    file: 'dist/surfaces/ui_card/runs.html',
    from: 'element("pre", { "data-part": "data" }, shownData(data))',
    to: 'element("pre", { "data-part": "data" }, document.createRange().createContextualFragment(shownData(data)))',
    operation: 'streamRunEvents',
  },
  {
    ...ON_CARD,
    id: 'card-click-sends-twice',
    class: 'state',
    from: 'submit.addEventListener("click", run);',
    to: 'submit.addEventListener("click", () => run(new Event("run")));',
    operation: 'createItem',
  },
  {
    ...ON_CARD,
    id: 'card-late-reply-wins',
    class: 'state',
    from: 'const view = await this.#makeCall(args, current.signal);\n\t\t\tif (current.signal.aborted) return;',
    to: 'const view = await this.#makeCall(args, new AbortController().signal);',
    operation: 'getItem',
  },
  {
    ...ON_CARD,
    id: 'card-union-keeps-other-members',
    class: 'values',
    from: 'body = editors.body(field, label, hint);\n\t\t\tholder.dataset',
    to: 'if (body !== void 0) (holder.earlier ??= []).push(body);\n\t\t\tbody = editors.body(field, label, hint);\n\t\t\tholder.dataset',
    also: [
      {
        file: ON_CARD.file,
        from: 'read: () => body?.read() ?? { kind: "omitted" }',
        to: `read: () => {
				const entry = body?.read() ?? { kind: "omitted" };
				if (entry.kind !== "value" || !isRecord(entry.value)) return entry;
				const earlier = (holder.earlier ?? []).map((each) => each.read()).filter(({ kind }) => kind === "value");
				return { kind: "value", value: Object.assign({}, ...earlier.map(({ value }) => value), entry.value) };
			}`,
      },
    ],
    operation: 'createItem',
  },
];
