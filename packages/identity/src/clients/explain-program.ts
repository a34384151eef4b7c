import { latestOf } from '../platform/clock.ts'
import type { ExplainNeeds, Explains, Finding } from '../platform/room/explains.ts'
import type { Client } from './client.ts'
import { isLive } from './client-secret.ts'
import { findClientSecrets } from './client-secret-store.ts'
import { findClient } from './client-store.ts'

/** Tells a supporter whether a program can sign anybody in. */
export const explainProgram: Explains = async (needs, { clientId }) => {
  const client = clientId === undefined ? undefined : await findClient(needs.db, clientId)
  if (!client) return []
  return [...explainDisabled(needs, client), ...(await explainSecrets(needs, client))]
}

function explainDisabled({ when }: ExplainNeeds, { clientId, name, disabledAt }: Client): readonly Finding[] {
  if (disabledAt === null) return []
  return [
    {
      ...{ name: 'program-disabled', weight: 'stops', to: 'anybody' },
      found: `An operator disabled ${name} on ${when(disabledAt)}.`,
      mayDo: `Whoever decides about it ends it by: portico client enable ${clientId} --reason TEXT`,
      tell: `${name} is closed at the moment, for everybody. Your account is as it was, and your other programs work.`,
    },
  ]
}

async function explainSecrets(
  { db, clock, when }: ExplainNeeds,
  { clientId, name }: Client,
): Promise<readonly Finding[]> {
  const secrets = await findClientSecrets(db, clientId)
  const live = secrets.filter((secret) => isLive(secret, clock.now()))
  const lastUsed = latestOf(secrets.map(({ lastUsedAt }) => lastUsedAt))
  if (live.length === 0)
    return [
      {
        ...{ name: 'program-without-secret', weight: 'stops', to: 'anybody' },
        found: `${name} has no secret that counts: it cannot finish any sign-in.`,
        mayDo: `Whoever runs the program needs a new one: portico client secret add ${clientId} --reason TEXT`,
        tell: `${name} cannot sign anybody in at the moment. We have told whoever runs it.`,
      },
    ]
  return [
    {
      ...{ name: 'program-secret-used', weight: 'tells', to: 'anybody' },
      found:
        lastUsed === undefined
          ? `${name} has never used its secret: it was never set up, or it has a wrong one.`
          : `${name} proved who it is with its secret on ${when(lastUsed)}.`,
      tell: `Try again from the page of ${name}. If it fails there, tell us what the page says, with its number.`,
    },
  ]
}
