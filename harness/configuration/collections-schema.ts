import type { JsonSchema } from '../../contract/json/json.js';
import { TEXT } from '../../surfaces/kind-options.js';

const PAGING: JsonSchema = {
  type: 'object',
  required: ['by'],
  additionalProperties: false,
  properties: {
    by: { enum: ['cursor', 'page', 'offset', 'link'] },
    parameter: TEXT,
    pointer: { type: 'string', pattern: '^/' },
    first: { type: 'integer' },
  },
  if: { properties: { by: { const: 'link' } } },
  else: {
    required: ['parameter'],
    if: { properties: { by: { const: 'cursor' } } },
    then: { required: ['pointer'] },
  },
};

/** Schema of the corrections of inferred collections. */
export const COLLECTIONS: JsonSchema = {
  description:
    'Corrections of what is inferred for sequences of calls, by the operation that creates an item: `read` and ' +
    '`list` name the operations that read and list it (`false`: none), and `id` is the JSON pointer to the ' +
    'identifier in the reply to the create. `paging` is how the list is paged (`false`: not at all): `by` is ' +
    '`cursor` (with its `parameter`, and `pointer` to the value in a page), `page` or `offset` (with the ' +
    '`parameter`, and its value for the `first` page), or `link` (the URI of the next page in the ' +
    'header `Link`, or in the body at `pointer`). For a list whose items no operation creates, the key is the operation that lists.',
  type: 'object',
  additionalProperties: {
    type: 'object',
    additionalProperties: false,
    properties: {
      read: { if: { type: 'boolean' }, then: { const: false }, else: TEXT },
      list: { if: { type: 'boolean' }, then: { const: false }, else: TEXT },
      id: { type: 'string', pattern: '^/' },
      paging: { if: { type: 'boolean' }, then: { const: false }, else: PAGING },
    },
  },
};
