import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inherited } from '../../identity/testing/inherited.ts'
import { type GateStage, openStage } from '../testing/gate-stage.ts'

/** A gate that is given the database of another gate, which is another program. */

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url))

let stage: GateStage
beforeAll(async () => {
  stage = await openStage({ GATE_UPSTREAM: 'http://127.0.0.1:1' })
  await stage.signIn()
})
afterAll(() => stage.close())

// proves: threat-program-shared-store
test.each([['serve'], ['doctor'], ['purge'], ['migrate']])(
  'portico-gate %s refuses it in one sentence',
  async (command) => {
    const env = { ...inherited(), ...stage.settings, SSO_CLIENT_ID: 'library' }
    const { code, said } = await new Promise<{ code: unknown; said: string }>((resolve) => {
      execFile(process.execPath, [MAIN, command], { env }, (error, out, fault) =>
        resolve({ code: error?.code, said: out + fault }),
      )
    })
    const { clientId, baseUrl } = stage.served.identity
    expect(said.replaceAll('\\"', '"')).toContain(
      `This store belongs to the program "${clientId}" at ${baseUrl}, and this is "library" at ${baseUrl}`,
    )
    const sentences = said.split('\n').filter((line) => !line.startsWith('{'))
    expect(sentences.join('\n')).not.toContain('npx portico-program')
    expect([code, said.match(/\n {4}at /)]).toEqual([1, null])
    expect(
      (await stage.ask({ path: '/', headers: { ...stage.browser.headers(), host: 'permits.example.test' } }))
        .status,
    ).toBe(502)
  },
)
