// Takes over 10 s: the real service, a sample, commands and the doctor start as processes, one after the other.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBrowser } from '../../../packages/program/testing/browser.ts'
import { runCommand } from '../testing/command.ts'
import { EMAIL, enrol, PASSWORD, type RealStage, startRealStage } from '../testing/enrol.ts'
import { addressOf } from '../testing/sample-process.ts'
import { ask, signIn } from '../testing/visitor.ts'

let stage: RealStage

beforeAll(async () => {
  stage = await startRealStage('express.ts')
})
afterAll(() => stage?.close())

/** Does what a citizen does on the real pages, until the browser is redirected to the program. */
async function enter(browser: ReturnType<typeof createBrowser>, url: string): Promise<string> {
  let page = await browser.get(url)
  for (let steps = 0; page.url.startsWith(stage.service.baseUrl); steps += 1) {
    if (steps > 4) throw new Error(`stuck at ${page.url}`)
    const asks = page.html.querySelector('input[type=password]')
    page = await browser.submit(page, asks ? { email: EMAIL, password: PASSWORD } : {})
  }
  return page.url
}

test('the Express sample signs a citizen of the real service in, and out when the central session ends', async () => {
  const { service, sample, database } = stage
  const browser = createBrowser(service.baseUrl)
  await enrol(service, browser)
  const token = await signIn(sample.base, (url) => enter(browser, url))
  const me = () => ask(`${sample.base}/api/me`, token)
  expect(await me()).toMatchObject({ status: 200, body: { hello: 'Ana Example' } })
  await service.command('citizen', 'sign-out', EMAIL, '--reason', 'a test')
  await database.pool.query(
    `update sso.sessions set central_checked_at = central_checked_at - interval '30 s'`,
  )
  expect(await me()).toMatchObject({ status: 401, body: { code: 'session_ended' } })
})

test('the doctor finds the six settings right, and says so by its exit code', async () => {
  const { sample, database } = stage
  const env = { ...sample.settings, DATABASE_URL: addressOf(database) }
  const doctor = await runCommand(['doctor', '--json'], env)
  const report = JSON.parse(doctor.stdout) as { ok: boolean; checks: { id: string; ok: boolean }[] }
  expect(report.checks.filter(({ ok }) => !ok)).toEqual([])
  expect([report.ok, doctor.exitCode]).toEqual([true, 0])
  const withoutApp = await runCommand(['doctor'], { ...env, SSO_RETURN_URIS: '' })
  expect([withoutApp.exitCode, withoutApp.stdout]).toEqual([
    0,
    expect.stringContaining('note return-addresses'),
  ])
  const wrong = await runCommand(['doctor'], { ...env, SSO_CLIENT_SECRET: 'another' })
  expect([wrong.exitCode, wrong.stdout]).toEqual([1, expect.stringContaining('FAIL credentials')])
})
