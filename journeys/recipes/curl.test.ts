import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addCitizen, addProgram } from '../../packages/identity/testing/people.ts'
import { startTestService, type TestService } from '../../packages/identity/testing/test-service.ts'
import { findTool } from '../deploy/tools.ts'
import { stop, watch } from '../kit/child-process.ts'
import { until } from '../kit/until.ts'
import { NAME, RECIPES, signIn } from './stage.ts'

/** The sign-in with curl: the test is the browser, and pastes the address of the callback. */

const missing = ['curl', 'jq', 'openssl'].filter((name) => !findTool(name))
const title = (name: string) => (missing.length === 0 ? name : `${name} (${missing.join(', ')} missing)`)

let service: TestService

beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service?.close())

async function startScript() {
  const citizen = await addCitizen(service, { fullName: NAME })
  const program = await addProgram(service)
  const child = spawn('sh', [join(RECIPES, 'curl/sign-in.sh')], {
    env: {
      PATH: process.env['PATH'] ?? '',
      ISSUER: service.baseUrl,
      CLIENT_ID: program.clientId,
      CLIENT_SECRET: program.secret,
      REDIRECT_URI: program.redirectUri,
    },
  })
  const run = watch(child)
  const address = await until(
    () => `the script shows an address: ${run.output()}`,
    () => /^http\S+code_challenge_method=S256$/m.exec(run.output())?.[0],
  )
  const callback = await signIn(service.browser(), address, citizen.email)
  return { citizen, run, callback, paste: (line: string) => void child.stdin.end(`${line}\n`) }
}

test.skipIf(missing.length > 0)(title('curl signs in, refreshes, introspects and revokes'), async () => {
  const { citizen, run, callback, paste } = await startScript()
  paste(callback)
  const { code, output } = await run.ended
  expect([code, output]).toEqual([
    0,
    expect.stringContaining(`Hello ${NAME}, your subject is ${citizen.subject}`),
  ])
  expect(output.match(/^\{"active":\w+\}$/gm)).toEqual(['{"active":true}', '{"active":false}'])
})

test.skipIf(missing.length > 0)(
  title('the script with curl refuses the answer of another sign-in'),
  async () => {
    const { run, callback, paste } = await startScript()
    const url = new URL(callback)
    url.searchParams.set('state', 'another')
    paste(url.href)
    const { code, output } = await run.ended
    expect([code, output]).toEqual([1, expect.stringContaining('Another state')])
    await stop(run)
  },
)
