import { SESSION_COOKIE } from '../../../packages/identity/src/sessions/index.ts'
import type { Loader } from '../load/loader.ts'
import type { Shots } from '../load/plan.ts'
import { PASSWORD, type PorticoRows } from './portico-rows.ts'
import { postRequest, registrationShot } from './registration-shot.ts'

/** Few enough for the line in which passwords wait. */
const CONNECTIONS = 16

/** The right password of one citizen after the other, in a browser that the service has shown its page to. */
export async function signInShots(
  port: number,
  { people }: Pick<PorticoRows, 'people'>,
): Promise<Extract<Shots, { kind: 'cycle' }>> {
  const page = await fetch(`http://127.0.0.1:${port}/login/`)
  const cookie = page.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const csrfToken = /name="csrf_token" value="([^"]+)"/.exec(await page.text())?.[1]
  if (csrfToken === undefined) throw new Error('The sign-in page shows no csrf_token')
  const shots = people.map(({ email }) => {
    const body = new URLSearchParams({ csrf_token: csrfToken, email, password: PASSWORD }).toString()
    const type = 'application/x-www-form-urlencoded'
    const request = postRequest(port, '/login/', { body, type, more: [`cookie: ${cookie}`] })
    return { request, status: 303, contains: `${SESSION_COOKIE}=` }
  })
  return { kind: 'cycle', shots }
}

/** The same once more, after everybody has: each account knows the browser by now, and no letter tells of a new one. */
export async function knownSignInShots(
  loader: Loader,
  port: number,
  rows: Pick<PorticoRows, 'people'>,
): Promise<Shots> {
  const signIns = await signInShots(port, rows)
  const load = { kind: 'once', shots: signIns.shots } as const
  await loader.prepare({ ports: [port], connections: CONNECTIONS, seconds: 0, load })
  return signIns
}

let registered = 0

/** Registrations of addresses that nobody has. */
export function registrationShots(port: number, amount: number): Shots {
  const shots = Array.from({ length: amount }, () => {
    registered += 1
    return registrationShot(port, `bo.${registered}@example.test`)
  })
  return { kind: 'once', shots }
}
