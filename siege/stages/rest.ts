import { randomBytes } from 'node:crypto'
import { enterProgram, newAttempt, obtainCode } from '../../packages/identity/testing/program-flow.ts'
import { freePort } from '../../packages/identity/testing/test-service.ts'
import { openBalancer } from '../ground/balancer.ts'
import { dumpTables, filesUnder, flush, type Haystack, megabytesOf } from '../ground/haystack.ts'
import { type KnownSecret, needlesOf, opaqueSecret, searcher } from '../ground/needles.ts'
import { codeShot, filledForm, linkPath, PATHS, refreshShot } from '../ground/paper.ts'
import type { Permits } from '../ground/permits.ts'
import { jsonShot, loaded, openWire, type Shot } from '../ground/salvo.ts'
import { openTown, stranger, type Town } from '../ground/town.ts'
import type { Siege, Stage } from '../stage.ts'
import { liveInProgram, secretsIn } from './rest-of-program.ts'

/** Everything that is kept or said anywhere is searched for every secret that was used. */
export const rest: Stage = {
  name: 'rest',
  about:
    'tables of service and program, database files, logs, metrics and waiting letters, searched for every secret in every shape',
  async run(siege) {
    const [metricsPort, port] = [await freePort(), await freePort()]
    const secretKey = randomBytes(32).toString('base64')
    const secrets: KnownSecret[] = []
    // Programs reach the service through somebody who listens: so the tokens that they keep to themselves are known.
    const line = await openBalancer({
      target: () => port,
      hear: (path, text) => void (path === PATHS.token && secrets.push(...secretsIn(text))),
    })
    siege.closings.add(() => line.close())
    const town = await openTown(siege, {
      processes: 1,
      environment: {
        PORTICO_LOG_LEVEL: 'debug',
        PORTICO_METRICS_PORT: String(metricsPort),
        PORTICO_SECRET_KEY: secretKey,
        PORTICO_PORT: String(port),
        PORTICO_BASE_URL: `http://localhost:${line.port}`,
      },
    })
    secrets.push(
      { name: 'secret key', text: secretKey, raw: Buffer.from(secretKey, 'base64') },
      { name: 'client secret', text: town.program.secret },
      { name: 'Basic credentials', text: town.program.basic.slice('Basic '.length) },
    )
    for (let life = 0; life < siege.count(3, 15); life += 1) await live(town, secrets, life)
    const permits = await liveInProgram(siege, town, secrets)
    const waiting = await leaveLettersWaiting(town)
    const haystacks = await gather(siege, { town, permits, metricsPort })
    secrets.push(...(await waiting()))
    search(siege, secrets, haystacks)
  },
}

/** A citizen's whole life: registers, signs in, enters, rotates, mistypes, recovers; every secret of it is noted. */
async function live(town: Town, secrets: KnownSecret[], life: number): Promise<void> {
  const email = `lives.${life}@example.test`
  const [first, second, wrong] = ['first', 'second', 'mistyped'].map((name) => ({
    name: `${name} password`,
    text: `${name} ${randomBytes(12).toString('base64url')} "quoted" ä`,
  })) as [KnownSecret, KnownSecret, KnownSecret]
  secrets.push(first, second, wrong)
  const wire = await openWire(town.at(0).port)
  const send = (shot: Shot) => wire.fire(loaded(shot))
  await send(jsonShot(PATHS.register, { full_name: 'Ana', email, password: wrong.text }, stranger()))
  await send(jsonShot(PATHS.register, { full_name: 'Ana', email }, stranger()))
  await useLink(town, secrets, { email, subject: 'Confirm your email address', password: first.text })
  const browser = town.at(0).browser()
  await browser.submit(await browser.get('/login/'), { email, password: wrong.text })
  await browser.submit(await browser.get('/login/'), { email, password: first.text })
  const { attempt, code, tokens } = await enterProgram(town.at(0).service, town.program, browser)
  const rotated = JSON.parse((await send(refreshShot(town.program, tokens.refresh_token))).body) as Record<
    string,
    string
  >
  const spare = newAttempt(town.program)
  const unused = await obtainCode(browser, spare)
  await send(codeShot(town.program, { code: unused, verifier: attempt.verifier }))
  secrets.push(
    ...[code, unused].map((text) => opaqueSecret('code', text)),
    ...[tokens.access_token, String(rotated['access_token'])].map((text) =>
      opaqueSecret('access token', text),
    ),
    ...[tokens.refresh_token, String(rotated['refresh_token'])].map((text) =>
      opaqueSecret('refresh token', text),
    ),
    { name: 'ID token', text: tokens.id_token.split('.')[2] ?? tokens.id_token },
    ...[attempt, spare].map(({ verifier }) => ({ name: 'verifier', text: verifier })),
    ...[...browser.cookies].map(([name, text]) => opaqueSecret(`cookie ${name}`, text)),
  )
  await send(jsonShot(PATHS.recover, { email }, stranger()))
  await useLink(town, secrets, { email, subject: 'Choose a new password', password: second.text })
  wire.close()
}

async function useLink(
  town: Town,
  secrets: KnownSecret[],
  {
    email,
    subject,
    password,
  }: { readonly email: string; readonly subject: string; readonly password: string },
): Promise<void> {
  const path = linkPath(await town.post.mailTo(email, subject))
  secrets.push(opaqueSecret(`link of "${subject}"`, linkOf(path)))
  const browser = town.at(0).browser()
  const page = await browser.get(path)
  await browser.submit(page, { password: 'short' })
  const { status } = await browser.submit(page, { password }, { follow: false })
  if (status !== 303) throw new Error(`Setting a password was answered ${status}`)
  const shot = filledForm(browser, page, {})
  secrets.push({ name: 'CSRF token', text: new URLSearchParams(shot.body).get('csrf_token') ?? '' })
}

function linkOf(path: string): string {
  return new URLSearchParams(path.slice(path.indexOf('?'))).get('link') ?? path
}

/** Letters that cannot go out lie in the outbox; later they go, and say which links lay there. */
async function leaveLettersWaiting(town: Town): Promise<() => Promise<readonly KnownSecret[]>> {
  await town.post.become('refuse')
  const { email } = await town.newCitizen()
  const wire = await openWire(town.at(0).port)
  const registers = 'registers.last@example.test'
  const answers = [
    await wire.fire(loaded(jsonShot(PATHS.recover, { email }, stranger()))),
    await wire.fire(loaded(jsonShot(PATHS.register, { full_name: 'Ana', email: registers }, stranger()))),
  ]
  wire.close()
  const accepted = answers.filter(({ status }) => status === 202).length
  if (accepted === 0) throw new Error('No letter was accepted while the mail server was away')
  return async () => {
    await town.post.become('take')
    const mails = [await town.post.mailTo(email, 'Choose a new password')]
    if (accepted === 2) mails.push(await town.post.mailTo(registers, 'Confirm your email address'))
    return mails.map((mail) => opaqueSecret('waiting link', linkOf(linkPath(mail))))
  }
}

interface Place {
  readonly town: Town
  readonly permits: Permits
  readonly metricsPort: number
}

async function gather(siege: Siege, { town, permits, metricsPort }: Place): Promise<readonly Haystack[]> {
  const { database } = town
  const [letters] = await database.db.query<{ count: number }>`select count(*)::int as count from outbox`
  siege.say(`${letters?.count ?? 0} letters wait in the outbox`)
  await flush(database.db)
  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  const logs = town.processes.map((process) => process.output()).join('\n')
  return [
    ...(await dumpTables(siege.ground.addressOf(database.name))),
    ...(await dumpTables(siege.ground.addressOf(permits.database.name))),
    ...filesUnder(siege.ground.dataDir),
    { name: 'logs', bytes: Buffer.from(logs) },
    { name: 'logs of the program', bytes: Buffer.from(permits.output()) },
    { name: 'metrics', bytes: Buffer.from(metrics) },
  ]
}

function search(siege: Siege, secrets: readonly KnownSecret[], haystacks: readonly Haystack[]): void {
  const needles = secrets.flatMap(needlesOf)
  const find = searcher(needles)
  const hits = haystacks.flatMap(({ name, bytes }) => find(bytes).map((found) => `${found} in ${name}`))
  siege.judge(
    'no secret in any table, database file, log, metric or waiting letter',
    hits,
    `${secrets.length} secrets in ${needles.length} shapes, ${haystacks.length} places, ${megabytesOf(haystacks)} MB`,
  )
  const planted = Buffer.concat([
    randomBytes(1_000),
    needles.at(-1)?.bytes ?? Buffer.alloc(0),
    randomBytes(1_000),
  ])
  siege.judge(
    'the search finds what is planted',
    find(planted).length > 0 ? [] : ['it found nothing'],
    'one needle in noise',
  )
}
