import type { PlantedFault } from './planted-fault.js';

const ON_CARD = { file: 'dist/surfaces/ui_card/items.html', surface: 'ui_card', blame: 'surface' } as const;
const VALUES = { ...ON_CARD, class: 'values', operation: 'createItem' } as const;
const REPLIES = { ...ON_CARD, class: 'replies', operation: 'getItem' } as const;
const FORM = { ...ON_CARD, class: 'generation', operation: 'createItem' } as const;
const READ_TEXT = 'textFault(field, control.value), () => control.value)';
const SHOWN = 'return JSON.stringify(value, null, 2).replace(UNSEEN';
const SENT = 'return callService(base, operation, buildRequest(operation, args, token), signal, onEvent);';

/** Bugs of a card: its form, its requests and what it shows. */
export const CARD: readonly PlantedFault[] = [
  {
    ...VALUES,
    id: 'card-trims-texts',
    from: READ_TEXT,
    to: 'textFault(field, control.value), () => control.value.trim())',
    smallest: { body: { name: ' a' } },
  },
  {
    ...VALUES,
    id: 'card-empty-text-is-null',
    from: READ_TEXT,
    to: 'textFault(field, control.value), () => control.value || null)',
    smallest: { body: { name: 'a', note: '' } },
  },
  {
    ...VALUES,
    id: 'card-single-line-field',
    from: READ_TEXT,
    to: 'textFault(field, control.value), () => control.value.replaceAll("\\n", ""))',
    smallest: { body: { name: '\n' } },
  },
  {
    ...VALUES,
    id: 'card-length-in-utf16-units',
    from: 'const length = [...text].length;',
    to: 'const length = text.length;',
    note: 'The card refuses a name of 61 characters beyond the Basic Multilingual Plane, because it counts UTF-16 units.',
  },
  {
    ...VALUES,
    id: 'card-numbers-with-two-digits',
    from: 'numberFault(field, control.value), () => Number(control.value))',
    to: 'numberFault(field, control.value), () => Number(Number(control.value).toFixed(1)))',
  },
  {
    ...VALUES,
    id: 'card-numbers-as-texts',
    from: 'numberFault(field, control.value), () => Number(control.value))',
    to: 'numberFault(field, control.value), () => control.value)',
  },
  {
    ...VALUES,
    id: 'card-negative-zero-and-below-refused',
    from: 'if (field.minimum !== void 0 && value < field.minimum)',
    to: 'if (field.minimum !== void 0 && value <= field.minimum)',
    note: 'The card refuses the smallest valid number.',
  },
  {
    ...VALUES,
    id: 'card-union-sends-first-branch',
    from: 'const field = branches[Number(choice.value)]?.field',
    to: 'const field = branches[0]?.field',
    note: 'For each kind of source, the form shows the fields of the first kind.',
  },
  {
    ...VALUES,
    id: 'card-list-in-reverse',
    from: '(entries) => entries.map(([, value]) => value)',
    to: '(entries) => entries.map(([, value]) => value).reverse()',
    smallest: { body: { name: 'a', tags: ['', 'a'] } },
  },
  {
    ...VALUES,
    id: 'card-map-with-lower-case-names',
    from: '[key?.value ?? "", editor.read()]',
    to: '[(key?.value ?? "").toLowerCase(), editor.read()]',
    smallest: { body: { name: 'a', labels: { A: '' } } },
  },
  {
    ...VALUES,
    id: 'card-omitted-is-null',
    from: '} : { kind: "omitted" };\n\t\treturn way === "null"',
    to: '} : { kind: "value", value: null };\n\t\treturn way === "null"',
  },
  {
    ...VALUES,
    id: 'card-path-not-encoded',
    from: 'allowReserved ? encodeURI(text)',
    to: 'in === "path" ? encodeURI(text) : parameter.allowReserved ? encodeURI(text)',
    operation: 'getItem',
  },
  {
    ...VALUES,
    id: 'card-body-drops-null',
    from: 'if (isJson(bodyType)) return plain(JSON.stringify(value));',
    to: 'if (isJson(bodyType)) return plain(JSON.stringify(value, (_, member) => member ?? void 0));',
    smallest: { body: { name: 'a', note: null } },
  },
  {
    ...REPLIES,
    id: 'card-shows-prices-rounded',
    from: SHOWN,
    to: 'return JSON.stringify(value, (name, member) => name === "price" ? Math.round(member) : member, 2).replace(UNSEEN',
  },
  {
    ...REPLIES,
    id: 'card-hides-null',
    from: SHOWN,
    to: 'return JSON.stringify(value, (_, member) => member ?? void 0, 2).replace(UNSEEN',
  },
  {
    ...REPLIES,
    id: 'card-cuts-long-texts',
    from: SHOWN,
    to: 'return JSON.stringify(value, (_, member) => typeof member === "string" && member.length > 60 ? `${member.slice(0, 60)}…` : member, 2).replace(UNSEEN',
  },
  {
    ...REPLIES,
    id: 'card-invisible-characters-unseen',
    from: 'const UNSEEN = /[',
    to: 'const UNSEEN = /(?!)[',
    note: 'Joiners and direction marks are in the page, but a person does not see them.',
    equivalent:
      'The text of the page still contains the characters. The contract does not require a person to see them.',
  },
  {
    ...REPLIES,
    id: 'card-problem-as-result',
    from: 'const view = reply.isSuccess ? resultView(reply) : problemView(reply);',
    to: 'const view = resultView(reply);',
  },
  {
    ...REPLIES,
    id: 'card-problem-without-document',
    from: 'if (Array.isArray(errors)) view.append(errorList(errors));\n\t\tview.append(body(reply));',
    to: 'if (Array.isArray(errors)) view.append(errorList(errors));',
  },
  {
    ...REPLIES,
    id: 'card-status-always-200',
    from: '"data-part": "status" }, String(status))',
    to: '"data-part": "status" }, reply200(status))',
    also: [
      {
        file: 'dist/surfaces/ui_card/items.html',
        from: 'function statusLine(status) {',
        to: 'function reply200(status) { return status < 500 ? "200" : String(status); }\n\tfunction statusLine(status) {',
      },
    ],
  },
  {
    ...REPLIES,
    id: 'card-not-found-shows-nothing',
    from: 'if (view !== void 0) this.#show(view);',
    to: 'if (view !== void 0 && !view.textContent.includes("404")) this.#show(view);',
  },
  {
    ...ON_CARD,
    class: 'network',
    id: 'card-failure-is-empty-result',
    from: '}]) : failureView(message);',
    to: '}]) : resultView({ isSuccess: true, isJson: true, value: {}, isEmpty: false });',
    operation: 'getItem',
    note: 'If there is no reply, the card shows an empty result.',
  },
  {
    ...ON_CARD,
    class: 'network',
    id: 'card-repeats-after-failure',
    from: SENT,
    to: 'const request = buildRequest(operation, args, token);\n\t\t\treturn callService(base, operation, request, signal, onEvent).catch(() => callService(base, operation, request, signal, onEvent));',
    operation: 'createItem',
    note: 'The card sends a POST again after its connection broke.',
  },
  {
    ...ON_CARD,
    class: 'state',
    id: 'card-keeps-previous-result',
    from: '#show(view) {\n\t\t\tthis.output.replaceChildren(view);',
    to: '#show(view) {\n\t\t\tif (this.output.childElementCount === 0 || view.dataset.view === "result") this.output.replaceChildren(view);',
    also: [
      {
        file: 'dist/surfaces/ui_card/items.html',
        from: 'this.#end();\n\t\t\tthis.output.replaceChildren();',
        to: 'this.#end();',
      },
    ],
    operation: 'getItem',
    note: 'After a success, the card still shows the earlier result instead of a failure.',
  },
  {
    ...ON_CARD,
    class: 'state',
    id: 'card-remembers-arguments',
    from: 'const body = args.has("body")',
    to: 'Object.assign(operation.sent ??= {}, headers);\n\t\toperation.query = [...operation.query ?? [], ...query];\n\t\tquery.splice(0, query.length, ...operation.query);\n\t\tconst body = args.has("body")',
    operation: 'listItems',
    note: 'The card sends the query of earlier calls again.',
  },
  {
    ...FORM,
    id: 'card-form-without-labels',
    from: 'const parts = members.map((member) => ({',
    to: 'const parts = members.filter(({ name }) => name !== "labels").map((member) => ({',
    note: 'The form has no control for the member `labels`.',
  },
  {
    ...FORM,
    id: 'card-choice-misses-value',
    from: '"\\"active\\"",\n\t\t\t\t\t\t\t\t\t\t"\\"archived\\""',
    to: '"\\"active\\""',
    note: 'The value `archived` of the enumeration cannot be chosen.',
  },
  {
    ...FORM,
    id: 'card-note-not-nullable',
    from: 'required: false,\n\t\t\t\t\t\t\t\tnullable: true,',
    to: 'required: false,\n\t\t\t\t\t\t\t\tnullable: false,',
  },
  {
    ...FORM,
    id: 'card-limit-of-50',
    from: 'minimum: 1,\n\t\t\t\t\t\tmaximum: 100',
    to: 'minimum: 1,\n\t\t\t\t\t\tmaximum: 50',
    operation: 'listItems',
  },
  {
    ...FORM,
    id: 'card-action-missing',
    from: 'const name = panel.operation === void 0 ? {} : { "data-action": panel.operation };',
    to: 'const name = panel.operation === void 0 || panel.operation === "getItem" ? {} : { "data-action": panel.operation };',
    operation: 'getItem',
    narrowing: { operations: [] },
  },
];
