import { generateKeyPairSync, sign as signWith } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../../packages/identity/testing/free-port.ts'
import { findTool, ROOT, runTool } from '../deploy/tools.ts'
import type { Run } from '../kit/child-process.ts'
import { openFolder } from '../kit/folder.ts'
import { navigate } from './page-browser.ts'
import { runProgram } from './stage.ts'

/** What the examples believe of the signed header, with a gate of which there are only the keys. */

const PROGRAM = 'https://permits.example.test'
const OTHER = 'https://library.example.test'
const go = findTool('go')
const php = findTool('php')

let gate: Server
let gateUrl: string
let sign: (claims: object) => string

beforeAll(async () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const key = { ...publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'ES256', use: 'sig' }
  gate = createServer((_request, response) => void response.end(JSON.stringify({ keys: [key] })))
  await new Promise<void>((resolve) => gate.listen(0, '127.0.0.1', resolve))
  gateUrl = `http://127.0.0.1:${(gate.address() as AddressInfo).port}`
  sign = (claims) => {
    const parts = [{ alg: 'ES256', typ: 'JWT', kid: 'one' }, claims]
    const text = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
    const signature = signWith('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' })
    return `${text}.${signature.toString('base64url')}`
  }
})
afterAll(() => new Promise((resolve) => gate.close(resolve)))

/** Starts an example. Returns its address. */
const EXAMPLES: readonly (readonly [string, string | undefined, () => Promise<{ run: Run; url: string }>])[] =
  [
    [
      'Go',
      go,
      async () => {
        const folder = openFolder()
        const { PATH = '', HOME = '' } = process.env
        const env = { PATH, HOME, CGO_ENABLED: '0', GOFLAGS: '-buildvcs=false', GOTOOLCHAIN: 'local' }
        const cwd = join(ROOT, 'examples/go-with-gate')
        const built = await runTool(go ?? '', ['build', '-o', join(folder, 'permits')], { cwd, env })
        expect([built.code, built.err]).toEqual([0, ''])
        const place = `127.0.0.1:${await freePort()}`
        const settings = {
          ...{ LISTEN: place, ACCOUNTS_FILE: join(folder, 'accounts.json') },
          ...{ PORTICO_GATE_URL: gateUrl, SSO_PROGRAM_URL: PROGRAM },
          GATE_HOOKS_SECRET: `whsec_${Buffer.alloc(32, 3).toString('base64')}`,
        }
        const url = `http://${place}/`
        return { run: await runProgram(join(folder, 'permits'), [], { url, env: settings }), url }
      },
    ],
    [
      'PHP',
      php,
      async () => {
        const place = `127.0.0.1:${await freePort()}`
        const env = { SSO_PROGRAM_URL: PROGRAM, PORTICO_GATE_URL: gateUrl, TMPDIR: openFolder() }
        const url = `http://${place}/`
        const cwd = join(ROOT, 'examples/php-with-gate')
        return { run: await runProgram(php ?? '', ['-S', place, 'index.php'], { url, cwd, env }), url }
      },
    ],
  ]

// proves: program-gate-signed-identity
describe.each(EXAMPLES)('the %s example', (name, tool, start) => {
  const title = (words: string) => (tool ? words : `${words} (${name} is missing)`)
  let example: Awaited<ReturnType<typeof start>>
  beforeAll(async () => {
    if (tool) example = await start()
  })
  afterAll(() => example?.run.end('SIGTERM'))

  const seen = async (claims: object) => {
    const whole = { sub: 's', account: '7', name: 'Ana', iss: PROGRAM, aud: PROGRAM, exp: 9_999_999_999 }
    const headers = { 'x-portico-identity': sign({ ...whole, ...claims }) }
    const answer = await navigate(example.url, { headers })
    return [answer.status, (await answer.text()).includes('Permits of account 7')]
  }

  test.skipIf(!tool)(title('believes what the gate of this program has signed'), async () => {
    expect(await seen({})).toEqual([200, true])
  })

  test.skipIf(!tool).each([
    ['of the gate of another program, for this one', { iss: OTHER }],
    ['of no gate that is named', { iss: '' }],
    ['for another program', { aud: OTHER }],
    ['that has expired', { exp: 1_000_000_000 }],
  ])(title('believes nothing %s'), async (_what, claims) => {
    expect(await seen(claims)).toEqual([403, false])
  })
})
