const SIBLING_ID =
  'drafts before 2019-09 ignore the keywords next to $ref, including identifiers; both validators apply these keywords';
const INHERITED = 'Ajv treats a member with the name of an inherited property as evaluated';
const ROUNDED = 'this project checks multipleOf with exact decimals; the validator checks it with a rounded quotient';

/**
 * Schemas about which this project and the judge (an independent validator) are known to disagree. The key is
 * `set/name`, and the value is the reason.
 */
export const DEPARTURES: Readonly<Record<string, string>> = {
  'suite/multipleOf: float division = inf': ROUNDED,
  'suite/contains: items + contains': ROUNDED,
  'hypothesis/draft7/items + contains': ROUNDED,
  'must-be-empty/draft7/invalid instance should not raise error when float division = inf': ROUNDED,
  'suite/vocabulary: schema that uses custom metaschema with with no validation vocabulary':
    'this project refuses a contract in a dialect without the validation vocabulary, so such schemas do not occur',
  "suite/not: collect annotations inside a 'not', even if collection is disabled": INHERITED,
  'suite/unevaluatedProperties: unevaluatedProperties with adjacent patternProperties': INHERITED,
  'hypothesis/draft7/ref overrides any sibling keywords':
    'drafts before 2019-09 ignore the keywords next to $ref; Ajv applies these keywords',
  'hypothesis/draft7/$ref prevents a sibling $id from changing the base uri': SIBLING_ID,
  'hypothesis/draft4/$ref prevents a sibling id from changing the base uri': SIBLING_ID,
  'hypothesis/draft7/$id inside an unknown keyword is not a real identifier':
    'known defect: this project uses an identifier below an unknown keyword (an optional test of the suite)',
  'hypothesis/draft4/id inside an enum is not a real identifier':
    'the second validator uses the identifier inside an enumeration',
};
