import { recordRead } from '../audit-log/index.ts'
import { addClientSecret, findClientSecrets, retireClientSecret } from '../clients/index.ts'
import { plusSeconds } from '../platform/clock.ts'
import { requireClient } from './client.ts'
import { saySecretFault, secretJson, secretTable } from './client-view.ts'
import { type ActCall, type Answer, CommandRefused, type LookCall } from './command.ts'
import { readDuration } from './durations.ts'
import { isoTime, plainTime } from './present.ts'

/** Adds a secret. */
export async function clientSecretAdd({ given, openDatabase }: ActCall): Promise<Answer> {
  const duration = given.text('expires')
  const seconds = duration === undefined ? undefined : readDuration('--expires', duration)
  const database = await openDatabase()
  const expiresAt = seconds === undefined ? null : plusSeconds(database.clock.now(), seconds)
  const label = given.text('label') ?? ''
  const added = await addClientSecret(database, given.operand('ID'), { label, expiresAt })
  if (!added.ok) throw new CommandRefused(saySecretFault(added.refusal))
  const { secretId } = added.value
  const shown = added.value.clientSecret.reveal()
  return {
    json: { secret_id: secretId, client_secret: shown, label, expires_at: isoTime(expiresAt) },
    lines: [
      `Secret ${secretId}: ${shown}`,
      `It expires: ${plainTime(expiresAt, 'never')}. Keep it now: it is not shown again.`,
    ],
  }
}

/** Lists secrets. */
export async function clientSecretList({ words: command, given, openDatabase }: LookCall): Promise<Answer> {
  const database = await openDatabase()
  const { clientId } = await requireClient(database, given.operand('ID'))
  const secrets = await findClientSecrets(database.db, clientId)
  await recordRead(database, { command, clientId })
  return { json: secrets.map(secretJson), lines: secretTable(secrets) }
}

/** Retires a secret. */
export async function clientSecretRetire({ given, openDatabase }: ActCall): Promise<Answer> {
  const key = { clientId: given.operand('ID'), secretId: given.operand('SECRET_ID') }
  const retired = await retireClientSecret(await openDatabase(), key)
  if (!retired.ok) {
    const none =
      retired.refusal === 'unknown-client'
        ? `client ${key.clientId}`
        : `secret ${key.secretId} of this client`
    throw new CommandRefused(`There is no ${none}.`)
  }
  const { secretsLeft } = retired.value
  const left =
    secretsLeft === 0
      ? 'It was the last one: the program cannot authenticate any more.'
      : `${secretsLeft} left.`
  return {
    json: { client_id: key.clientId, secret_id: key.secretId, retired: true, secrets_left: secretsLeft },
    lines: [`Secret ${key.secretId} is retired. ${left}`],
  }
}
