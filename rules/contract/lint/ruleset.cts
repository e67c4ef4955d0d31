import nodeModule = require('node:module');

/**
 * The ruleset for tools that use `require`. Spectral copies the modules that a YAML ruleset extends into one text
 * without `__filename`; there the package is found from the folder of the process.
 */
const isFile = typeof __filename === 'string';
const load = nodeModule.createRequire(isFile ? __filename : `${process.cwd()}/ruleset.js`);

interface RulesetModule {
  readonly default: object;
}

export = isFile ? (load('./ruleset.js') as RulesetModule).default : (load('contract-parity/spectral') as object);
