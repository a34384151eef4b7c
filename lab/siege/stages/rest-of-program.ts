import { randomBytes } from 'node:crypto'
import { addOldAccount } from '../../../examples/parking-permits/server/index.ts'
import { type KnownSecret, opaqueSecret } from '../ground/needles.ts'
import { openPermits, type Permits, signedIn } from '../ground/permits.ts'
import type { Town } from '../ground/town.ts'
import type { Siege } from '../stage.ts'

/** What travels between a program and the identity service, and is secret. */
const TRAVELLING = ['access_token', 'refresh_token', 'code', 'code_verifier', 'token'] as const

/** Notes the secrets that a body between a program and the identity service carries, whichever way it goes. */
export function secretsIn(body: string): readonly KnownSecret[] {
  const fields = body.startsWith('{')
    ? new Map(Object.entries(JSON.parse(body) as Record<string, unknown>))
    : new Map<string, unknown>(new URLSearchParams(body))
  return TRAVELLING.flatMap((name) => {
    const value = fields.get(name)
    return typeof value === 'string' ? [opaqueSecret(`a program’s central ${name}`, value)] : []
  })
}

/** Opens a program, and lets citizens live in it; every secret of it is noted. */
export async function liveInProgram(siege: Siege, town: Town, secrets: KnownSecret[]): Promise<Permits> {
  const permits = await openPermits(siege, town)
  secrets.push(
    ...Object.entries(permits.secrets).map(([name, text]) => ({ name: `program’s ${name}`, text })),
  )
  for (let life = 0; life < siege.count(3, 15); life += 1) {
    await liveAsNewcomer(town, permits, secrets)
    await liveAsOldCitizen(town, { permits, life }, secrets)
  }
  return permits
}

/** Enters with the central account, rotates, signs out. */
async function liveAsNewcomer(town: Town, permits: Permits, secrets: KnownSecret[]): Promise<void> {
  const pair = await enter(town, permits, secrets)
  const rotated = await ask(permits, '/api/v1/sso/refresh/', { body: { refresh_token: pair.refresh } })
  const next = notePair(rotated, secrets)
  await permits.ask(0, '/api/v1/me/', { bearer: next.access })
  await permits.ask(0, '/api/v1/sso/exchange/', { body: { code: 'wrong', code_verifier: next.refresh } })
  await permits.ask(1, '/api/v1/sso/logout/', { body: {}, bearer: next.access })
}

/** Has a password in the program, and links that account. */
async function liveAsOldCitizen(
  town: Town,
  { permits, life }: { readonly permits: Permits; readonly life: number },
  secrets: KnownSecret[],
): Promise<void> {
  const password = `old ${randomBytes(12).toString('base64url')} ä`
  const old = { email: `rests.${life}@example.test`, password }
  secrets.push({ name: 'local password', text: password })
  await addOldAccount(permits.database.url, { ...old, name: 'Olga Old' })
  const signed = await ask(permits, '/api/v1/auth/login/', { body: old })
  const bearer = String(signed['access_token'])
  secrets.push({ name: 'old local token', text: bearer })
  await permits.ask(0, '/api/v1/auth/login/', { body: { ...old, password: `${password} mistyped` } })
  await enter(town, permits, secrets, bearer)
}

async function enter(town: Town, permits: Permits, secrets: KnownSecret[], bearer?: string) {
  const browser = await signedIn(town, await town.newCitizen())
  const way = await permits.authorize(browser, bearer === undefined ? {} : { bearer })
  const { searchParams } = new URL(way.callback, 'http://callback.invalid')
  const { code, verifier } = await permits.land(1, way)
  secrets.push(
    { name: 'state', text: searchParams.get('state') ?? '' },
    { name: 'handoff', text: code },
    { name: 'app verifier', text: verifier },
    ...[...browser.cookies].map(([name, text]) => opaqueSecret(`cookie ${name}`, text)),
  )
  const body = { code, code_verifier: verifier }
  return notePair(await ask(permits, '/api/v1/sso/exchange/', { body }), secrets)
}

function notePair(body: Readonly<Record<string, unknown>>, secrets: KnownSecret[]) {
  const pair = { access: String(body['access_token']), refresh: String(body['refresh_token']) }
  secrets.push(
    { name: 'local access token', text: pair.access },
    { name: 'local refresh token', text: pair.refresh },
  )
  return pair
}

async function ask(
  permits: Permits,
  path: string,
  options: Parameters<Permits['ask']>[2],
): Promise<Readonly<Record<string, unknown>>> {
  const { status, body } = await permits.ask(0, path, options)
  if (status !== 200) throw new Error(`${path} was answered ${status} ${JSON.stringify(body)}`)
  return body
}
