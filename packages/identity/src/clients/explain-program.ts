import { latestOf, plusSeconds, type UnixSeconds } from '../platform/clock.ts'
import { partOf } from '../platform/languages.ts'
import { type Database, firstRow } from '../platform/postgres/database.ts'
import { type ExplainNeeds, type Explains, type Finding, findingsOf } from '../platform/room/explains.ts'
import type { Client } from './client.ts'
import { isLive } from './client-secret.ts'
import { findClientSecrets } from './client-secret-store.ts'
import { findClient } from './client-store.ts'
import { SENT_SECONDS } from './ending-secrets.ts'
import { PROGRAM_FINDINGS } from './findings.ts'
import { CLIENT_WORDS } from './words/index.ts'
import { findWrongSecrets, type WrongSecret } from './wrong-secrets.ts'

/** How far the event and the row may be apart. */
const TRANSACTION_SECONDS = 60

const finding = findingsOf(
  PROGRAM_FINDINGS,
  partOf(CLIENT_WORDS, ({ findings }) => findings),
)

/** Tells a supporter whether a program can sign anybody in. */
export const explainProgram: Explains = async (needs, { clientId }) => {
  const client = clientId === undefined ? undefined : await findClient(needs.db, clientId)
  if (!client) return []
  const aboutSecret = await explainSecrets(needs, client)
  // Nobody is told to try again at a program that is closed.
  const isShown = client.disabledAt === null || aboutSecret.weight === 'stops'
  return [...(await explainDisabled(needs, client)), ...(isShown ? [aboutSecret] : [])]
}

async function explainDisabled(
  { db }: Pick<ExplainNeeds, 'db'>,
  { clientId, name: ofProgram, disabledAt }: Client,
): Promise<readonly Finding[]> {
  if (disabledAt === null) return []
  const reason = await findReason(db, clientId, disabledAt)
  return [
    finding('program-disabled', (words, { when, name, exact }) => ({
      found: [
        words.found(name(ofProgram), when(disabledAt)),
        ...(reason ? [words.reason(exact(reason))] : []),
      ],
      mayDo: [{ command: `portico client enable ${clientId} --reason TEXT`, says: words.mayDo }],
      tell: [words.closed(name(ofProgram)), words.others],
    })),
  ]
}

/** The event is written in the transaction that disables the program. Its reason is about no citizen, and is not covered. */
async function findReason(
  db: Database,
  clientId: string,
  disabledAt: UnixSeconds,
): Promise<string | null | undefined> {
  const from = plusSeconds(disabledAt, -TRANSACTION_SECONDS)
  const until = plusSeconds(disabledAt, TRANSACTION_SECONDS)
  const found = await firstRow(db.query<{ reason: string | null }>`
    select details ->> 'reason' as reason from audit_events
     where at between to_timestamp(${from}) and to_timestamp(${until}) and name = 'client-disabled' and client_id = ${clientId}
     order by audit_events.at desc limit 1`)
  return found?.reason
}

async function explainSecrets(
  { db, clock }: ExplainNeeds,
  { clientId, name: ofProgram }: Client,
): Promise<Finding> {
  const secrets = await findClientSecrets(db, clientId)
  const now = clock.now()
  const live = secrets.filter((secret) => isLive(secret, now))
  const lastUsed = latestOf(secrets.map(({ lastUsedAt }) => lastUsedAt))
  if (live.length === 0)
    return finding('program-without-secret', (words, { name }) => ({
      found: [words.found(name(ofProgram))],
      mayDo: [{ command: `portico client secret add ${clientId} --reason TEXT`, says: words.mayDo }],
      tell: [words.tell(name(ofProgram))],
    }))
  const refused = latestOf(secrets.map(({ refusedAt }) => refusedAt))
  const isRefused = refused !== undefined && refused > (lastUsed ?? 0)
  const isStillSent = isRefused && refused > plusSeconds(now, -SENT_SECONDS)
  const wrong = (await findWrongSecrets(db, now)).find((one) => one.clientId === clientId)
  if (wrong && !isStillSent) return explainWrong(wrong)
  if (isRefused)
    return finding('program-secret-refused', (words, { when, name }) => ({
      found: [words.found(name(ofProgram), when(refused))],
      mayDo: [{ command: `portico client secret list ${clientId}`, says: words.mayDo }],
      tell: [words.tell(name(ofProgram))],
    }))
  return finding('program-secret-used', (words, { when, name }) => ({
    found: [
      lastUsed === undefined ? words.never(name(ofProgram)) : words.used(name(ofProgram), when(lastUsed)),
    ],
    tell: [words.tell(name(ofProgram))],
  }))
}

/** Anybody who knows the id can come with a wrong secret, so it is sure that nobody can enter only where no right one ever came. */
function explainWrong({ clientId, name: ofProgram, wrongSecretAt, lastRightAt }: WrongSecret): Finding {
  const command = `portico client secret add ${clientId} --reason TEXT`
  if (lastRightAt === null)
    return finding('program-secret-never-right', (words, { when, name }) => ({
      found: [words.found(name(ofProgram), when(wrongSecretAt))],
      mayDo: [{ command, says: words.mayDo }],
      tell: [words.tell(name(ofProgram))],
    }))
  return finding('program-secret-wrong', (words, { when, name }) => ({
    found: [words.found(name(ofProgram), when(wrongSecretAt)), words.right(when(lastRightAt))],
    mayDo: [{ command, says: words.mayDo }],
    tell: [words.tell(name(ofProgram))],
  }))
}
