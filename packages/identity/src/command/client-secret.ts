import type { OperatorOrder } from '../audit/index.ts'
import { recordRead } from '../audit-log/index.ts'
import {
  addClientSecret,
  type ClientSecretKey,
  endClientSecret,
  findClientSecrets,
  retireClientSecret,
  saySecretFault,
} from '../clients/index.ts'
import { EPOCH, type UnixSeconds } from '../platform/clock.ts'
import { countSchema, instantSchema, objectSchema, orNull, textSchema } from '../platform/operation.ts'
import { databaseNow } from '../platform/postgres/database-clock.ts'
import { requireClient } from './client.ts'
import { secretJson, secretTable } from './client-view.ts'
import {
  type ActCall,
  type Answer,
  CommandRefused,
  type Given,
  type LookCall,
  type OperatorsDatabase,
} from './command.ts'
import { readUntil } from './durations.ts'
import { isoTime, plainTime } from './present.ts'
import { type Done, orTried, triedFirst } from './tried-first.ts'

/** A secret that was just added. */
export const ADDED_SECRET = objectSchema('AddedSecret', {
  secret_id: textSchema('Its id.'),
  client_secret: textSchema('The secret, which is not shown again.'),
  label: textSchema('Its name; empty where it has none.'),
  expires_at: orNull(instantSchema('When it ends; null for never.')),
})

const SECRET_IDS = { client_id: textSchema('The id of the client.'), secret_id: textSchema('Its id.') }

/** A secret that has ended, or that will. */
export const RETIRED_SECRET = orTried({
  title: 'RetiredOrEnding',
  oneOf: [
    objectSchema('RetiredSecret', {
      ...SECRET_IDS,
      retired: { type: 'boolean', const: true, description: 'It has ended.' },
      secrets_left: countSchema('How many secrets of the client still work.'),
    }),
    objectSchema('EndingSecret', {
      ...SECRET_IDS,
      retired: { type: 'boolean', const: false, description: 'It works until then.' },
      expires_at: instantSchema('When it ends.'),
    }),
  ],
})

/** Adds a secret. */
export async function clientSecretAdd({ given, openDatabase }: ActCall): Promise<Answer> {
  requireTime(given)
  const database = await openDatabase()
  const expiresAt = await endOf(given, database)
  const label = given.text('label') ?? ''
  const added = await addClientSecret(database, given.operand('ID'), { label, expiresAt })
  if (!added.ok) throw new CommandRefused(saySecretFault(added.refusal))
  const { secretId } = added.value
  const shown = added.value.clientSecret.reveal()
  return {
    json: { secret_id: secretId, client_secret: shown, label, expires_at: isoTime(expiresAt) },
    lines: [
      `Secret ${secretId}: ${shown}`,
      `It ends: ${plainTime(expiresAt, 'never')}. Keep it now: it is not shown again.`,
    ],
  }
}

/** Lists secrets. */
export async function clientSecretList({ words: command, given, openDatabase }: LookCall): Promise<Answer> {
  const database = await openDatabase()
  const { clientId } = await requireClient(database, given.operand('ID'))
  const secrets = await findClientSecrets(database.db, clientId)
  await recordRead(database, { command, clientId })
  return { json: secrets.map(secretJson), lines: secretTable(secrets, database.clock.now()) }
}

/** What is no time is told before the reason is asked for. Throws UsageFault. */
function requireTime(given: Given): void {
  const words = given.text('until')
  if (words !== undefined) readUntil('--until', words, EPOCH)
}

/** When a secret ends, by the option; null where there is none. Throws UsageFault. */
async function endOf(given: Given, { db }: Pick<OperatorsDatabase, 'db'>): Promise<UnixSeconds | null> {
  const words = given.text('until')
  return words === undefined ? null : readUntil('--until', words, await databaseNow(db))
}

/** Retires a secret, at once or at its end. */
export async function clientSecretRetire(call: ActCall): Promise<Answer> {
  requireTime(call.given)
  return triedFirst(call, retire)
}

async function retire({ given, openDatabase }: ActCall): Promise<Done> {
  const key = { clientId: given.operand('ID'), secretId: given.operand('SECRET_ID') }
  const database = await openDatabase()
  const expiresAt = await endOf(given, database)
  if (expiresAt !== null) return endLater(database, key, expiresAt)
  const retired = await retireClientSecret(database, key)
  if (!retired.ok) throw new CommandRefused(sayNoSecret(retired.refusal, key))
  const { secretsLeft } = retired.value
  const left =
    secretsLeft === 0
      ? 'It was the last one: the program cannot authenticate any more.'
      : `${secretsLeft} left.`
  const json = { client_id: key.clientId, secret_id: key.secretId, retired: true, secrets_left: secretsLeft }
  const says = `Secret ${key.secretId} is retired. ${left}`
  return { answer: { json, lines: [says] }, identity: says }
}

async function endLater(
  database: OperatorsDatabase<OperatorOrder>,
  key: ClientSecretKey,
  expiresAt: UnixSeconds,
): Promise<Done> {
  const { clientId, secretId } = key
  const ended = await endClientSecret(database, key, expiresAt)
  if (!ended.ok) throw new CommandRefused(sayNoSecret(ended.refusal, key))
  return {
    answer: {
      json: { client_id: clientId, secret_id: secretId, retired: false, expires_at: isoTime(expiresAt) },
      lines: [`Secret ${secretId} works until ${plainTime(expiresAt)}.`],
    },
    identity: `later ${secretId}`,
  }
}

function sayNoSecret(
  refusal: 'unknown-client' | 'unknown-secret' | 'expired-already',
  { clientId, secretId }: ClientSecretKey,
): string {
  const says = {
    'unknown-client': `There is no client ${clientId}.`,
    'unknown-secret': `There is no secret ${secretId} of this client.`,
    'expired-already': saySecretFault('expired-already'),
  }
  return says[refusal]
}
