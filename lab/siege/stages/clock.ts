import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from '../../kit/until.ts'
import { enterProgram, introspect, refresh } from '../../../packages/identity/testing/program-flow.ts'
import { PATHS } from '../ground/paper.ts'
import { type Hit, jsonShot, openWire, salvo } from '../ground/salvo.ts'
import { CONTRACT_LIMITS, openTown, stranger, type Town } from '../ground/town.ts'
import type { Siege, Stage } from '../stage.ts'

/** The machine's clock jumps by an hour, forth and back, under a service that runs. */
export const clock: Stage = {
  name: 'clock',
  about: 'the wall clock jumps an hour ahead and back under running processes',
  async run(siege) {
    const folder = mkdtempSync(join(tmpdir(), 'portico-siege-clock-'))
    siege.closings.add(async () => rmSync(folder, { recursive: true, force: true }))
    const file = join(folder, 'ahead')
    writeFileSync(file, '0')
    const seam = new URL('../ground/shifted-clock.mjs', import.meta.url).href
    const town = await openTown(siege, {
      environment: {
        ...CONTRACT_LIMITS,
        PORTICO_LIMIT_TOKEN_PER_IP_MINUTE: '100000',
        NODE_OPTIONS: `--import ${seam}`,
        SIEGE_CLOCK_FILE: file,
      },
    })
    const jump = async (milliseconds: number) => {
      writeFileSync(file, String(milliseconds))
      for (const { pid } of town.processes) process.kill(pid, 'SIGUSR2')
      await until(
        'the processes have seen the jump',
        () =>
          town.processes.every(
            ({ pid }) => readFileSync(`${file}.${pid}`, 'utf8') === String(milliseconds),
          ) || undefined,
      )
    }
    await jumpThere(siege, town, jump)
    await jumpBack(siege, town, jump)
    await town.close()
  },
}

const HOUR_MILLISECONDS = 3_600_000

type Jump = (milliseconds: number) => Promise<void>

async function jumpThere(siege: Siege, town: Town, jump: Jump): Promise<void> {
  const faults: string[] = []
  const { service } = town.at(0)
  const { browser, tokens } = await enterProgram(service, town.program, await town.newCitizen())
  await jump(HOUR_MILLISECONDS)
  if ((await introspect(service, town.program, tokens.access_token))['active'] !== false)
    faults.push('an access token of 900 s outlives an hour')
  const rotated = await refresh(service, town.program, tokens.refresh_token)
  if (rotated.status !== 200) faults.push(`the refresh token is answered ${rotated.status}`)
  const again = await enterProgram(town.at(0).service, town.program, browser).catch(String)
  if (typeof again === 'string') faults.push(`the citizen was signed out: ${again.slice(0, 100)}`)
  siege.judge(
    'an hour ahead signs nobody out, and makes no short-lived token live',
    faults,
    'two processes, one citizen',
  )
}

async function jumpBack(siege: Siege, town: Town, jump: Jump): Promise<void> {
  const faults: string[] = []
  const wire = await openWire(town.at(0).port)
  const { service } = town.at(0)
  const { browser, tokens } = await enterProgram(service, town.program, await town.newCitizen())
  const from = stranger()
  const register = async (index: number): Promise<Hit | undefined> =>
    (
      await salvo(
        [wire],
        [jsonShot(PATHS.register, { full_name: 'Ana', email: `jumps.${index}@example.test` }, from)],
      )
    )[0]
  for (let index = 0; index < 10; index += 1) await register(index)
  await town.post.become('refuse')
  const waiting = 'waits.for.the.post@example.test'
  const [accepted] = await salvo(
    [wire],
    [jsonShot(PATHS.register, { full_name: 'Ana', email: waiting }, stranger())],
  )
  if (accepted?.status !== 202) faults.push(`a registration was answered ${accepted?.status}`)
  await jump(0)
  await town.post.become('take')

  const lives = await stillLives(town, tokens.access_token)
  if (lives > 3_600 + 900 + 5) faults.push(`an access token lives another ${lives} s`)
  if ((await refresh(service, town.program, tokens.refresh_token)).status !== 200)
    faults.push('the refresh token is lost')
  const again = await enterProgram(service, town.program, browser).catch(String)
  if (typeof again === 'string') faults.push(`the citizen was signed out: ${again.slice(0, 100)}`)
  const wait = secondsToWait(await register(11))
  if (wait > 7_200) faults.push(`a limit of an hour asks to wait ${wait} s`)
  siege.judge(
    'an hour back signs nobody out and makes nothing eternal',
    faults,
    `a token made an hour ahead lives ${lives} s more; a used-up limit asks to wait ${wait} s`,
  )
  siege.measure(
    'a letter that was written down an hour ahead and not yet sent',
    await whenItGoes(town, waiting),
  )
  wire.close()
}

function secondsToWait(limited: Hit | undefined): number {
  return limited?.status === 429 ? Number(limited.headers['retry-after']) : 0
}

async function whenItGoes({ post }: Town, email: string): Promise<string> {
  const went = until('the letter goes', () => post.mailsTo(email, '').length > 0 || undefined, 15_000)
  return went.then(
    () => 'goes out at once after the jump back',
    () => 'waits for the hour to pass',
  )
}

/** How many seconds of real time an access token has left. */
async function stillLives(town: Town, token: string): Promise<number> {
  const seen = await introspect(town.at(0).service, town.program, token)
  return seen['active'] === true ? Math.round(Number(seen['exp']) - Date.now() / 1000) : 0
}
