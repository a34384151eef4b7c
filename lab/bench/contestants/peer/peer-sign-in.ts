import { authorizeAddress, type Person, type Provider } from '../provider.ts'

const MOST_STEPS = 8

/** Walks a browser through the peer's sign-in; the session that it ends with is what later requests bring. */
export async function signInToPeer(provider: Provider, subject: string): Promise<Person> {
  const cookies = new Map<string, string>()
  let address = `http://localhost:${provider.port}${authorizeAddress(provider)}&login_hint=${subject}`
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const answer = await fetch(address.replace('//localhost:', '//127.0.0.1:'), {
      redirect: 'manual',
      headers: { host: `localhost:${provider.port}`, cookie: cookieHeader(cookies) },
    })
    await answer.arrayBuffer()
    keep(cookies, answer.headers.getSetCookie())
    const location = answer.headers.get('location') ?? ''
    if (location.startsWith(provider.redirectUri))
      return { subject, cookie: cookieHeader(sessionOf(cookies)) }
    if (location === '') throw new Error(`The peer's sign-in stopped at ${answer.status} ${address}`)
    address = new URL(location, address).href
  }
  throw new Error("The peer's sign-in leads nowhere")
}

function keep(cookies: Map<string, string>, setCookies: readonly string[]): void {
  for (const line of setCookies) {
    const [pair = ''] = line.split(';')
    const at = pair.indexOf('=')
    cookies.set(pair.slice(0, at), pair.slice(at + 1))
  }
}

function sessionOf(cookies: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return new Map([...cookies].filter(([name]) => name.startsWith('_session')))
}

function cookieHeader(cookies: ReadonlyMap<string, string>): string {
  return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
}
