import { createConfig, lintFromString } from '@redocly/openapi-core'
import { parse } from 'node-html-parser'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testProgram } from '../../packages/program/testing/program.ts'
import { endpointsOf } from './document.ts'
import { type IdentityStage, openIdentityStage } from './identity-stage.ts'

let stage: IdentityStage

beforeAll(async () => {
  stage = await openIdentityStage()
})
afterAll(() => stage?.close())

/** What the linter finds, with its recommended rules. */
async function lint(document: unknown): Promise<readonly string[]> {
  const config = await createConfig({
    extends: ['recommended-strict'],
    rules: {
      // The addresses of a test are on this machine.
      'no-server-example.com': 'off',
      // The addresses of the contract end with a slash.
      'no-path-trailing-slash': 'off',
      // An endpoint that only redirects, or that cannot go wrong, is right.
      'operation-2xx-response': 'off',
      'operation-4xx-response': 'off',
    },
  })
  const problems = await lintFromString({ source: JSON.stringify(document), config })
  return problems.map(
    ({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer ?? ''}`,
  )
}

// proves: document-complete
describe('a linter finds nothing', () => {
  test('in the document of the identity service', async () => {
    expect(await lint(stage.document)).toEqual([])
  })

  test.each([
    ['', {}],
    [' in cookie mode', { cookies: {} }],
  ])('in the document of a program%s', async (_name, changes) => {
    expect(await lint(await (await testProgram(changes).ask('GET', 'openapi.json')).json())).toEqual([])
  })

  test('but it finds what is wrong', async () => {
    const { paths, ...others } = stage.document
    expect(await lint(others)).not.toEqual([])
    const renamed = JSON.parse(
      JSON.stringify(stage.document).replace('#/components/schemas/Health', '#/nowhere'),
    )
    expect(await lint(renamed)).not.toEqual([])
    expect(Object.keys(paths).length).toBeGreaterThan(8)
  })
})

describe('whoever has the document', () => {
  // proves: document-cacheable
  test.each(['/api/openapi.json', '/api/reference/'])('gets %s again only if it changed', async (path) => {
    const whole = await fetch(stage.service.baseUrl + path, { headers: { 'accept-encoding': 'identity' } })
    const etag = whole.headers.get('etag') ?? ''
    expect([whole.status, whole.headers.get('cache-control')]).toEqual([200, 'public, max-age=300'])
    expect((await whole.arrayBuffer()).byteLength).toBe(Number(whole.headers.get('content-length')))
    const opaque = etag.replace(/^W\//, '')
    for (const tag of [etag, opaque, `W/${opaque}`, `"other", ${etag}`, '*']) {
      const again = await fetch(stage.service.baseUrl + path, { headers: { 'if-none-match': tag } })
      expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag])
      expect(again.headers.get('content-length')).toBeNull()
    }
    for (const tag of ['"other"', '', opaque.slice(1)])
      expect((await fetch(stage.service.baseUrl + path, { headers: { 'if-none-match': tag } })).status).toBe(
        200,
      )
  })

  test('finds the same in a program, and at the address without its final slash', async () => {
    const program = testProgram({
      program: { baseUrl: 'https://city.example.test/permits', returnUris: ['x:/y'] },
    })
    const whole = await program.sso.handle(
      new Request('https://city.example.test/permits/api/v1/sso/openapi.json'),
    )
    const document = (await whole?.json()) as { servers: unknown; paths: object }
    expect(document.servers).toEqual([{ url: 'https://city.example.test/permits' }])
    expect(Object.keys(document.paths)).toContain('/api/v1/sso/begin/')
    expect(JSON.stringify(document)).not.toContain('x:/y')
  })
})

test('the page shows every operation, every answer and every field', async () => {
  const page = parse(await (await fetch(`${stage.service.baseUrl}/api/reference/`)).text())
  const { text } = page
  for (const { method, path, operation } of endpointsOf(stage.document)) {
    expect(text).toContain(`${method} ${path}`)
    expect(page.querySelector(`#${operation.operationId}`)).not.toBeNull()
  }
  for (const [name, { properties = {} }] of Object.entries(stage.document.components.schemas)) {
    expect(page.querySelector(`#body-${name}`)).not.toBeNull()
    for (const field of Object.keys(properties)) expect(text).toContain(field)
  }
})
