import { type HttpRequest, parseOwnJson, type Reply } from '@portico/identity/parts'
import { decodeJwt } from 'jose'
import { NUMBER_HEADER } from './loopback-server.ts'
import type { LoggedRequest, Note, RequestLog } from './request-log.ts'
import { ruleBroken } from './rule-words.ts'
import type { TravellingClock } from './travelling-clock.ts'

/** What watching uses. */
export interface WatchNeeds {
  readonly log: RequestLog
  readonly clock: Pick<TravellingClock, 'nowMilliseconds'>
}

/** The parameters of programs that the log keeps and the page shows. */
export const SHOWN_FIELDS: readonly string[] = [
  ...['grant_type', 'client_id', 'redirect_uri', 'response_type', 'response_mode', 'scope', 'state', 'nonce'],
  ...[
    'code_challenge',
    'code_challenge_method',
    'prompt',
    'max_age',
    'acr_values',
    'ui_locales',
    'login_hint',
  ],
  'token_type_hint',
]
/** Codes and tokens: only the API shows them. */
const HIDDEN_FIELDS = ['code', 'code_verifier', 'refresh_token', 'token', 'id_token_hint', 'client_secret']
const FIELDS = [...SHOWN_FIELDS, ...HIDDEN_FIELDS]

/** In place of a secret, which may be one of another place. */
const SECRET = '[secret]'

type Given = ReturnType<HttpRequest['form']>

function fieldsOf(given: Given): LoggedRequest['form'] {
  if (!given.ok) return {}
  const { value } = given
  const sent = FIELDS.filter((name) => value.has(name))
  return Object.fromEntries(sent.map((name) => [name, name === 'client_secret' ? SECRET : value.text(name)]))
}

/** Notes what a program sent, what it got, and which rule it broke. */
export function noteAnswer(
  { log }: Pick<WatchNeeds, 'log'>,
  http: HttpRequest,
  reply: Reply,
  note: Note,
): void {
  log.note(Number(http.header(NUMBER_HEADER)), {
    form: fieldsOf(http.form()),
    rule: ruleBroken(reply),
    ...note,
  })
}

/** The members of what an endpoint gives. A refusal gives none, and neither does a revocation: its answer has no body (RFC 7009 section 2.2). */
export function membersOf<Members extends object>({ status, body }: Reply): Members | undefined {
  return status === 200 && body.length > 0 ? parseOwnJson<Members>(String(body)) : undefined
}

/** The claims of an ID token, or the members of an answer about a token or a citizen. */
export function claimsOf(reply: Reply): LoggedRequest['claims'] {
  const answer = membersOf<Readonly<Record<string, unknown>>>(reply) ?? {}
  if (!('access_token' in answer)) return answer
  try {
    return decodeJwt(String(answer['id_token']))
  } catch {
    return {}
  }
}

/** Writes down an authorization request. A browser brings it, so it does not come by the log of what programs call. */
export function logAuthorization({ log, clock }: WatchNeeds, http: HttpRequest, reply: Reply): void {
  const query = http.query()
  const isNew = query.ok && !query.value.has('resume')
  if (reply.status === 204 || !(isNew || reply.refusal)) return
  const { path } = http
  const seen = {
    number: log.begin(),
    atMilliseconds: clock.nowMilliseconds(),
    method: 'GET',
    path,
    scheme: '',
  }
  log.add({ ...seen, status: reply.status }, { form: fieldsOf(query), rule: ruleBroken(reply) })
}
