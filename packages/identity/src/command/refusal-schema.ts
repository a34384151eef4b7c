import { countSchema, listOf, objectSchema, oneWordOf, orNull, textSchema } from '../platform/operation.ts'
import type { Refusal } from './refusal.ts'

/** What every command of every package with `--json` prints on the standard error where it answers nothing: the last line there. */
export const REFUSAL = objectSchema<Refusal>('Refusal', {
  kind: oneWordOf<Refusal['kind']>({
    usage: 'the command line is wrong',
    refused: 'nothing is broken, and the answer is no',
    failed: 'something does not work, such as a setting or the database',
  }),
  because: textSchema(
    'Why, as a name, such as `unknown-citizen` or `database-unavailable`; `refused`, `wrong-usage` or `unexpected` where it has none of its own.',
  ),
  says: textSchema('The same as a sentence, which may be another one in a later release.'),
  faults: listOf(textSchema('Each fault of a file or of the settings, with its place.')),
  usage: orNull(textSchema('How the command is called; null where it was called so.')),
  exit_code: countSchema('The exit code, the same as without `--json`.'),
})
