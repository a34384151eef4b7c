import { latestOf } from '../platform/clock.ts'
import { partOf } from '../platform/languages.ts'
import { type ExplainNeeds, type Explains, type Finding, findingsOf } from '../platform/room/explains.ts'
import type { Client } from './client.ts'
import { isLive } from './client-secret.ts'
import { findClientSecrets } from './client-secret-store.ts'
import { findClient } from './client-store.ts'
import { PROGRAM_FINDINGS } from './findings.ts'
import { CLIENT_WORDS } from './words/index.ts'

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
  return [...explainDisabled(client), ...(isShown ? [aboutSecret] : [])]
}

function explainDisabled({ clientId, name: ofProgram, disabledAt }: Client): readonly Finding[] {
  if (disabledAt === null) return []
  return [
    finding('program-disabled', (words, { when, name, exact }) => ({
      found: [words.found(name(ofProgram), when(disabledAt))],
      mayDo: [words.mayDo(exact(`portico client enable ${clientId} --reason TEXT`))],
      tell: [words.closed(name(ofProgram)), words.others],
    })),
  ]
}

async function explainSecrets(
  { db, clock }: ExplainNeeds,
  { clientId, name: ofProgram }: Client,
): Promise<Finding> {
  const secrets = await findClientSecrets(db, clientId)
  const live = secrets.filter((secret) => isLive(secret, clock.now()))
  const lastUsed = latestOf(secrets.map(({ lastUsedAt }) => lastUsedAt))
  if (live.length === 0)
    return finding('program-without-secret', (words, { name, exact }) => ({
      found: [words.found(name(ofProgram))],
      mayDo: [words.mayDo(exact(`portico client secret add ${clientId} --reason TEXT`))],
      tell: [words.tell(name(ofProgram))],
    }))
  const refused = latestOf(secrets.map(({ refusedAt }) => refusedAt))
  if (refused !== undefined && refused > (lastUsed ?? 0))
    return finding('program-secret-refused', (words, { when, name, exact }) => ({
      found: [words.found(name(ofProgram), when(refused))],
      mayDo: [words.mayDo(exact(`portico client secret list ${clientId}`))],
      tell: [words.tell(name(ofProgram))],
    }))
  return finding('program-secret-used', (words, { when, name }) => ({
    found: [
      lastUsed === undefined ? words.never(name(ofProgram)) : words.used(name(ofProgram), when(lastUsed)),
    ],
    tell: [words.tell(name(ofProgram))],
  }))
}
