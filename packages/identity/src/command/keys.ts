import { recordRead } from '../audit-log/index.ts'
import { type OpenDatabase, openKeyring } from '../open-database.ts'
import type { AnswerPart } from '../platform/answer-part.ts'
import {
  instantSchema,
  listOf,
  objectSchema,
  orNull,
  type Schema,
  textSchema,
} from '../platform/operation.ts'
import {
  ensureSigningKey,
  listSigningKeys,
  openSigner,
  rotateSigningKeys,
  type SigningKeyView,
} from '../signing-keys/index.ts'
import type { ActCall, Answer, LookCall } from './command.ts'
import { forecastEmergency, ROTATION_FORECAST, SCHEDULED } from './forecast-rotation.ts'
import { isoTime, plainTime, table } from './present.ts'
import { requireYes } from './require-yes.ts'

/** A signing key. */
const SIGNING_KEY = objectSchema<ReturnType<typeof keyJson>>('SigningKey', {
  kid: textSchema('Its id in a JWKS (RFC 7517 section 4.5).'),
  stage: {
    type: 'string',
    enum: ['announced', 'signing', 'retiring', 'withdrawn'],
    description: 'What it does now.',
  },
  created_at: instantSchema('When it was made.'),
  signs_from: instantSchema('From when on it signs, or has signed.'),
  published_until: orNull(instantSchema('When it leaves the JWKS; null while it is not retiring.')),
})

/** The keys, the oldest first. */
export const SIGNING_KEYS = listOf(SIGNING_KEY)

/** What a rotation did, or would do. */
export const ROTATION: Schema = {
  oneOf: [
    objectSchema('Rotation', {
      kid: textSchema('The new key.'),
      kind: { type: 'string', enum: ['scheduled', 'emergency'] },
      keys: SIGNING_KEYS,
    }),
    ROTATION_FORECAST,
  ],
}

/** Lists the signing keys. */
export async function keysList({ words: command, openDatabase }: LookCall): Promise<Answer> {
  const database = await openDatabase()
  const keys = await listSigningKeys(database)
  await recordRead(database, { command })
  return { json: keys.map(keyJson), lines: keyTable(keys) }
}

/**
 * Rotates the signing keys. An emergency says first what stops working. On a terminal it asks, unless `--yes` has answered; elsewhere it acts, as a script wants.
 * With `--dry-run` it only says it.
 */
export async function keysRotate(call: ActCall): Promise<Answer> {
  const { given, terminal, words: command, config, openDatabase } = call
  const database = await openDatabase()
  const needs = { ...database, keyring: await openKeyring(config(), database) }
  const kind = given.flag('emergency') ? 'emergency' : 'scheduled'
  await ensureSigningKey(needs)
  // A key that was sealed with another secret key than the service's would stop the service.
  await openSigner(needs)
  const isOnlyTold = given.flag('dry-run')
  const ask = kind === 'scheduled' || given.flag('yes') ? undefined : terminal.ask
  if (isOnlyTold || ask) {
    const would = kind === 'emergency' ? await forecastEmergency(database) : SCHEDULED
    await recordRead(database, { command })
    if (isOnlyTold)
      return {
        json: { kind, dry_run: true, ...would.json },
        lines: [...would.lines, 'Nothing was changed.'],
      }
    if (ask) await requireYes(would.lines, { ...terminal, ask })
  }
  const kid = await rotateSigningKeys(needs, kind)
  return answerRotation(database, kid, kind)
}

async function answerRotation(database: OpenDatabase, kid: string, kind: 'emergency' | 'scheduled') {
  const keys = await listSigningKeys(database)
  const signsFrom = keys.find((key) => key.kid === kid)?.signsFrom ?? null
  const what =
    kind === 'emergency'
      ? 'signs from now on, and every other key is withdrawn'
      : `is announced and signs from ${plainTime(signsFrom)}`
  return {
    json: { kid, kind, keys: keys.map(keyJson) },
    lines: [`Key ${kid} ${what}.`, '', ...keyTable(keys)],
  }
}

function keyJson(key: SigningKeyView) {
  return {
    kid: key.kid,
    stage: key.stage,
    created_at: isoTime(key.createdAt),
    signs_from: isoTime(key.signsFrom),
    published_until: isoTime(key.publishedUntil),
  }
}

function keyTable(keys: readonly SigningKeyView[]): readonly AnswerPart[] {
  if (keys.length === 0) return ['There is no key yet: the service makes one when it starts.']
  return table(
    ['KEY', 'STAGE', 'SIGNS FROM', 'PUBLISHED UNTIL'],
    keys.map(({ kid, stage, signsFrom, publishedUntil }) => [
      kid,
      stage,
      plainTime(signsFrom),
      plainTime(publishedUntil),
    ]),
  )
}
