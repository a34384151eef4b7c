import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openFolder } from '../../../journeys/kit/folder.ts'
import { CONTRACT_LIMITS } from '../../../journeys/kit/identity-process.ts'
import { until } from '../../../journeys/kit/until.ts'
import { enterProgram, introspect, refresh } from '../../../packages/identity/testing/program-flow.ts'
import type { Siege, Stage } from '../stage.ts'
import { type Deployment, newAddress, openDeployment, registration } from '../targets/deployment.ts'

/** The machine's clock jumps by an hour, forward and back, while a service runs. */
export const clock: Stage = {
  name: 'clock',
  about: 'the wall clock jumps an hour forward and back while processes run',
  async run(siege) {
    const folder = openFolder()
    siege.cleanup.add(() => rmSync(folder, { recursive: true, force: true }))
    const file = join(folder, 'ahead')
    writeFileSync(file, '0')
    const preload = new URL('../../kit/shifted-clock.mjs', import.meta.url).href
    const deployment = await openDeployment(siege, {
      environment: {
        ...CONTRACT_LIMITS,
        PORTICO_LIMIT_TOKEN_PER_IP_MINUTE: '100000',
        NODE_OPTIONS: `--import ${preload}`,
        LAB_CLOCK_FILE: file,
      },
    })
    const jump = async (milliseconds: number) => {
      writeFileSync(file, String(milliseconds))
      for (const { pid } of deployment.processes) process.kill(pid, 'SIGUSR2')
      const seen = () => deployment.processes.map(({ pid }) => readFileSync(`${file}.${pid}`, 'utf8'))
      const hasJumped = () => seen().every((each) => each === String(milliseconds)) || undefined
      await until('the processes have seen the jump', hasJumped)
    }
    await jumpAhead(siege, deployment, jump)
    await jumpBack(siege, deployment, jump)
  },
}

const HOUR_MILLISECONDS = 3_600_000

type Jump = (milliseconds: number) => Promise<void>

async function jumpAhead(siege: Siege, deployment: Deployment, jump: Jump): Promise<void> {
  const { program } = deployment
  const { service } = deployment.at(0)
  const entered = await enterProgram(service, program, await deployment.newCitizen())
  await jump(HOUR_MILLISECONDS)
  const faults: string[] = []
  if ((await introspect(service, program, entered.tokens.access_token))['active'] !== false)
    faults.push('an access token of 900 s outlives an hour')
  siege.judge(
    'an hour forward signs nobody out, and no expired token becomes valid',
    [...faults, ...(await signedOut(deployment, entered))],
    'two processes, one citizen',
  )
}

/** The faults if the citizen, or the program for the citizen, must sign in again. */
async function signedOut(
  { program, at }: Deployment,
  { browser, tokens }: Awaited<ReturnType<typeof enterProgram>>,
): Promise<readonly string[]> {
  const { status } = await refresh(at(0).service, program, tokens.refresh_token)
  const again = await enterProgram(at(0).service, program, browser).catch(String)
  return [
    ...(status === 200 ? [] : [`the refresh token is answered ${status}`]),
    ...(typeof again === 'string' ? [`the citizen was signed out: ${again.slice(0, 100)}`] : []),
  ]
}

async function jumpBack(siege: Siege, deployment: Deployment, jump: Jump): Promise<void> {
  const { mail, program, send } = deployment
  const { service } = deployment.at(0)
  const faults: string[] = []
  const entered = await enterProgram(service, program, await deployment.newCitizen())
  const from = newAddress()
  const register = (index: number) => send(registration(`jumps.${index}@example.test`, from))
  for (let index = 0; index < 10; index += 1) await register(index)
  // A letter that cannot be sent would show at once that the mail server does not answer.
  await deployment.outboxEmpty()
  await mail.become('refuse')
  const waiting = 'waits.for.the.post@example.test'
  const accepted = await send(registration(waiting))
  if (accepted.status !== 202) faults.push(`a registration was answered ${accepted.status}`)
  await jump(0)
  await mail.become('take')

  const seen = await introspect(service, program, entered.tokens.access_token)
  const lives = seen['active'] === true ? Math.round(Number(seen['exp']) - Date.now() / 1000) : 0
  if (lives > 3_600 + 900 + 5) faults.push(`an access token lives another ${lives} s`)
  faults.push(...(await signedOut(deployment, entered)))
  const limited = await register(11)
  const wait = limited.status === 429 ? Number(limited.headers['retry-after']) : 0
  if (wait > 7_200) faults.push(`a limit of an hour asks to wait ${wait} s`)
  siege.judge(
    'an hour back signs nobody out, and every token still expires',
    faults,
    `a token made an hour ahead lives ${lives} s more; a used-up limit asks to wait ${wait} s`,
  )
  const went = until('the letter goes', () => mail.mailsTo(waiting, '').length > 0 || undefined, 15_000)
  siege.measure(
    'a letter that was stored an hour ahead and not sent yet',
    await went.then(
      () => 'goes out at once after the jump back',
      () => 'waits for the hour to pass',
    ),
  )
}
