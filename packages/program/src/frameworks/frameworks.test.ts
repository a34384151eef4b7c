import { type IncomingMessage, request } from 'node:http'
import express from 'express'
import { afterEach, describe, expect, test } from 'vitest'
import { closeServers, listen, PARSED, UNPARSED } from '../../testing/framework-apps.ts'
import { proof, testProgram } from '../../testing/program.ts'
import { signInThrough } from '../testing/index.ts'
import { citizenOf, requireCitizen } from './express.ts'

afterEach(closeServers)

/** Sends a body in chunks, without Content-Length. Returns the status. */
const lengthless = (base: string, bytes: number) =>
  new Promise<number | undefined>((resolve, reject) => {
    const headers = { 'content-type': 'application/json' }
    const asked = request(`${base}/api/v1/sso/begin/`, { method: 'POST', headers }, (answer) => {
      answer.resume()
      resolve(answer.statusCode)
    })
    asked.on('error', reject)
    asked.write(`{"return_uri":"${'x'.repeat(bytes)}`)
    asked.end('"}')
  })

describe.each([...UNPARSED, ...PARSED])('%s', (_name, start) => {
  const post = (base: string, path: string, body: unknown, headers: Record<string, string> = {}) =>
    fetch(`${base}/api/v1/sso/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })

  // proves: program-1.5-backend-exchanges
  test('carries a whole sign-in, guards a route, and signs out', async () => {
    const program = testProgram()
    const base = await start(program)
    const { verifier, challenge } = await proof()
    const begun = await post(base, 'begin/', {
      return_uri: 'https://permits.example.test/signed-in',
      code_challenge: challenge,
    })
    const { authorization_url: url } = (await begun.json()) as { authorization_url: string }
    const back = new URL(
      await program.identity.authorize(url, program.identity.addCitizen({ email: 'ana@example.test' })),
    )
    const landed = await fetch(`${base}${back.pathname}${back.search}`, { redirect: 'manual' })
    expect(landed.status).toBe(302)
    const code = new URL(landed.headers.get('location') ?? '').searchParams.get('sso_code')
    const exchanged = await post(base, 'exchange', { code, code_verifier: verifier })
    const { access_token: token } = (await exchanged.json()) as { access_token: string }
    const headers = { authorization: `Bearer ${token}` }
    expect(await (await fetch(`${base}/api/me`, { headers })).json()).toEqual({ hello: 'Ana Example' })
    const out = await fetch(`${base}/api/v1/sso/logout/`, { method: 'POST', headers })
    expect([out.status, await out.text()]).toEqual([204, ''])
    expect((await fetch(`${base}/api/me`, { headers })).status).toBe(401)
  })

  test('takes a ticket once where the route accepts one, and no cache or referrer gets it', async () => {
    const program = testProgram()
    const base = await start(program)
    const citizen = program.identity.addCitizen({ email: 'ana@example.test' })
    const { accessToken } = await signInThrough(program.sso, program.identity, citizen)
    const ticketFor = async (address: string) => {
      const issued = await post(base, 'ticket/', { address }, { authorization: `Bearer ${accessToken}` })
      const { sso_ticket: ticket } = (await issued.json()) as { sso_ticket: string }
      return `${base}${address}?sso_ticket=${ticket}`
    }
    const url = await ticketFor('/api/stream')
    const opened = await fetch(url)
    expect(await opened.json()).toEqual({ stream: 'Ana Example' })
    expect(opened.headers.get('referrer-policy')).toBe('no-referrer')
    expect(opened.headers.get('cache-control')).toBe('no-store')
    const again = await fetch(url)
    expect([again.status, ((await again.json()) as { code: string }).code]).toEqual([401, 'ticket_invalid'])
    expect(again.headers.get('cache-control')).toBe('no-store')
    expect((await fetch(`${base}/api/stream`)).status).toBe(401)
    expect((await fetch(await ticketFor('/api/me'))).status).toBe(401)
  })

  test('serves the document about the endpoints, and nothing to who has it', async () => {
    const base = await start(testProgram())
    const whole = await fetch(`${base}/api/v1/sso/openapi.json`)
    const etag = whole.headers.get('etag') ?? ''
    expect(await whole.json()).toMatchObject({ openapi: '3.1.1', paths: { '/api/v1/sso/begin/': {} } })
    const again = await fetch(`${base}/api/v1/sso/openapi.json`, { headers: { 'if-none-match': etag } })
    expect([again.status, await again.text()]).toEqual([304, ''])
    const head = await fetch(`${base}/api/v1/sso/openapi.json`, { method: 'HEAD' })
    expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([200, etag, ''])
  })

  // proves: program-4.2-400-bad-input
  test('refuses as the core does: no bearer, bad JSON, a long body, an unknown path', async () => {
    const base = await start(testProgram())
    const me = await fetch(`${base}/api/me`)
    expect([
      me.status,
      me.headers.get('www-authenticate'),
      ((await me.json()) as { code: string }).code,
    ]).toEqual([401, 'Bearer', 'missing_token'])
    expect(
      (await post(base, 'begin/', { return_uri: 'https://evil.example.test', code_challenge: 'x' })).status,
    ).toBe(400)
    expect((await post(base, 'begin/', { return_uri: 'x'.repeat(9000), code_challenge: 'x' })).status).toBe(
      400,
    )
    expect(await lengthless(base, 70_000)).toBe(400)
    expect((await fetch(`${base}/api/v1/sso/nothing/`)).status).toBe(404)
    expect((await fetch(`${base}/somewhere`)).status).toBe(404)
  })
})

describe('an older guard beside ours', () => {
  // proves: program-linking-old-ways-closed
  test('lets unlinked accounts through, and linked ones not', async () => {
    const program = testProgram({
      legacy: {
        authenticate: async () => ({ accountId: 'old-1', sessionRef: 'r' }),
        closeLegacyAccess: async () => undefined,
      },
    })
    program.accounts.all.set('old-1', { id: 'old-1', name: 'Old Ana', email: 'a@example.test' })
    const app = express()
    const fallback = async (req: IncomingMessage) =>
      req.headers.authorization === 'Bearer old-token' ? { accountId: 'old-1' } : null
    app.get(
      '/api/me',
      requireCitizen(program.sso, { fallback }),
      (req, res) => void res.json({ hello: citizenOf(program.sso, req).account.name }),
    )
    const base = await listen(app)
    const me = (token: string) => fetch(`${base}/api/me`, { headers: { authorization: `Bearer ${token}` } })
    expect(await (await me('old-token')).json()).toEqual({ hello: 'Old Ana' })
    expect((await me('another-token')).status).toBe(401)
    const citizen = program.identity.addCitizen({ email: 'x@example.test' })
    const { accessToken } = await signInThrough(program.sso, program.identity, citizen, { link: 'old-token' })
    expect((await me('old-token')).status).toBe(401)
    expect((await me(accessToken)).status).toBe(200)
  })
})
