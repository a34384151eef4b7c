import type { Loader } from '../load/loader.ts'
import type { Shot } from '../load/shot.ts'
import { authorizeShot, codeShot, type Person, type Provider, type Tokens } from './provider.ts'

const CONNECTIONS = 16
const CODE = '[?&]code=([^&\\r\\n]+)'
const BODY = '\\r\\n\\r\\n(\\{.*\\})'

/** A code that was not exchanged yet, and whose it is. */
export interface FreshCode {
  readonly subject: string
  readonly code: string
}

/** Obtains so many codes, going round the people. */
export async function obtainCodes(
  loader: Loader,
  provider: Provider,
  count: number,
): Promise<readonly FreshCode[]> {
  const people = Array.from({ length: count }, (_, index) => personAt(provider, index))
  const shots = people.map((person) => authorizeShot(provider, person))
  const codes = await collect(loader, provider, { shots, pattern: CODE })
  return codes.map((code, index) => ({ subject: people[index]?.subject ?? '', code }))
}

/** Obtains tokens so many times, each by a code of its own. */
export async function obtainTokens(
  loader: Loader,
  provider: Provider,
  count: number,
): Promise<readonly Tokens[]> {
  const codes = await obtainCodes(loader, provider, count)
  const shots = codes.map(({ code }) => codeShot(provider, code))
  const bodies = await collect(loader, provider, { shots, pattern: BODY })
  return bodies.map((body, index) => {
    const answer = JSON.parse(body) as { access_token: string; refresh_token: string }
    return {
      subject: codes[index]?.subject ?? '',
      accessToken: answer.access_token,
      refreshToken: answer.refresh_token,
    }
  })
}

async function collect(
  loader: Loader,
  { port }: Provider,
  { shots, pattern }: { shots: readonly Shot[]; pattern: string },
): Promise<readonly string[]> {
  const load = { kind: 'once', shots } as const
  const plan = { ports: [port], connections: CONNECTIONS, seconds: 0, load, collect: pattern }
  return (await loader.prepare(plan)).collected
}

function personAt({ people }: Provider, index: number): Person {
  const person = people[index % people.length]
  if (!person) throw new Error('A provider needs people')
  return person
}
