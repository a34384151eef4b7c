import type { CitizensAct } from '../moments/index.ts'
import { counted } from '../platform/counted.ts'
import { booleanSchema, countSchema, objectSchema, textSchema } from '../platform/operation.ts'
import { accepted, refused } from '../platform/result.ts'
import { exportCitizens } from './export-citizens.ts'

/** What an export has written. */
export const EXPORTED_CITIZENS = objectSchema('ExportedCitizens', {
  file: textSchema('The file.'),
  citizens: countSchema('How many citizens are in it.'),
  with_hashes: booleanSchema('Whether the hashes of their passwords are.'),
})

/** Carries out `portico citizen export`. */
export const exportOrder: CitizensAct['run'] = async (needs, given) => {
  const { operand: file, progress, stopped } = given
  const withHashes = given.has('with-hashes')
  if (file === '-')
    return refused({ says: 'Citizens are written to a file and nowhere else: name a new one.' })
  const done = await exportCitizens({ ...needs, progress, stopped }, { file, withHashes })
  if (!done.ok) return refused({ says: done.refusal })
  if (done.value === undefined)
    return refused({ says: `It was stopped before the end: ${file} lacks citizens. Delete it.` })
  const json = { file, citizens: done.value, with_hashes: withHashes }
  const hashes = withHashes ? ' with the hashes of their passwords' : ''
  const lines = [
    `${counted(done.value, `citizen${hashes} is`, `citizens${hashes} are`)} in ${file}.`,
    'It names citizens: keep it where only you can read it.',
    'Apps for codes, recovery codes and passkeys are not in it: elsewhere the password alone signs in.',
  ]
  return accepted({ json, lines, isFault: false })
}
