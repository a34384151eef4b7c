import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  ClientSecretBasic,
  type Configuration,
  calculatePKCECodeChallenge,
  discovery,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client'
import { type Html, html } from '../../packages/identity/src/platform/html.ts'
import type { DemoClient } from './prepare-demo.ts'

/** A program that only signs people in, by a certified client library; it remembers nothing beyond one sign-in. */
export interface DemoProgram {
  readonly url: string
  close(): Promise<void>
}

/** What a sign-in that is under way must come back with. */
interface Pending {
  readonly verifier: string
  readonly nonce: string
}

/** Starts the demo program. */
export async function startDemoProgram(
  settings: DemoClient & { readonly identity: string; readonly port: number },
): Promise<DemoProgram> {
  const insecure = settings.identity.startsWith('http:') ? { execute: [allowInsecureRequests] } : {}
  const central = await discovery(
    new URL(settings.identity),
    settings.clientId,
    undefined,
    ClientSecretBasic(settings.clientSecret),
    insecure,
  )
  const pending = new Map<string, Pending>()
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', settings.redirectUri)
    if (url.pathname === '/sign-in') return redirect(response, await begin(central, settings, pending))
    if (url.pathname === '/callback') return show(response, await finish(central, url, pending))
    return show(response, welcome)
  }
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => show(response, failed(error)))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(settings.port, '127.0.0.1', resolve)
  })
  return {
    url: `http://localhost:${settings.port}/`,
    close: () => new Promise((resolve) => server.close(() => resolve()).closeAllConnections()),
  }
}

async function begin(
  central: Configuration,
  settings: DemoClient,
  pending: Map<string, Pending>,
): Promise<URL> {
  const state = randomState()
  const one = { verifier: randomPKCECodeVerifier(), nonce: randomNonce() }
  pending.set(state, one)
  return buildAuthorizationUrl(central, {
    redirect_uri: settings.redirectUri,
    scope: 'openid profile email offline_access',
    state,
    nonce: one.nonce,
    code_challenge: await calculatePKCECodeChallenge(one.verifier),
    code_challenge_method: 'S256',
  })
}

async function finish(central: Configuration, url: URL, pending: Map<string, Pending>): Promise<Html> {
  const state = url.searchParams.get('state') ?? ''
  const one = pending.get(state)
  pending.delete(state)
  if (!one || url.searchParams.get('error')) return cancelled
  const tokens = await authorizationCodeGrant(central, url, {
    pkceCodeVerifier: one.verifier,
    expectedState: state,
    expectedNonce: one.nonce,
  })
  return signedIn(JSON.stringify(tokens.claims(), undefined, 2))
}

const welcome = html`<h1>Demo program</h1>
<p>This program knows nobody. It asks Portico who you are.</p>
<p><a href="/sign-in">Sign in with Portico</a></p>`

const cancelled = html`<h1>You did not finish signing in</h1><p><a href="/">Start again</a></p>`

const signedIn = (claims: string): Html => html`<h1>You are signed in</h1>
<p>This is what Portico said about you:</p>
<pre>${claims}</pre>
<p><a href="/">Start again</a></p>`

const failed = (error: unknown): Html => html`<h1>That did not work</h1>
<p>${error instanceof Error ? error.message : 'The reason is unknown.'}</p>
<p><a href="/">Start again</a></p>`

function redirect(response: ServerResponse, to: URL): void {
  response.writeHead(302, { location: to.href, 'cache-control': 'no-store' }).end()
}

function show(response: ServerResponse, main: Html): void {
  const head =
    '<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Demo program</title>'
  const style =
    '<body style="font: 1.1rem/1.6 system-ui; max-width: 40rem; margin: 3rem auto; padding: 0 1rem">'
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
  response.end(head + style + main.toString())
}
