import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { APP, codeOf } from '../../packages/gate/testing/app-of.ts'
import type { Asked } from '../../packages/gate/testing/gate-stage.ts'
import { type FrontStage, openFrontStage, TOOLS } from './front-stage.ts'
import { FRONTS } from './gate-front.ts'

/** Pages of an app on another origin, before the reference files of the proxies that ask the gate. */

const PREFLIGHT = {
  'access-control-request-method': 'PATCH',
  'access-control-request-headers': 'authorization,x-own',
  'sec-fetch-mode': 'cors',
}
const EVIL = 'https://evil.example'

// proves: program-gate-cross-origin
describe.each(FRONTS)('$name', (front) => {
  const tool = TOOLS[front.name]
  const title = (name: string) => (tool ? name : `${name} (${front.name} is missing)`)
  let running: FrontStage
  beforeAll(async () => {
    if (tool) running = await openFrontStage(front, tool, { SSO_RETURN_URIS: `${APP}/signed-in` })
  })
  afterAll(() => running?.close())

  /** Sends a request that must not reach the back end. */
  const refused = async (asked: Asked) => {
    const answered = await running.ask(asked)
    expect(running.backEnd.arrived).toEqual([])
    return answered
  }

  test.skipIf(!tool)(title('a preflight of the app is answered, and no back end gets it'), async () => {
    const headers = { ...PREFLIGHT, origin: APP }
    for (const path of ['/permits', '/gate/ext-authz/permits']) {
      const answered = await refused({ method: 'OPTIONS', path, headers })
      expect([answered.status, answered.headers.get('access-control-allow-origin')]).toEqual([204, APP])
      expect(answered.headers.get('access-control-allow-methods')).toBe('PATCH')
      expect(answered.headers.get('access-control-allow-headers')).toBe('authorization,x-own')
      expect(answered.headers.get('access-control-allow-credentials')).toBeNull()
    }
  })

  test.skipIf(!tool)(title('no other origin gets anything, and nobody gets past the guard'), async () => {
    const lies = { 'x-forwarded-method': 'GET', 'x-forwarded-uri': '/', 'x-original-method': 'OPTIONS' }
    const told = { ...lies, 'x-portico-refusal': 'preflight' }
    for (const headers of [
      { ...PREFLIGHT, origin: EVIL },
      { ...PREFLIGHT, ...told, origin: EVIL },
    ])
      for (const path of ['/permits', '/gate/auth']) {
        const answered = await refused({ method: 'OPTIONS', path, headers })
        expect(answered.status).toBeGreaterThanOrEqual(400)
        expect(answered.headers.get('access-control-allow-origin')).toBeNull()
      }
    for (const method of ['OPTIONS', 'GET', 'POST']) {
      const answered = await refused({ method, path: '/permits', headers: { ...told, origin: APP } })
      expect(codeOf(answered)).toBe('401 missing_token')
    }
    const doubled = { ...PREFLIGHT, origin: [APP, EVIL] }
    const answered = await refused({ method: 'OPTIONS', path: '/permits', headers: doubled })
    expect(answered.status).toBeGreaterThanOrEqual(400)
  })

  test.skipIf(!tool)(title('a refusal can be read by the app, and by no other origin'), async () => {
    const origins = [APP, EVIL].map(async (origin) => {
      const answered = await refused({ path: '/permits', headers: { origin, 'sec-fetch-mode': 'cors' } })
      return [codeOf(answered), answered.headers.get('access-control-allow-origin')]
    })
    expect(await Promise.all(origins)).toEqual([
      ['401 missing_token', APP],
      ['401 missing_token', null],
    ])
  })
})
