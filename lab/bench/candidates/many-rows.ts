import { createHash } from 'node:crypto'
import type { Client } from 'pg'
import { SESSION_COOKIE } from '../../../packages/identity/src/access/index.ts'

/** Access tokens of each citizen of growth mode: one program, used for over an hour. */
export const TOKENS_PER_CITIZEN = 5

/** The parts of a refresh token without an id: its secret and its check bytes. */
const REFRESH_SECRET_BYTES = 24
const REFRESH_CHECK_BYTES = 4

/** Citizens that one statement writes. */
const CITIZENS_PER_BATCH = 10_000

/** The ids of each citizen; `i` is the citizen's number. Every secret is derived from it, so the bench can compute all. */
const MADE = {
  citizen: `md5('citizen ' || i)::uuid`,
  subject: `md5('subject ' || i)::uuid`,
  session: `md5('session ' || i)::uuid`,
  grant: `md5('grant ' || i)::uuid`,
}

/** The ids in a refresh token. `access/refresh-token.ts` adds the first four bytes of its hash. */
const NAMED_BY_REFRESH = `uuid_send(${MADE.citizen}) || uuid_send(${MADE.grant}) ||
  substring(sha256(convert_to('refresh ' || i, 'UTF8')) for ${REFRESH_SECRET_BYTES})`
const REFRESH_HASH = `sha256(convert_to('prt_' || translate(encode(${NAMED_BY_REFRESH} ||
  substring(sha256(${NAMED_BY_REFRESH}) for ${REFRESH_CHECK_BYTES}), 'base64'), E'+/\\n', '-_'), 'UTF8'))`

/** The hash of a token whose secret is the SHA-256 of a text, as in `platform/opaque-token.ts`. */
const hashOf = (prefix: string, words: string) => `sha256(convert_to('${prefix}' || translate(encode(
  uuid_send(${MADE.citizen}) || sha256(convert_to(${words}, 'UTF8')), 'base64'), '+/', '-_'), 'UTF8'))`

const NUMBERS = 'generate_series($1::int, $2::int) as i'
const TOKENS = `${NUMBERS}, generate_series(0, ${TOKENS_PER_CITIZEN - 1}) as j`

const STATEMENTS = [
  `insert into citizens (citizen_id, subject, email, email_verified, full_name, phone_number, standing,
     security_version, password_hash, password_changed_at, created_at)
   select ${MADE.citizen}, ${MADE.subject}, 'many.' || i || '@example.test', true, 'Ana Example', '', 'active', 1, '',
     now(), now() from ${NUMBERS}`,
  `insert into sessions (citizen_id, session_id, cookie_hash, security_version, user_agent, address, started_at,
     authenticated_at, last_seen_at, expires_at)
   select ${MADE.citizen}, ${MADE.session}, ${hashOf('', `'cookie ' || i`)}, 1, 'bench', '127.0.0.1', now(), now(),
     now(), now() + interval '14 days' from ${NUMBERS}`,
  `insert into connections (citizen_id, client_id, scope, connected_at, last_entered_at)
   select ${MADE.citizen}, $3::text, $4::text, now(), now() from ${NUMBERS}`,
  `insert into grants (citizen_id, grant_id, client_id, session_id, security_version, scope, authenticated_at,
     created_at, expires_at, refresh_hash)
   select ${MADE.citizen}, ${MADE.grant}, $3::text, ${MADE.session}, 1, $4::text, now(), now(),
     now() + interval '14 days', ${REFRESH_HASH} from ${NUMBERS}`,
  `insert into access_tokens (citizen_id, token_hash, grant_id, client_id, session_id, security_version, scope, issued_at,
     expires_at)
   select ${MADE.citizen}, ${hashOf('pat_', `'access ' || i || ' ' || j`)}, ${MADE.grant}, $3::text, ${MADE.session}, 1,
     $4::text, now(), $expiry from ${TOKENS}`,
]

/** When the tokens expire. Those that have expired did so in the order in which they were written. */
const EXPIRIES = {
  'in-a-day': "now() + interval '1 day'",
  'an-hour-ago': "now() - interval '1 hour' + interval '0.4 milliseconds' * i",
} as const

/** The rows to write. */
export interface ManyRows {
  readonly citizens: number
  readonly clientId: string
  readonly scope: string
  readonly tokensExpired?: keyof typeof EXPIRIES
}

/** Writes citizens with a session, a grant and tokens each, in batches. Then runs VACUUM ANALYZE. */
export async function writeManyRows(
  client: Client,
  { citizens, clientId, scope, tokensExpired = 'in-a-day' }: ManyRows,
  onProgress: (written: number) => void,
): Promise<void> {
  for (let first = 0; first < citizens; first += CITIZENS_PER_BATCH) {
    const last = Math.min(first + CITIZENS_PER_BATCH, citizens) - 1
    for (const text of STATEMENTS) {
      const values = text.includes('$3') ? [first, last, clientId, scope] : [first, last]
      await client.query(text.replace('$expiry', EXPIRIES[tokensExpired]), values)
    }
    onProgress(last + 1)
  }
  await client.query('vacuum analyze')
}

/** The identity of the citizen with that number. */
export function manyCitizen(number: number): { readonly subject: string; readonly cookie: string } {
  const subject = uuidOf(md5(`subject ${number}`))
  return { subject, cookie: `${SESSION_COOKIE}=${tokenOf('', number, `cookie ${number}`)}` }
}

/** One of the citizen's access tokens. */
export function manyAccessToken(number: number, which: number): string {
  return tokenOf('pat_', number, `access ${number} ${which}`)
}

/** The refresh token of the citizen. */
export function manyRefreshToken(number: number): string {
  const secret = createHash('sha256').update(`refresh ${number}`).digest().subarray(0, REFRESH_SECRET_BYTES)
  const named = Buffer.concat([md5(`citizen ${number}`), md5(`grant ${number}`), secret])
  const check = createHash('sha256').update(named).digest().subarray(0, REFRESH_CHECK_BYTES)
  return `prt_${Buffer.concat([named, check]).toString('base64url')}`
}

function tokenOf(prefix: string, number: number, words: string): string {
  const secret = createHash('sha256').update(words).digest()
  return prefix + Buffer.concat([md5(`citizen ${number}`), secret]).toString('base64url')
}

function md5(words: string): Buffer {
  return createHash('md5').update(words).digest()
}

function uuidOf(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
