import { countLettersByKey } from '../mail/index.ts'
import { sealingKeyId } from '../platform/keyring.ts'
import type { Database } from '../platform/postgres/database.ts'
import { countSigningKeysByKey } from '../signing-keys/index.ts'
import { type Finding, ok, wrong } from './finding.ts'

/**
 * Whether each older key of PORTICO_SECRET_KEY is still needed, and whether a key is missing that a letter needs. A missing
 * key of a signing key is told by another check.
 */
export async function examineOldKeys(keys: readonly Buffer[], db: Database): Promise<readonly Finding[]> {
  if (keys.length === 0) return []
  const signingKeys = countsOf(await countSigningKeysByKey(db))
  const letters = countsOf(await countLettersByKey(db))
  const ids = keys.map((key) => sealingKeyId(key).toString('hex'))
  const older = ids.slice(1).map((id, index) => {
    const sealed = [said(signingKeys.get(id), 'signing key'), said(letters.get(id), 'letter')]
    return olderKey(`${index + 2} of ${ids.length}`, sealed.filter(Boolean).join(' and '))
  })
  const lost = [...letters].filter(([id]) => !ids.includes(id)).reduce((sum, [, count]) => sum + count, 0)
  if (lost === 0) return older
  return [
    ...older,
    wrong(
      'Letters',
      `${said(lost, 'letter')} in the outbox cannot be opened, because the secret key that sealed them is missing`,
      'set that key again behind the first one: PORTICO_SECRET_KEY=new,old',
    ),
  ]
}

function olderKey(which: string, sealed: string): Finding {
  return ok(
    'Secret key',
    sealed === ''
      ? `key ${which} opens nothing that is stored: an hour after every process was restarted with the new key in front, remove it, and keep it only for backups that it signed`
      : `key ${which} is still needed: it sealed ${sealed}`,
  )
}

function said(count: number | undefined, what: string): string {
  if (count === undefined) return ''
  return `${count} ${what}${count === 1 ? '' : 's'}`
}

function countsOf(
  rows: readonly { readonly keyId: string; readonly count: number }[],
): ReadonlyMap<string, number> {
  return new Map(rows.map(({ keyId, count }) => [keyId, count]))
}
