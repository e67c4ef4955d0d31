import type { JsonSchema } from '../../contract/json/json.js';
import { TEXT } from '../../surfaces/kind-options.js';

const PAGING: JsonSchema = {
  type: 'object',
  required: ['by'],
  additionalProperties: false,
  properties: {
    by: { enum: ['cursor', 'page', 'offset', 'link', 'last'] },
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

/** Schema of the option `collections`, which corrects inferred collections. */
export const COLLECTIONS: JsonSchema = {
  description:
    'Corrections of the collections that are inferred for sequences of calls. ' +
    'The key is the operation that creates an item, or the operation that lists items if no operation creates them. ' +
    '`read` and `list` name the operations that read and list the item; `false` means that there is none. ' +
    '`id` is the JSON pointer to the identifier in the reply to the create operation, or to a resource name or URI that ends with it, such as `fleets/north`. ' +
    '`paging` states how the list is paged; `false` means that it is not paged. ' +
    'The member `by` of `paging` names the kind of paging. ' +
    '`cursor` needs the `parameter` for the cursor, and the `pointer` to the next cursor in a page. ' +
    '`page` and `offset` need the `parameter`, and may state its value for the first page (`first`). ' +
    '`link` takes the URI of the next page from the header `Link`, or from the body at `pointer`. ' +
    '`last` needs the `parameter` for the identifier of the last element of the previous page. ' +
    'Its `pointer` leads to the identifier in an element; the default is `/id`.',
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
