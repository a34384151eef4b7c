import { countIdTokens, type ValidIdTokens } from '../access/index.ts'
import { listClients } from '../clients/index.ts'
import type { OpenDatabase } from '../open-database.ts'
import { counted } from '../platform/counted.ts'
import { countSchema, listOf, objectSchema, oneWordOf, textSchema } from '../platform/operation.ts'
import {
  KEY_SET_MAX_AGE_SECONDS,
  listSigningKeys,
  type rotateSigningKeys,
  type SigningKeyView,
} from '../signing-keys/index.ts'
import { plainTime } from './present.ts'

/** What a rotation would change for programs. */
export interface RotationForecast {
  readonly json: Readonly<Record<string, unknown>>
  readonly lines: readonly string[]
}

/** How keys are rotated. */
export const ROTATION_KIND = oneWordOf<Parameters<typeof rotateSigningKeys>[1]>({
  scheduled: 'the old key stays published',
  emergency: 'all others are withdrawn at once',
})

/** The same with its kind, for programs. */
export const ROTATION_FORECAST = objectSchema('RotationForecast', {
  kind: ROTATION_KIND,
  dry_run: { type: 'boolean', const: true },
  withdrawn: listOf(textSchema('A key that would be withdrawn for good.')),
  id_tokens: countSchema('ID tokens that would no longer verify.'),
  sessions: countSchema('The sessions that they belong to.'),
  programs_with_id_tokens: countSchema('The programs that they are for.'),
  programs: countSchema('Programs that would have to read the keys again.'),
})

/** What an ordinary rotation would do: nothing stops. */
export function forecastScheduled(announced: readonly SigningKeyView[]): RotationForecast {
  return {
    json: { withdrawn: [], id_tokens: 0, sessions: 0, programs_with_id_tokens: 0, programs: 0 },
    lines: [
      'A new key would be announced now, and would sign in ten minutes or later.',
      ...sayAnnounced(announced),
      'Nothing would stop working: every key that is published stays so while its ID tokens are valid.',
    ],
  }
}

/** Keys sign in the order in which they were made. So one more does no harm, and whoever has forgotten the first is told. */
export function sayAnnounced(announced: readonly SigningKeyView[]): readonly string[] {
  return announced.map(
    ({ kid, createdAt, signsFrom }) =>
      `Key ${kid} is announced already, since ${plainTime(createdAt)}: it signs first, from ${plainTime(signsFrom)}. A rotation was under way, so one more was not needed.`,
  )
}

/** What an emergency rotation would stop, counted, and what it would leave. */
export async function forecastEmergency(
  database: Pick<OpenDatabase, 'db' | 'clock'>,
): Promise<RotationForecast> {
  const live = (await listSigningKeys(database)).filter(({ stage }) => stage !== 'withdrawn')
  const valid = await countIdTokens(database.db, database.clock.now())
  const programs = (await listClients(database.db)).filter(({ disabledAt }) => disabledAt === null).length
  return {
    json: {
      withdrawn: live.map(({ kid }) => kid),
      id_tokens: valid.idTokens,
      sessions: valid.sessions,
      programs_with_id_tokens: valid.clients,
      programs,
    },
    lines: [
      'A new key would sign at once. This would stop:',
      ...live.map(({ kid, stage }) => `- key ${kid} (${stage}) would be withdrawn for good`),
      `- ${idTokens(valid)}`,
      `- a program that keeps the old key set would refuse new sign-ins until it reads it again, at most ${KEY_SET_MAX_AGE_SECONDS / 60} minutes: ${counted(programs, 'program')} in all. One that holds keys for longer has to be restarted`,
      '- an old ID token that a program sends as id_token_hint would name nobody',
      '- a process of the service may sign with the old key for up to 15 seconds: programs may refuse those sign-ins',
      'This would stay: sessions, access tokens, refresh tokens and codes are not signed, so nobody is signed out. Sessions that forged ID tokens have opened in programs stay, too: their programs must end them.',
    ],
  }
}

function idTokens({ idTokens: tokens, sessions, clients }: ValidIdTokens): string {
  if (tokens === 0) return 'no ID token: none is valid now'
  return `${counted(tokens, 'ID token')} of the last 15 minutes (${counted(sessions, 'session')}, ${counted(clients, 'program')}) would no longer verify. A program that has verified its own is not affected`
}
