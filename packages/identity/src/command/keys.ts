import { recordRead } from '../audit-log/index.ts'
import type { Config } from '../config.ts'
import { type OpenDatabase, openKeyring } from '../open-database.ts'
import { openKeyTokenOf } from '../open-key-token.ts'
import type { AnswerPart } from '../platform/answer-part.ts'
import type { Keyring } from '../platform/keyring.ts'
import type { Log } from '../platform/log.ts'
import {
  instantSchema,
  listOf,
  objectSchema,
  oneWordOf,
  orNull,
  type Schema,
  textSchema,
} from '../platform/operation.ts'
import { SecretKeyTrouble } from '../secret-key-file.ts'
import {
  ensureSigningKey,
  type KeptIn,
  listSigningKeys,
  requireReadableKeys,
  rotateSigningKeys,
  type SigningKeyView,
  UnreadableSigningKey,
} from '../signing-keys/index.ts'
import { type ActCall, type Answer, type Call, CommandRefused, type LookCall } from './command.ts'
import {
  forecastEmergency,
  forecastScheduled,
  ROTATION_FORECAST,
  ROTATION_KIND,
  sayAnnounced,
} from './forecast-rotation.ts'
import { isoTime, plainTime, table } from './present.ts'
import { requireTokenEverywhere } from './require-token-everywhere.ts'
import { requireYes } from './require-yes.ts'

/** A signing key. */
const SIGNING_KEY = objectSchema<ReturnType<typeof keyJson>>('SigningKey', {
  kid: textSchema('Its id in a JWKS (RFC 7517 section 4.5).'),
  stage: oneWordOf<SigningKeyView['stage']>({
    announced: 'it is published, and signs later',
    signing: 'it signs',
    retiring: 'it signs no more, and stays published while its tokens are valid',
    withdrawn: 'it is not published any more',
  }),
  created_at: instantSchema('When it was made.'),
  signs_from: instantSchema('From when on it signs, or has signed.'),
  published_until: orNull(instantSchema('When it leaves the JWKS; null while it is not retiring.')),
  kept_in: orNull(
    oneWordOf<KeptIn>(
      { database: '', token: '' },
      'Where its private key is; null where the secret key of this command does not open it.',
    ),
  ),
})

/** The keys, the oldest first. */
export const SIGNING_KEYS = listOf(SIGNING_KEY)

/** What a rotation did, or would do. */
export const ROTATION: Schema = {
  oneOf: [
    objectSchema('Rotation', {
      kid: textSchema('The new key.'),
      kind: ROTATION_KIND,
      keys: SIGNING_KEYS,
    }),
    ROTATION_FORECAST,
  ],
}

/** Lists the signing keys. */
export async function keysList({ words: command, config, openDatabase }: LookCall): Promise<Answer> {
  const database = await openDatabase()
  const keys = await listSigningKeys(database)
  const keptIn = await findPlaces(config(), database)
  await recordRead(database, { command })
  return { json: keys.map((key) => keyJson(key, keptIn)), lines: keyTable(keys, keptIn) }
}

type Places = ReadonlyMap<string, KeptIn>

/** Where each private key is. Undefined where the secret key at hand does not open them: the list is also for whoever looks for that fault. */
async function findPlaces(config: Config, database: OpenDatabase): Promise<Places | undefined> {
  const open = async () =>
    requireReadableKeys({ db: database.db, keyring: await openKeyring(config, database) })
  // Where there is no key, a look would make the first secret key.
  if ((await listSigningKeys(database)).length === 0) return undefined
  return open().catch((error: unknown) => {
    if (error instanceof UnreadableSigningKey || error instanceof SecretKeyTrouble) return undefined
    throw error
  })
}

/**
 * Rotates the signing keys. An emergency says first what stops working. On a terminal it asks, unless `--yes` has answered; elsewhere it acts, as a script wants.
 * With `--dry-run` it only says it.
 */
export async function keysRotate(call: ActCall): Promise<Answer> {
  const { given, terminal, words: command, config, openDatabase } = call
  const database = await openDatabase()
  const settings = config()
  const keyring = await openKeyring(settings, database)
  const kind = given.flag('emergency') ? 'emergency' : 'scheduled'
  // A key that was sealed with another secret key than the service's would stop the service.
  const keptIn = await requireReadableKeys({ ...database, keyring })
  requireSettings(call, settings, keptIn)
  await requireTokenEverywhere(call, settings, database)
  const announced = (await listSigningKeys(database)).filter(({ stage }) => stage === 'announced')
  const isOnlyTold = given.flag('dry-run')
  const ask = kind === 'scheduled' || given.flag('yes') ? undefined : terminal.ask
  if (isOnlyTold || ask) {
    const would = kind === 'emergency' ? await forecastEmergency(database) : forecastScheduled(announced)
    await recordRead(database, { command })
    if (isOnlyTold)
      return {
        json: { kind, dry_run: true, ...would.json },
        lines: [...would.lines, 'Nothing was changed.'],
      }
    if (ask) await requireYes(would.lines, { ...terminal, ask })
  }
  return rotate(call, { settings, database, keyring, kind, announced })
}

/** A key in a token is not followed by one in the database where nobody has asked for that. */
function requireSettings({ given }: ActCall, { keyTokenSettings }: Config, keptIn: Places): void {
  if (given.flag('in-database') || keyTokenSettings || ![...keptIn.values()].includes('token')) return
  throw new CommandRefused(
    'A signing key is in a token of PKCS#11, and no setting names one: set PORTICO_PKCS11_MODULE, PORTICO_PKCS11_TOKEN and PORTICO_PKCS11_PIN as for the service, or give --in-database.',
  )
}

interface Order {
  readonly settings: Config
  readonly database: Awaited<ReturnType<ActCall['openDatabase']>>
  readonly keyring: Keyring
  readonly kind: 'emergency' | 'scheduled'
  /** The keys that were announced before. */
  readonly announced: readonly SigningKeyView[]
}

async function rotate({ given, terminal }: ActCall, order: Order) {
  const { settings, database, keyring, kind } = order
  const needsToken = !given.flag('in-database')
  const keyToken = needsToken
    ? await openKeyTokenOf(settings, { ...database, log: logTo(terminal) })
    : undefined
  try {
    const needs = { ...database, keyring, keyToken }
    await ensureSigningKey(needs)
    const kid = await rotateSigningKeys(needs, kind)
    return await answerRotation(order, kid, await findPlaces(settings, database))
  } finally {
    await keyToken?.close()
  }
}

function logTo({ err }: Call['terminal']): Pick<Log, 'error'> {
  return { error: (event, fields) => err(`${event}: ${fields?.['error.message'] ?? ''}`) }
}

async function answerRotation({ database, kind, announced }: Order, kid: string, keptIn: Places | undefined) {
  const keys = await listSigningKeys(database)
  const signsFrom = keys.find((key) => key.kid === kid)?.signsFrom ?? null
  const what =
    kind === 'emergency'
      ? 'signs from now on, and every other key is withdrawn'
      : `is announced and signs from ${plainTime(signsFrom)}`
  return {
    json: { kid, kind, keys: keys.map((key) => keyJson(key, keptIn)) },
    lines: [
      `Key ${kid} ${what}.`,
      ...(kind === 'scheduled' ? sayAnnounced(announced) : []),
      '',
      ...keyTable(keys, keptIn),
    ],
  }
}

function keyJson(key: SigningKeyView, keptIn: Places | undefined) {
  return {
    kid: key.kid,
    stage: key.stage,
    created_at: isoTime(key.createdAt),
    signs_from: isoTime(key.signsFrom),
    published_until: isoTime(key.publishedUntil),
    kept_in: keptIn?.get(key.kid) ?? null,
  }
}

/** Where a key is stands in a column where one is in a token, or where nobody can say. */
function keyTable(keys: readonly SigningKeyView[], keptIn: Places | undefined): readonly AnswerPart[] {
  if (keys.length === 0) return ['There is no key yet: the service makes one when it starts.']
  const isTold = !keptIn || [...keptIn.values()].includes('token')
  return table(
    ['KEY', 'STAGE', 'SIGNS FROM', 'PUBLISHED UNTIL', ...(isTold ? ['KEPT IN'] : [])],
    keys.map(({ kid, stage, signsFrom, publishedUntil }) => [
      ...[kid, stage, plainTime(signsFrom), plainTime(publishedUntil)],
      ...(isTold ? [keptIn?.get(kid) ?? 'not known: other secret key'] : []),
    ]),
  )
}
