import { readFileSync } from 'node:fs'
import { enterProgram } from '../../../packages/identity/testing/program-flow.ts'
import { openAsker } from '../ground/asker.ts'
import { filledForm, introspectShot } from '../ground/paper.ts'
import { type Hit, openWires, salvo } from '../ground/salvo.ts'
import { median, quantile } from '../ground/statistics.ts'
import { openTown, stranger, type Town } from '../ground/town.ts'
import type { Siege, Stage } from '../stage.ts'

/** Everybody signs in at once while programs go on asking. */
export const flood: Stage = {
  name: 'flood',
  about: '500 sign-ins at once, and again, while introspection is asked',
  async run(siege) {
    const town = await openTown(siege, { processes: 1 })
    await drown(siege, town)
    await town.close()
  },
}

const SIGN_INS = 500
const GOAL_MILLISECONDS = 250
const MOST_GROWTH_MEGABYTES = 300

async function drown(siege: Siege, town: Town): Promise<void> {
  const { tokens } = await enterProgram(town.at(0).service, town.program, await town.newCitizen())
  const asking = {
    port: town.at(0).port,
    shot: introspectShot(town.program, tokens.access_token),
    connections: 2,
  }
  const calm = await openAsker(asking)
  await new Promise((resolve) => void setTimeout(resolve, 2_000))
  const calmTimes = await calm.end()
  const before = memoryOf(town.at(0).pid)
  const asker = await openAsker(asking)
  const statuses = new Map<number, number>()
  let most = before
  const watch = setInterval(() => {
    most = Math.max(most, memoryOf(town.at(0).pid))
  }, 50)
  const waves = siege.count(5, 20)
  for (let wave = 0; wave < waves; wave += 1) {
    for (const { status } of await signInAll(town)) statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }
  clearInterval(watch)
  const times = await asker.end()
  const p99 = quantile(times, 0.99)
  const answers = [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ')
  siege.judge(
    `introspection stays under ${GOAL_MILLISECONDS} ms (p99) in a flood of sign-ins`,
    p99 < GOAL_MILLISECONDS ? [] : [`p99 was ${Math.round(p99)} ms`],
    `p99 ${Math.round(p99)} ms, median ${median(times).toFixed(1)} ms of ${times.length} (calm: p99 ${Math.round(quantile(calmTimes, 0.99))} ms); sign-ins: ${answers}`,
  )
  const odd = [...statuses.keys()].filter((status) => ![303, 400, 429, 503].includes(status))
  siege.judge(
    'sign-ins that find no place are told to come back (503)',
    odd.map((status) => `a sign-in was answered ${status}`),
    answers,
  )
  siege.judge(
    'memory stays bounded',
    most - before > MOST_GROWTH_MEGABYTES ? [`${most - before} MB more`] : [],
    `${before} MB before, at most ${most} MB`,
  )
}

async function signInAll(town: Town): Promise<readonly Hit[]> {
  const visitor = town.at(0).browser()
  const page = await visitor.get('/login/')
  const shots = Array.from({ length: SIGN_INS }, (_, index) =>
    filledForm(
      visitor,
      page,
      { email: `flood.${index}@example.test`, password: 'a guess that is wrong' },
      stranger(),
    ),
  )
  const wires = await openWires([town.at(0).port], SIGN_INS)
  const hits = await salvo(wires, shots)
  for (const wire of wires) wire.close()
  return hits
}

function memoryOf(pid: number): number {
  const [, kilobytes = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Math.round(Number(kilobytes) / 1024)
}
