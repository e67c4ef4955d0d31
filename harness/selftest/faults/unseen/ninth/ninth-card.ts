import { IN_HOST, type PlantedFault } from '../../planted-fault.js';

const ON_CARD = { surface: 'ui_card', blame: 'surface', file: 'dist/surfaces/ui_card/items.html' } as const;

/** Bugs of the cards, as they occur in real projects. The author of this list had not read the rules of the check. */
export const UNSEEN_NINTH_CARD: readonly PlantedFault[] = [
  {
    ...ON_CARD,
    id: 'card-sixteenth-entry-cannot-be-added',
    class: 'values',
    from: '			const row = rowOf(editors, of, label, named, () => {',
    to: '			if (rows.length >= 15) return;\n			const row = rowOf(editors, of, label, named, () => {',
    operation: 'createItem',
    note: 'The button for another entry does nothing after the fifteenth entry, but the contract permits sixteen tags and labels.',
  },
  {
    ...ON_CARD,
    id: 'card-removed-entries-are-sent',
    class: 'state',
    from: '				rows.splice(rows.indexOf(row), 1);\n',
    to: '',
    operation: 'createItem',
    note: 'A removed tag or label disappears from the form, but it is still sent.',
  },
  {
    ...ON_CARD,
    id: 'card-long-serial-refused',
    class: 'values',
    from: 'if (minLength !== void 0 && length < minLength)',
    to: 'if (pattern !== void 0 && /^-?\\d{17,}$/.test(text)) return "must be a smaller number";\n		if (minLength !== void 0 && length < minLength)',
    operation: 'createItem',
    note: 'A serial of more than 16 digits is refused as too large for a number, but a serial is a text of up to 64 bits.',
  },
  {
    ...ON_CARD,
    id: 'card-follows-redirects',
    class: 'replies',
    from: 'redirect: "error",',
    to: 'redirect: "follow",',
    operation: 'getItem',
    note: 'The browser follows a redirect, and the card shows the other resource as the item.',
    equivalent:
      'RFC 9110 §15.4 permits a client to follow a redirection automatically. The contract documents none, and the Fetch standard removes the token if the other resource has another origin.',
  },
  {
    ...ON_CARD,
    id: 'card-choice-off-by-one',
    class: 'values',
    from: `			read: () => ({
				kind: "value",
				value: JSON.parse(control.value)`,
    to: `			read: () => ({
				kind: "value",
				value: JSON.parse(options[control.selectedIndex - 1] ?? options[0])`,
    operation: 'createItem',
    note: 'A first option without a value was removed from the choices, but not from the index: the status `active` is sent as `draft`.',
  },
  {
    ...ON_CARD,
    id: 'card-omitted-object-sent-empty',
    class: 'values',
    from: 'read: () => readWay(way.value, body, {',
    to: 'read: () => way.value === "omitted" && !required && field.kind === "object" ? { kind: "value", value: {} } : readWay(way.value, body, {',
    operation: 'createItem',
    note: 'An omitted size is sent as an object without members, so the service refuses every item without a size.',
  },
  {
    ...ON_CARD,
    id: 'card-blank-number-sent-as-zero',
    class: 'values',
    from: '	function readNumber(text) {',
    to: '	function readNumber(text) {\n		if (text === "") return 0;',
    operation: 'createItem',
    note: 'If a person chooses to give a quantity and enters nothing, the quantity 0 is stored.',
  },
  {
    ...ON_CARD,
    id: 'card-label-names-compared-without-case',
    class: 'values',
    from: 'other.key?.value === key?.value)',
    to: 'other.key?.value.toLowerCase() === key?.value.toLowerCase())',
    operation: 'createItem',
    note: 'The labels `team` and `Team` count as the same name, so an item with both, which the contract permits, cannot be sent.',
  },
  {
    ...ON_CARD,
    id: 'card-long-answer-clipped',
    class: 'replies',
    from: 'max-height: 24rem; overflow-y: auto; }',
    to: 'max-height: 24rem; overflow: hidden; }',
    operation: 'listItems',
    note: 'A long answer is cut at the height of its box and cannot be scrolled, so a person sees only the first items of a page.',
  },
  {
    ...ON_CARD,
    id: 'card-empty-failure-shown-as-done',
    class: 'replies',
    from: 'isSuccess: isSuccess && isExpected,',
    to: 'isSuccess: isSuccess && isExpected || isEmpty,',
    operation: 'getItem',
    note: 'A reply without a body counts as done, also if its status is 502 or if the documented item is missing.',
  },
  {
    ...ON_CARD,
    id: 'card-runs-data-reformatted',
    class: 'streams',
    file: 'dist/surfaces/ui_card/runs.html',
    from: 'element("pre", { "data-part": "data" }, shownData(data))',
    to: 'element("pre", { "data-part": "data" }, reformatted(data))',
    also: [
      {
        file: 'dist/surfaces/ui_card/runs.html',
        from: '	function shownData(data) {',
        to: `	function reformatted(data) {
		try {
			return JSON.stringify(JSON.parse(data), null, 2);
		} catch {
			return shownData(data);
		}
	}
	function shownData(data) {`,
      },
    ],
    operation: 'streamRunEvents',
    note: 'The data of an event are read and written again over several lines, so a person does not see the data that were sent.',
  },
  {
    ...ON_CARD,
    id: 'card-hosted-call-has-name-of-operation',
    class: 'rejection',
    from: 'name: tool?.name ?? operation.id,',
    to: 'name: operation.id,',
    operation: 'getItem',
    narrowing: IN_HOST,
    note: 'In a host, the card calls the tool `getItem` and not `get_item`, so the host knows no such tool.',
  },
];
