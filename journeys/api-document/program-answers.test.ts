import { beforeAll, describe, expect, test } from 'vitest'
import { browserOf, signInWith } from '../../packages/program/testing/cookie-browser.ts'
import { type AskOptions, BASE, beginSignIn } from '../../packages/program/testing/program.ts'
import { type AnswerChecks, answerChecks } from './answer-checks.ts'
import { goodBegin, openProgramStage, type ProgramStage } from './program-stage.ts'

const ONE = { limit: 1, windowMs: 60_000 }
const STATE = `${'A'.repeat(42)}A`
const CODE = `ssoc_${STATE}`
const EXCHANGE = { code: CODE, code_verifier: 'v'.repeat(43) }
const NAVIGATION = { accept: 'text/html', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
/** The server answers this before the program sees the request. */
const OF_SERVER = ' 431'
const IP = '203.0.113.1'

const legacy = {
  authenticate: async () => null,
  closeLegacyAccess: async () => undefined,
}

let checks: AnswerChecks

/** Compares an answer with the document. */
async function expectAs(
  status: number,
  method: string,
  path: string,
  answer: Response | null,
): Promise<void> {
  expect(answer?.status, `${method} ${path}`).toBe(status)
  if (answer) expect(await checks.faultsOf(method, `/api/v1/sso/${path}`, answer.clone())).toEqual([])
}

async function expectAnswer(stage: ProgramStage, status: number, request: string, options: AskOptions = {}) {
  const [method = '', path = ''] = request.split(' ')
  const answer = await stage.ask(method, path, { ip: IP, ...options })
  await expectAs(status, method, path, answer)
  return answer
}

/** The answers to a form that connects an old account. */
async function answersOfLink(own: Record<string, string>) {
  const link = 'POST link?return_to=%2Fpermits'
  const without = await openProgramStage({ legacy, cookies: {} })
  await expectAnswer(without, 400, link, { headers: own })
  const owner = { accountId: 'old-1', sessionRef: 'r1' }
  const authenticateBrowser = async ({ headers }: Request) => (headers.has('cookie') ? owner : null)
  const changes = {
    legacy: { ...legacy, authenticateBrowser },
    throttle: { beginLinkPerAccount: ONE },
    cookies: {},
  }
  const stage = await openProgramStage(changes)
  await expectAnswer(stage, 401, link, { headers: { ...own, 'sec-fetch-site': 'cross-site' } })
  await expectAnswer(stage, 401, link, { headers: own })
  await expectAnswer(stage, 400, 'POST link?return_to=%2F%2Fevil.example', { headers: own })
  const signedIn = { ...own, cookie: 'old=1' }
  await expectAnswer(stage, 200, link, { headers: signedIn })
  await expectAnswer(stage, 429, link, { headers: signedIn })
  const told = await openProgramStage({ ...changes, cookies: { problemPage: '/problem' } })
  await expectAnswer(told, 303, link, { headers: own })
  stage.breakStore()
  await expectAnswer(stage, 503, link, { headers: signedIn })
}

/** The answers of an app's sign-in. */
async function answersOfApp(stage: ProgramStage) {
  await expectAnswer(stage, 200, 'GET config/')
  const etag = (await expectAnswer(stage, 200, 'GET openapi.json')).headers.get('etag') ?? ''
  await expectAnswer(stage, 304, 'GET openapi.json', { headers: { 'if-none-match': etag } })
  const { body } = await goodBegin()
  await expectAnswer(stage, 200, 'POST begin/', { body })
  await expectAnswer(stage, 400, 'POST begin/', { body: { ...body, return_uri: 'https://evil.example/' } })
  await expectAnswer(stage, 401, 'POST begin/', { body: { ...body, link: true } })
  await expectAnswer(stage, 400, 'POST exchange/', { body: { ...EXCHANGE, code_verifier: 'x' } })
  await expectAnswer(stage, 401, 'POST exchange/', { body: EXCHANGE })
  await expectAnswer(stage, 400, 'POST refresh/', { body: { refresh_token: 1 } })
  await expectAnswer(stage, 401, 'POST refresh/', { body: { refresh_token: 'x' } })
  for (const path of ['begin/', 'exchange/', 'refresh/', 'ticket/'])
    await expectAs(408, 'POST', path, await stage.stall(path))
  await expectSignIn(stage)
}

async function expectSignIn(stage: ProgramStage) {
  const { url, verifier } = await beginSignIn(stage)
  const callback = await stage.identity.authorize(
    url,
    stage.identity.addCitizen({ email: 'bo@example.test' }),
  )
  await expectAs(
    204,
    'GET',
    'callback/',
    await stage.sso.handle(new Request(callback, { headers: { 'sec-purpose': 'prefetch' } })),
  )
  const landed = await stage.sso.handle(new Request(callback))
  await expectAs(302, 'GET', 'callback/', landed)
  const code = new URL(landed?.headers.get('location') ?? '').searchParams.get('sso_code')
  const tokens = await expectAnswer(stage, 200, 'POST exchange/', {
    body: { code, code_verifier: verifier },
  })
  const { access_token: bearer, refresh_token } = (await tokens.json()) as Record<string, string>
  const next = await expectAnswer(stage, 200, 'POST refresh/', {
    body: { refresh_token, rotation_id: null },
  })
  const { access_token: newer = '' } = (await next.json()) as Record<string, string>
  await expectAnswer(stage, 200, 'GET status/', { bearer: newer })
  await expectAnswer(stage, 401, 'GET status/', { bearer: `${bearer}x` })
  const ticket = { address: '/api/events' }
  await expectAnswer(stage, 200, 'POST ticket/', { bearer: newer, body: ticket })
  await expectAnswer(stage, 400, 'POST ticket/', { bearer: newer, body: { address: 'https://evil.example' } })
  await expectAnswer(stage, 401, 'POST ticket/', { body: ticket })
  await expectAnswer(stage, 204, 'POST logout/', { bearer: newer })
  await expectAnswer(stage, 401, 'POST logout/')
  await expectAnswer(stage, 303, `GET callback/?state=${STATE}`)
  await expectAnswer(stage, 400, 'GET callback/')
}

/** Everything is refused that comes a second time. */
async function answersToTooMany() {
  const throttle = {
    beginPerIp: ONE,
    exchangePerIp: ONE,
    statusPerSession: ONE,
    ticketPerSession: ONE,
    refreshPerSession: ONE,
    callbackPerIp: ONE,
  }
  const stage = await openProgramStage({ throttle, cookies: {} })
  const { body } = await goodBegin()
  const again: [string, string, AskOptions][] = [
    ['POST', 'begin/', { body }],
    ['POST', 'exchange/', { body: EXCHANGE }],
    ['GET', `callback/?state=${STATE}`, {}],
  ]
  for (const [method, path, options] of again) {
    await stage.ask(method, path, { ip: IP, ...options })
    await expectAnswer(stage, 429, `${method} ${path}`, options)
  }
  await stage.clock.advance(60_000)
  const { accessToken: bearer } = await stage.signIn()
  await expectAnswer(stage, 200, 'GET status/', { bearer })
  await expectAnswer(stage, 429, 'GET status/', { bearer })
  await stage.ask('POST', 'ticket/', { bearer, body: {} })
  await expectAnswer(stage, 429, 'POST ticket/', { bearer, body: {} })
  const { refreshToken: refresh_token } = await stage.signIn()
  await stage.ask('POST', 'refresh/', { body: { refresh_token } })
  await expectAnswer(stage, 429, 'POST refresh/', { body: { refresh_token } })
}

/** The store is broken. */
async function answersOfBrokenProgram() {
  const stage = await openProgramStage({ cookies: {} })
  const { accessToken: bearer, refreshToken: refresh_token } = await stage.signIn()
  const { body } = await goodBegin()
  stage.breakStore()
  await expectAnswer(stage, 503, 'POST begin/', { body })
  await expectAnswer(stage, 503, 'POST exchange/', { body: EXCHANGE })
  await expectAnswer(stage, 503, 'POST refresh/', { body: { refresh_token } })
  await expectAnswer(stage, 503, 'GET status/', { bearer })
  await expectAnswer(stage, 503, 'POST logout/', { bearer })
  await expectAnswer(stage, 503, 'POST ticket/', { bearer, body: {} })
  await expectAnswer(stage, 503, `GET callback/?state=${STATE}`)
}

describe('the program side', () => {
  let stage: ProgramStage

  beforeAll(async () => {
    stage = await openProgramStage({ legacy })
    checks = answerChecks(stage.document)
  })

  // proves: program-document-answers
  test('every answer that the document describes comes, and is as described', async () => {
    await answersOfApp(stage)
    await answersToTooMany()
    await answersOfBrokenProgram()
    expect(checks.missing().filter((one) => !one.endsWith(OF_SERVER))).toEqual([])
  })
})

describe('cookie mode', () => {
  let stage: ProgramStage

  beforeAll(async () => {
    stage = await openProgramStage({ cookies: {}, legacy })
    checks = answerChecks(stage.document)
  })

  /** A browser that is redirected to the program, after it did this at the identity service. */
  const land = async (then: (url: string) => string | Promise<string>) => {
    const browser = browserOf(stage.sso)
    return signInWith(browser, then)
  }
  const enter = (url: string) =>
    stage.identity.authorize(url, stage.identity.addCitizen({ email: 'cy@example.test' }))

  // proves: program-document-answers
  test('every answer that its document describes comes, and is as described', async () => {
    await answersOfApp(stage)
    await answersToTooMany()
    await answersOfBrokenProgram()
    for (const path of ['login', 'login?return_to=%2Fpermits'])
      await expectAnswer(stage, 303, `GET ${path}`, { headers: NAVIGATION })
    const fromPage = { ...NAVIGATION, 'sec-fetch-site': 'same-origin' }
    await expectAnswer(stage, 200, 'GET login', { headers: fromPage })
    await expectAnswer(stage, 204, 'GET login', { headers: { purpose: 'prefetch' } })
    await expectAnswer(stage, 400, 'GET login?return_to=%2F%2Fevil.example', { headers: NAVIGATION })
    const limited = await openProgramStage({ throttle: { beginPerIp: ONE }, cookies: {} })
    await limited.ask('GET', 'login', { ip: IP, headers: NAVIGATION })
    await expectAnswer(limited, 429, 'GET login', { headers: NAVIGATION })
    await expectAs(303, 'GET', 'callback/', await land(enter))
    await expectAs(200, 'GET', 'callback/', await land((url) => stage.identity.decline(url)))
    stage.accounts.emailBelongsToLocalAccount = async () => true
    await expectAs(409, 'GET', 'callback/', await land(enter))
    const own = { origin: BASE, 'sec-fetch-site': 'same-origin', ...NAVIGATION }
    await expectAnswer(stage, 303, 'POST logout/?return_to=%2Fbye', { headers: own })
    await answersOfLink(own)
    const alone = await openProgramStage({ cookies: {} })
    alone.identity.outage('500')
    await expectAnswer(alone, 503, 'GET login', { headers: NAVIGATION })
    expect(checks.missing().filter((one) => !one.endsWith(OF_SERVER))).toEqual([])
  })
})
