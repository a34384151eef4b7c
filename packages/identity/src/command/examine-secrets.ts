import {
  type EndingSecret,
  findEndingSecrets,
  findWrongSecrets,
  isRetired,
  TOLD_BEFORE_SECONDS,
  type WrongSecret,
} from '../clients/index.ts'
import type { UnixSeconds } from '../platform/clock.ts'
import type { Database } from '../platform/postgres/database.ts'
import { type Finding, idle, ok, wrong } from './finding.ts'
import { plainTime } from './present.ts'

const CHECK = 'Client secrets'

/** Whether a program stops soon, or has stopped, because its secret ends or is wrong. A wrong one that anybody may have sent is no fault. */
export async function examineSecrets(db: Database, now: UnixSeconds): Promise<readonly Finding[]> {
  const ending = await findEndingSecrets(db, now)
  const wrongs = (await findWrongSecrets(db, now)).map(findingOf)
  const days = TOLD_BEFORE_SECONDS / 86_400
  const ends = ending.map((secret) =>
    wrong(
      CHECK,
      saysEnd(secret, now),
      `give the program a new one: portico client secret add ${secret.clientId} --reason TEXT (docs/runbooks/client-secrets.md)`,
    ),
  )
  const faults = [...ends, ...wrongs]
  if (faults.some(({ state }) => state === 'wrong')) return faults
  return [ok(CHECK, `no program needs one that ends within ${days} days`), ...faults]
}

function findingOf({ name, clientId, wrongSecretAt, lastRightAt }: WrongSecret): Finding {
  const which = `somebody came as ${name} (${clientId}) on ${plainTime(wrongSecretAt)} with a secret that it does not have`
  const mend = `portico client secret add ${clientId} --reason TEXT (docs/runbooks/client-secrets.md)`
  return lastRightAt === null
    ? wrong(CHECK, `${which}, and none of its secrets was ever used`, `give the program a new one: ${mend}`)
    : idle(
        CHECK,
        `${which}, and nobody with a right one since ${plainTime(lastRightAt)}: if that was the program itself, it cannot sign anybody in, and needs a new one: ${mend}`,
      )
}

function saysEnd({ name, clientId, secretId, expiresAt }: EndingSecret, now: UnixSeconds): string {
  const which = `secret ${secretId} of ${name} (${clientId})`
  if (isRetired({ expiresAt })) return `${which} is retired, and the program still sends it: it is refused`
  return expiresAt <= now
    ? `${which} ended on ${plainTime(expiresAt)}, and the program still sends it: it is refused`
    : `${which} ends on ${plainTime(expiresAt)}, and the program needs it`
}
