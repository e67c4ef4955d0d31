/** Where the judge is not followed: `set/name` → why. An entry that is met no more is told. */
export const DEPARTURES: Readonly<Record<string, string>> = {
  'suite/multipleOf: float division = inf':
    'the second validator takes a remainder below 1e-7 for none, we compute with decimals; Ajv is wrong at 1e308',
  'suite/vocabulary: schema that uses custom metaschema with with no validation vocabulary':
    'a dialect without the validation vocabulary is refused when a contract is read; schemas are not read by it',
};
