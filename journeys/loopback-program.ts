import { createServer, type ServerResponse } from 'node:http'
import * as oidc from 'openid-client'
import { freePort } from '../packages/identity/testing/free-port.ts'
import { addProgram } from '../packages/identity/testing/people.ts'
import { type TestService } from '../packages/identity/testing/test-service.ts'

/**
 * A program whose callback is on another origin and another site than the service. The callback redirects to the
 * program's app, which is on a third origin.
 */
export type LoopbackProgram = Awaited<ReturnType<typeof startLoopbackProgram>>

/** How one sign-in ended: with tokens, or with the error that the client library reported. */
export interface Entry {
  readonly callback: URL
  readonly tokens: (oidc.TokenEndpointResponse & oidc.TokenEndpointResponseHelpers) | undefined
  readonly error: string | undefined
}

/** Registers and starts a program that signs citizens in with `openid-client`. `/sign-in?prompt=…` passes parameters on. */
export async function startLoopbackProgram(
  identity: { readonly baseUrl: string; readonly service: TestService },
  name = 'Parking Permits',
) {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const app = `http://localhost:${port}`
  const client = await addProgram(identity.service, { name, redirectUris: [`${url}/callback`] })
  const config = await oidc.discovery(
    new URL(identity.baseUrl),
    client.clientId,
    undefined,
    oidc.ClientSecretBasic(client.secret),
    { execute: [oidc.allowInsecureRequests, oidc.enableNonRepudiationChecks] },
  )
  /** The results of all sign-ins, oldest first. */
  const entries: Entry[] = []
  const pending = new Map<string, { readonly verifier: string; readonly nonce: string }>()
  const begin = async (extra: URLSearchParams): Promise<URL> => {
    const [state, nonce] = [oidc.randomState(), oidc.randomNonce()]
    const verifier = oidc.randomPKCECodeVerifier()
    pending.set(state, { verifier, nonce })
    return oidc.buildAuthorizationUrl(config, {
      redirect_uri: client.redirectUri,
      scope: 'openid profile email offline_access',
      state,
      nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      ...Object.fromEntries(extra),
    })
  }
  const finish = async (callback: URL): Promise<Entry> => {
    const state = callback.searchParams.get('state') ?? ''
    const one = pending.get(state)
    const checks = {
      expectedState: state,
      idTokenExpected: true,
      ...(one && { pkceCodeVerifier: one.verifier, expectedNonce: one.nonce }),
    }
    pending.delete(state)
    return oidc.authorizationCodeGrant(config, callback, checks).then(
      (tokens) => ({ callback, tokens, error: undefined }),
      (error: unknown) => ({ callback, tokens: undefined, error: wordOf(error) }),
    )
  }
  const server = createServer((request, response) => {
    const asked = new URL(request.url ?? '/', url)
    if (asked.pathname === '/sign-in') {
      void begin(asked.searchParams).then((to) => response.writeHead(302, { location: to.href }).end())
    } else if (asked.pathname === '/callback') {
      void finish(asked).then((entry) => {
        entries.push(entry)
        response.writeHead(302, { location: `${app}/welcome?entry=${entries.length - 1}` }).end()
      })
    } else if (asked.pathname === '/welcome') {
      show(response, greetingFor(entries[Number(asked.searchParams.get('entry'))]))
    } else if (asked.pathname === '/') show(response, name)
    else response.writeHead(204).end()
  })
  await new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', resolve))
  return {
    ...{ url, client, config, entries },
    /** The newest result. */
    last() {
      const entry = entries.at(-1)
      if (!entry) throw new Error('Nobody has come back to the program')
      return entry
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve()).closeAllConnections()),
  }
}

function greetingFor(entry: Entry | undefined): string {
  return entry?.error ?? `Welcome ${entry?.tokens?.claims()?.['name']}`
}

function wordOf(error: unknown): string {
  if (error instanceof oidc.AuthorizationResponseError) return error.error
  return error instanceof Error ? `${error.name}: ${error.message}` : 'unknown'
}

function show(response: ServerResponse, heading: string): void {
  const page = `<!doctype html><html lang="en"><head><title>Program</title><link rel="icon" href="data:,"></head>
<body><main><h1>${heading}</h1><a href="/sign-in">Sign in with Portico</a></main></body></html>`
  response
    .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
    .end(page)
}
