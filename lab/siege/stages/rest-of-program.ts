import { randomBytes } from 'node:crypto'
import { addOldAccount } from '../../../examples/parking-permits/server/index.ts'
import type { Tokens } from '../../../journeys/kit/oauth-requests.ts'
import { type KnownSecret, opaqueSecret } from '../../../journeys/kit/secrets/secret-forms.ts'
import type { Siege } from '../stage.ts'
import type { Deployment } from '../targets/deployment.ts'
import { openPermits, type Permits, signedIn } from '../targets/permits.ts'

/** The secrets in bodies between a program and the identity service. */
const TRAVELLING = ['access_token', 'refresh_token', 'code', 'code_verifier', 'token'] as const

/** The secrets in a body between a program and the identity service, in both directions. */
export function secretsIn(body: string): readonly KnownSecret[] {
  const fields = body.startsWith('{')
    ? (JSON.parse(body) as Record<string, unknown>)
    : Object.fromEntries(new URLSearchParams(body))
  return TRAVELLING.flatMap((name) => {
    const value = fields[name]
    return typeof value === 'string' ? [opaqueSecret(`a program’s central ${name}`, value)] : []
  })
}

/** Opens a program that citizens use. Every secret is recorded. */
export async function liveInProgram(
  siege: Siege,
  deployment: Deployment,
  secrets: KnownSecret[],
): Promise<Permits> {
  const permits = await openPermits(siege, deployment)
  const note = (name: string, text: string) => void secrets.push({ name, text })
  for (const [name, text] of Object.entries(permits.secrets)) note(`program’s ${name}`, text)
  const ask = async (path: string, body: object) => {
    const response = await permits.ask(0, path, { body })
    if (response.status !== 200) throw new Error(`${path} was answered ${response.status} ${response.body}`)
    const tokens = response.json<Tokens>()
    note('local access token', tokens.access_token)
    if (tokens.refresh_token) note('local refresh token', tokens.refresh_token)
    return tokens
  }
  const enter = async (bearer?: string) => {
    const browser = await signedIn(deployment)
    const way = await permits.authorize(browser, { bearer })
    const { code, verifier } = await permits.land(1, way)
    note('state', new URL(way.callback, 'http://callback.invalid').searchParams.get('state') ?? '')
    note('handoff', code)
    note('app verifier', verifier)
    secrets.push(...[...browser.cookies].map(([name, text]) => opaqueSecret(`cookie ${name}`, text)))
    return ask('/api/v1/sso/exchange/', { code, code_verifier: verifier })
  }
  for (let life = 0; life < siege.count(3, 15); life += 1) {
    // A newcomer enters with the central account, rotates, signs out.
    const { refresh_token } = await enter()
    const next = await ask('/api/v1/sso/refresh/', { refresh_token })
    const bearer = next.access_token
    await permits.ask(0, '/api/v1/me/', { bearer })
    const wrong = { code: 'wrong', code_verifier: next.refresh_token }
    await permits.ask(0, '/api/v1/sso/exchange/', { body: wrong })
    await permits.ask(1, '/api/v1/sso/logout/', { body: {}, bearer })
    // Another citizen has an old account with a password in the program, and links it.
    const password = `old ${randomBytes(12).toString('base64url')} ä`
    const old = { email: `rests.${life}@example.test`, password }
    note('local password', password)
    await addOldAccount(permits.database.url, { ...old, name: 'Olga Old' })
    const { access_token } = await ask('/api/v1/auth/login/', old)
    await permits.ask(0, '/api/v1/auth/login/', { body: { ...old, password: `${password} mistyped` } })
    await enter(access_token)
  }
  return permits
}
