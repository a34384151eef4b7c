import { BASE64URL_256_BITS } from '../platform/index.ts'
import {
  type AskedSignIn,
  authenticateBearer,
  bearerOf,
  mayBeginLink,
  startOfLink,
} from '../sessions/index.ts'
import type { LinkStart } from '../store/index.ts'
import type { BeginResponse } from '../wire.ts'
import { type Asked, readAsked } from './asked.ts'
import { readBody } from './body.ts'
import { refuse } from './problem.ts'
import { json } from './reply.ts'
import {
  type Endpoint,
  exceeded,
  problemExtras,
  type RequestContext,
  type RouteNeeds,
  refused,
  throttled,
  unavailable,
} from './request-context.ts'
import { beginWait, startSignIn, type WantedSignIn } from './start-sign-in.ts'
import { type PageWishes, readWishes } from './wishes.ts'

interface Wanted {
  readonly returnUri: string
  readonly challenge: string
  readonly link: boolean
  /** Null for any sign-in. */
  readonly asked: Asked | null
  readonly wishes: PageWishes
}

/** `POST begin/`: stores the pending sign-in and returns the authorization URL. */
export const begin: Endpoint = async (context) => {
  const { settings } = context.service
  const wanted = await readWanted(context)
  if (wanted instanceof Response) return wanted
  const wait = await beginWait(context)
  if (wait !== null) return throttled(context, wait)
  if (!settings.enabled)
    return unavailable(context, 'identity_unavailable', { reason: 'program.enabled is false.' })
  const link = wanted.link ? await linkOf(context) : null
  if (link instanceof Response) return link
  const asked = wanted.asked && (await askedOf(context, wanted.asked, link))
  return asked instanceof Response ? asked : start(context, { ...wanted, link, asked })
}

/** With the bearer of a citizen, only the same citizen may give the newer sign-in. */
async function askedOf(
  context: RequestContext,
  asked: Asked,
  link: LinkStart | null,
): Promise<AskedSignIn | Response> {
  const { service, request } = context
  if (link || bearerOf(request) === null) return { ...asked, subject: null }
  const result = await authenticateBearer(service, request)
  if (result.status !== 'ok') return refuse(result, problemExtras(context))
  return { ...asked, subject: result.session.subject }
}

async function readWanted(context: RequestContext): Promise<Wanted | Response> {
  const { settings } = context.service
  const body = await readBody(context, [
    ...(['return_uri', 'code_challenge', 'link'] as const),
    ...(['max_age', 'acr_values', 'ui_locales', 'prompt'] as const),
  ])
  if (!body.ok) return refused(context, body.code, body.hint)
  const { return_uri: returnUri, code_challenge: challenge, link = false } = body.fields
  if (typeof link !== 'boolean') return refused(context, 'invalid_json', 'link must be true or false.')
  const registered = typeof returnUri === 'string' ? registeredUri(settings, returnUri) : null
  if (registered === null) {
    return refused(
      context,
      'return_uri_not_allowed',
      'return_uri must equal an entry of program.returnUris, character by character.',
    )
  }
  if (typeof challenge !== 'string' || !BASE64URL_256_BITS.test(challenge)) {
    return refused(
      context,
      'code_challenge_invalid',
      'code_challenge must be base64url(SHA-256(verifier)) without padding: 43 characters.',
    )
  }
  const asked = readAsked(body.fields['max_age'], body.fields['acr_values'])
  if (asked === 'invalid') return refused(context, 'invalid_json', BAD_ASKED)
  const wishes = readWishes(body.fields)
  if (typeof wishes === 'string') return refused(context, 'invalid_json', wishes)
  return { returnUri: registered, challenge, link, asked, wishes }
}

/**
 * The address on the list that an app asks for, or null. An app writes it as the list does, or as a browser does. No other spelling counts.
 */
function registeredUri({ returnUris, listedUris }: RouteNeeds['settings'], asked: string): string | null {
  if (returnUris.includes(asked)) return asked
  const place = listedUris.indexOf(asked)
  return place < 0 ? null : (returnUris[place] ?? null)
}

const BAD_ASKED =
  'max_age must be a whole number of seconds; acr_values must be up to 20 names with single spaces between them.'

async function linkOf(context: RequestContext): Promise<LinkStart | Response> {
  const { service } = context
  if (!service.accounts.legacy)
    return refused(context, 'link_not_supported', 'accounts.legacy is not configured.')
  const start = await startOfLink(service, context.request)
  if (!start.ok) return refuse(start.result, problemExtras(context))
  if (!(await mayBeginLink(service, start.link)))
    return refused(context, 'fresh_sign_in_required', 'accounts.legacy.isFresh returned false.')
  const { accountId } = start.link
  const wait = await exceeded(
    context,
    'begin-link',
    service.settings.throttle?.beginLinkPerAccount,
    accountId,
  )
  return wait === null ? start.link : throttled(context, wait)
}

async function start(context: RequestContext, wanted: WantedSignIn): Promise<Response> {
  const started = await startSignIn(context, wanted)
  if (started.ok) {
    const body: BeginResponse = { authorization_url: started.value.authorizationUrl }
    return json(200, body)
  }
  const code = started.refusal.kind === 'misconfigured' ? 'misconfigured' : 'identity_unavailable'
  return unavailable(context, code, started.refusal)
}
