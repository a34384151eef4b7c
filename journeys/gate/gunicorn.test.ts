import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { blocksOf, pageAt } from '../../docs/integrate/testing/markdown.ts'
import { type GateStage, openStage } from '../../packages/gate/testing/gate-stage.ts'
import { freePort } from '../../packages/identity/testing/free-port.ts'
import { BASE } from '../../packages/program/testing/program.ts'
import { HOST } from '../deploy/gate-front.ts'
import { type Run, watch } from '../kit/child-process.ts'
import { openFolder } from '../kit/folder.ts'
import { until } from '../kit/until.ts'
import { pythonWith } from './python.ts'

/** gunicorn behind the gate, both on one machine. By default, gunicorn takes the path from a header of its neighbour. */

const APP = `
def app(environ, start_response):
    start_response("200 OK", [("Content-Type", "text/plain")])
    if environ["PATH_INFO"] == "/subject":
        return [citizen(environ["HTTP_X_PORTICO_IDENTITY"]).encode()]
    return [f"{environ['SCRIPT_NAME']}|{environ['PATH_INFO']}".encode()]
`

/** The function `citizen` of the page, for the gate on this port. */
function citizenOfThePage(gatePort: number): string {
  const blocks = blocksOf(pageAt('docs/integrate/any-back-end.md'))
  const code = blocks.find((block) => block.code.includes('def citizen'))?.code ?? ''
  expect(code).toContain('127.0.0.1:4180')
  expect(code).toContain('https://permits.example.org')
  return code.replace('127.0.0.1:4180', `127.0.0.1:${gatePort}`).replace('https://permits.example.org', BASE)
}

const python = await pythonWith({ packages: ['gunicorn==23.0.0', 'PyJWT[crypto]==2.15.1'] })
const missing = 'missing' in python ? python.missing : null
const title = (name: string) => (missing === null ? name : `${name} (${missing})`)

let gate: GateStage
let gunicorn: Run
let port: number

beforeAll(async () => {
  if (!('bin' in python)) return
  const folder = openFolder()
  port = await freePort()
  const gatePort = await freePort()
  writeFileSync(join(folder, 'own_app.py'), citizenOfThePage(gatePort) + APP)
  // The command of the package names the folder in which it was installed, and that one was renamed.
  const args = ['-m', 'gunicorn', '--bind', `127.0.0.1:${port}`, '--worker-tmp-dir', folder, 'own_app:app']
  gunicorn = watch(spawn(join(python.bin, 'python'), args, { cwd: folder }))
  gate = await openStage({
    GATE_LISTEN: `127.0.0.1:${gatePort}`,
    GATE_UPSTREAM: `http://127.0.0.1:${port}`,
    GATE_PUBLIC_PATHS: '/public/*',
  })
  await until(
    () => `gunicorn answers: ${gunicorn.output()}`,
    async () => (await fetch(`http://127.0.0.1:${port}/`).catch(() => null)) ?? undefined,
  )
})
afterAll(async () => {
  await gunicorn?.end('SIGTERM')
  await gate?.close()
})

// proves: program-gate-stripped-headers
describe('gunicorn behind the gate', () => {
  test.skipIf(missing !== null).each(['SCRIPT_NAME', 'script_name', 'Script_Name'])(
    title('%s of a visitor makes no other path of a public one'),
    async (name) => {
      const headers = { [name]: '/public' }
      const direct = await fetch(`http://127.0.0.1:${port}/public/permits`, { headers })
      expect(await direct.text()).toBe('/public|/permits')
      const answered = await gate.ask({ path: '/public/permits', headers: { host: HOST, ...headers } })
      expect([answered.status, answered.body]).toEqual([200, '|/public/permits'])
    },
  )

  test.skipIf(missing !== null)(
    title('the function of the page verifies the signed header, and refuses another one'),
    async () => {
      const subject = await gate.signIn()
      const answered = await gate.browser.open('/subject', { host: HOST })
      expect([answered.status, await answered.text()]).toEqual([200, subject])
      const forged = { 'x-portico-identity': 'e30.e30.e30' }
      const direct = await fetch(`http://127.0.0.1:${port}/subject`, { headers: forged })
      expect(direct.status).toBe(500)
    },
  )
})
