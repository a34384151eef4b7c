import {
  type EndingSecret,
  findEndingSecrets,
  findWrongSecrets,
  isRetired,
  TOLD_BEFORE_SECONDS,
} from '../clients/index.ts'
import type { UnixSeconds } from '../platform/clock.ts'
import type { Database } from '../platform/postgres/database.ts'
import { type Finding, ok, wrong } from './finding.ts'
import { plainTime } from './present.ts'

const CHECK = 'Client secrets'

/** Whether a program stops soon, or has stopped, because its secret ends or is wrong. */
export async function examineSecrets(db: Database, now: UnixSeconds): Promise<readonly Finding[]> {
  const ending = await findEndingSecrets(db, now)
  const wrongs = (await findWrongSecrets(db)).map(({ name, clientId, wrongSecretAt }) =>
    wrong(
      CHECK,
      `somebody came as ${name} (${clientId}) on ${plainTime(wrongSecretAt)} with a secret that it does not have, and nobody with a right one since`,
      `look which secrets it has: portico client secret list ${clientId} (docs/runbooks/client-secrets.md)`,
    ),
  )
  const days = TOLD_BEFORE_SECONDS / 86_400
  if (ending.length + wrongs.length === 0)
    return [ok(CHECK, `no program needs one that ends within ${days} days`)]
  const ends = ending.map((secret) =>
    wrong(
      CHECK,
      saysEnd(secret, now),
      `give the program a new one: portico client secret add ${secret.clientId} (docs/runbooks/client-secrets.md)`,
    ),
  )
  return [...ends, ...wrongs]
}

function saysEnd({ name, clientId, secretId, expiresAt }: EndingSecret, now: UnixSeconds): string {
  const which = `secret ${secretId} of ${name} (${clientId})`
  if (isRetired({ expiresAt })) return `${which} is retired, and the program still sends it: it is refused`
  return expiresAt <= now
    ? `${which} ended on ${plainTime(expiresAt)}, and the program still sends it: it is refused`
    : `${which} ends on ${plainTime(expiresAt)}, and the program needs it`
}
