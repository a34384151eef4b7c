import { randomBytes } from 'node:crypto'
import { jsonRequest } from '../../../journeys/kit/http/request.ts'
import { statusesOf } from '../../../journeys/kit/http/response.ts'
import { linkPath } from '../../../journeys/kit/mail-server.ts'
import { codeRequest, PATHS, refreshRequest, type Tokens } from '../../../journeys/kit/oauth-requests.ts'
import {
  finderOf,
  formsOf,
  type KnownSecret,
  opaqueSecret,
} from '../../../journeys/kit/secrets/secret-forms.ts'
import {
  dumpTables,
  filesUnder,
  megabytesOf,
  type StoredData,
} from '../../../journeys/kit/secrets/stored-data.ts'
import { freePort } from '../../../packages/identity/testing/free-port.ts'
import { enterProgram, newAttempt, obtainCode } from '../../../packages/identity/testing/program-flow.ts'
import { formOf } from '../../kit/page-forms.ts'
import type { Siege, Stage } from '../stage.ts'
import { openBalancer } from '../targets/balancer.ts'
import {
  type Deployment,
  newAddress,
  openDeployment,
  recovery,
  registration,
  SUBJECTS,
} from '../targets/deployment.ts'
import type { Permits } from '../targets/permits.ts'
import { liveInProgram, secretsIn } from './rest-of-program.ts'

/** Everything that is stored or logged is searched for every secret that was used. */
export const rest: Stage = {
  name: 'rest',
  about:
    'a search for every secret in every encoding, in tables, database files, logs, metrics and letters in the outbox',
  async run(siege) {
    const [metricsPort, port] = [await freePort(), await freePort()]
    const secretKey = randomBytes(32).toString('base64')
    const secrets: KnownSecret[] = []
    // Programs reach the service through a proxy that records the bodies, so that their tokens are known.
    const balancer = await openBalancer({
      target: () => port,
      onBody: (path, text) => void (path === PATHS.token && secrets.push(...secretsIn(text))),
    })
    siege.cleanup.add(() => balancer.close())
    const deployment = await openDeployment(siege, {
      processes: 1,
      environment: {
        PORTICO_LOG_LEVEL: 'debug',
        PORTICO_METRICS_PORT: String(metricsPort),
        PORTICO_SECRET_KEY: secretKey,
        PORTICO_PORT: String(port),
        PORTICO_BASE_URL: `http://localhost:${balancer.port}`,
      },
    })
    secrets.push(
      { name: 'secret key', text: secretKey, raw: Buffer.from(secretKey, 'base64') },
      { name: 'client secret', text: deployment.program.secret },
      { name: 'Basic credentials', text: deployment.program.basic.slice('Basic '.length) },
    )
    for (let life = 0; life < siege.count(3, 15); life += 1) await live(deployment, secrets, life)
    const permits = await liveInProgram(siege, deployment, secrets)
    const waiting = await leaveLettersWaiting(deployment)
    const data = await gather(siege, { deployment, permits, metricsPort })
    secrets.push(...(await waiting()))
    search(siege, secrets, data)
  },
}

/** One citizen registers, mistypes a password, signs in, enters, rotates and recovers. Every secret is recorded. */
async function live(deployment: Deployment, secrets: KnownSecret[], life: number): Promise<void> {
  const { program, send } = deployment
  const note = (name: string, ...texts: readonly string[]) =>
    void secrets.push(...texts.map((text) => opaqueSecret(name, text)))
  const newPassword = (name: string) => {
    const text = `${name} ${randomBytes(12).toString('base64url')} "quoted" ä`
    secrets.push({ name: `${name} password`, text })
    return text
  }
  const email = `lives.${life}@example.test`
  const [first, second, wrong] = ['first', 'second', 'mistyped'].map(newPassword) as [string, string, string]
  await send(jsonRequest(PATHS.register, { full_name: 'Ana', email, password: wrong }, newAddress()))
  await send(registration(email))
  await useLink(deployment, secrets, { email, subject: SUBJECTS.register, password: first })
  const browser = deployment.at(0).browser()
  await browser.submit(await browser.get('/login/'), { email, password: wrong })
  await browser.submit(await browser.get('/login/'), { email, password: first })
  const { attempt, code, tokens } = await enterProgram(deployment.at(0).service, program, browser)
  const rotated = (await send(refreshRequest(program, tokens.refresh_token))).json<Tokens>()
  const spare = newAttempt(program)
  const unused = await obtainCode(browser, spare)
  await send(codeRequest(program, { code: unused, verifier: attempt.verifier }))
  note('code', code, unused)
  note('access token', tokens.access_token, rotated.access_token)
  note('refresh token', tokens.refresh_token, rotated.refresh_token)
  secrets.push(
    { name: 'ID token', text: tokens.id_token.split('.')[2] ?? tokens.id_token },
    ...[attempt, spare].map(({ verifier }) => ({ name: 'verifier', text: verifier })),
  )
  for (const [name, text] of browser.cookies) note(`cookie ${name}`, text)
  await send(recovery(email))
  await useLink(deployment, secrets, { email, subject: SUBJECTS.recover, password: second })
}

async function useLink(
  { mail, at }: Deployment,
  secrets: KnownSecret[],
  { email, subject, password }: Readonly<Record<'email' | 'subject' | 'password', string>>,
): Promise<void> {
  const path = linkPath(await mail.mailTo(email, subject))
  secrets.push(opaqueSecret(`link of "${subject}"`, linkOf(path)))
  const browser = at(0).browser()
  const page = await browser.get(path)
  await browser.submit(page, { password: 'short' })
  const { status } = await browser.submit(page, { password }, { follow: false })
  if (status !== 303) throw new Error(`Setting a password was answered ${status}`)
  const form = new URLSearchParams(formOf(page, {}).body)
  secrets.push({ name: 'CSRF token', text: form.get('csrf_token') ?? '' })
}

function linkOf(path: string): string {
  return new URLSearchParams(path.slice(path.indexOf('?'))).get('link') ?? path
}

/** Letters that the mail server defers stay in the outbox. Later they are sent, which shows the links that were there. */
async function leaveLettersWaiting({
  mail,
  send,
  newCitizen,
}: Deployment): Promise<() => Promise<readonly KnownSecret[]>> {
  // Without a mail server, registrations would get a 503 as soon as the service knows of it.
  await mail.become('4xx')
  const { email } = await newCitizen()
  const registers = 'registers.last@example.test'
  const responses = [await send(recovery(email)), await send(registration(registers))]
  if (responses.some(({ status }) => status !== 202))
    throw new Error(`Letters that were to wait were answered ${statusesOf(responses)}`)
  return async () => {
    await mail.become('take')
    const mails = [
      await mail.mailTo(email, SUBJECTS.recover),
      await mail.mailTo(registers, SUBJECTS.register),
    ]
    return mails.map((each) => opaqueSecret('waiting link', linkOf(linkPath(each))))
  }
}

interface Place {
  readonly deployment: Deployment
  readonly permits: Permits
  readonly metricsPort: number
}

async function gather(
  siege: Siege,
  { deployment, permits, metricsPort }: Place,
): Promise<readonly StoredData[]> {
  const { db, url } = deployment.database
  const [letters] = await db.query<{ count: number }>`select count(*)::int as count from outbox`
  siege.say(`${letters?.count ?? 0} letters wait in the outbox`)
  // So that the files contain all writes.
  await db.query`checkpoint`
  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  const logs = deployment.processes.map((process) => process.output()).join('\n')
  return [
    ...(await dumpTables(url)),
    ...(await dumpTables(permits.database.url)),
    ...filesUnder(siege.postgres.dataDir),
    { name: 'logs', bytes: Buffer.from(logs) },
    { name: 'logs of the program', bytes: Buffer.from(permits.output()) },
    { name: 'metrics', bytes: Buffer.from(metrics) },
  ]
}

function search(siege: Siege, secrets: readonly KnownSecret[], data: readonly StoredData[]): void {
  const forms = secrets.flatMap(formsOf)
  const find = finderOf(forms)
  siege.judge(
    'no secret in any table, database file, log, metric or waiting letter',
    data.flatMap(({ name, bytes }) => find(bytes).map((found) => `${found} in ${name}`)),
    `${secrets.length} secrets in ${forms.length} shapes, ${data.length} places, ${megabytesOf(data)} MB`,
  )
  const planted = [randomBytes(1_000), forms.at(-1)?.bytes ?? Buffer.alloc(0), randomBytes(1_000)]
  siege.judge(
    'the search finds a planted secret',
    find(Buffer.concat(planted)).length > 0 ? [] : ['it found nothing'],
    'one secret among random bytes',
  )
}
