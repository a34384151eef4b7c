import { parseOwnJson } from '../../../packages/identity/src/platform/own-json.ts'
import type { Day } from '../day.ts'
import { ADMINISTRATOR, SECURITY } from '../people/operators.ts'

interface KeySet {
  readonly keys: readonly { readonly kid: string }[]
}

/** A new signing key is announced. */
export async function rotateKeys(day: Day): Promise<string> {
  await day.stage.command({ words: ['keys', 'rotate'], as: ADMINISTRATOR, reason: 'Once a year' })
  return 'a signing key was announced'
}

/** A signing key may have leaked: another one signs at once, and all others are withdrawn. */
export async function rotateKeysNow(day: Day): Promise<string> {
  const words = ['keys', 'rotate', '--emergency', '--yes']
  await day.stage.command({ words, as: SECURITY, reason: 'A backup with the key was lost' })
  const answer = await day.answers.send(`${day.stage.identity.baseUrl}/o/.well-known/jwks.json`, {
    method: 'GET',
  })
  const { keys } = parseOwnJson<KeySet>(await answer.text())
  return `an emergency rotation left ${keys.length} signing key`
}
