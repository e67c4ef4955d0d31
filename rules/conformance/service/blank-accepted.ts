import { argumentPointer, argumentSchema } from '../../../contract/inputs/input-violations.js';
import { argumentValue, operationArguments } from '../../../contract/arguments.js';
import type { Contract } from '../../../contract/contract.js';
import { lastToken } from '../../../contract/json/json-pointer.js';
import { ownValue } from '../../../contract/json/json.js';
import { quotedNames, sentencesOf } from '../../../contract/sentences.js';
import { describedTexts } from '../../values/stated/described-texts.js';
import { refusesBlank } from '../../values/stated/refused-blank.js';
import type { Trial } from '../../rule.js';

/** A text of only spaces in an input, and the sentence of the contract that refuses it. */
interface BlankText {
  readonly pointer: string;
  readonly sentence: string;
  /** The address of the schema with the sentence; empty if the text of the operation or the parameter has it. */
  readonly uri: string;
}

/**
 * The texts in the query and the body that have only spaces although a description refuses such texts. The description
 * is that of the text itself. A description of its object, or of the operation, must name the text in backticks.
 */
export function refusedBlanks({ schemas }: Contract, { operation, case: { input } }: Trial): readonly BlankText[] {
  return operationArguments(operation).flatMap((argument) => {
    const schema = argumentSchema(operation, argument, input.mediaType);
    if (schema === undefined || (argument.in !== 'query' && argument.in !== 'body')) return [];
    const value = argumentValue(input, argument) ?? null;
    // Most inputs have no such text, and finding the schemas of all texts takes longer.
    if (!/" +"/.test(JSON.stringify(value))) return [];
    const found = describedTexts(schemas, [schema], value, argumentPointer(argument));
    return found.flatMap(({ pointer, text, applied, around }) => {
      if (!/^ +$/.test(text)) return [];
      const own = [...applied, { uri: '', schema: { description: argument.parameter?.description ?? '' } }];
      const others = [...around, { uri: '', schema: { description: operation.description } }];
      return [...own, ...others].flatMap(({ uri, schema: stated }, index) => {
        const sentence = sentencesOf(String(ownValue(stated, 'description') ?? '')).find((each) => {
          const quoted = quotedNames(each);
          const isMeant = quoted.includes(lastToken(pointer)) || (quoted.length === 0 && index < own.length);
          return isMeant && refusesBlank(each);
        });
        return sentence === undefined ? [] : [{ pointer, sentence, uri }];
      });
    });
  });
}
