import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, setPriority, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'
import { createCleanup } from '../../journeys/kit/cleanup.ts'
import { runCommand } from '../kit/command.ts'
import { openPostgres } from '../kit/postgres.ts'
import { type Options, readOptions } from './report/options.ts'
import { placeRun, type Row, tableOf } from './report/report-page.ts'
import type { Siege, Stage } from './stage.ts'
import { stages } from './stages/index.ts'

const PAGE = fileURLToPath(new URL('../../docs/siege.md', import.meta.url))

/** Lower priority than other programs of this machine, for a run of hours. */
const NICE = 10

/** The most time of a stage. */
const MOST_MINUTES = { quick: 10, full: 120 } as const

/** This many faults are reported in full. The others are counted. */
const TOLD_FAULTS = 3

/** Ends what the current stage has started. */
let cleanup = createCleanup()

runCommand(
  () => cleanup.run(),
  async () => {
    const names = stages.map(({ name }) => name)
    const options = readOptions(process.argv.slice(2), names)
    if (options.size === 'full') setPriority(NICE)
    const rows: Row[] = []
    for (const stage of stages.filter(({ name }) => options.only?.includes(name) ?? true)) {
      rows.push(...(await runStage(stage, options)))
      if (options.write) writePage(rows)
    }
    process.stdout.write(`\n${tableOf(rows)}\n`)
    const broken = rows.filter(({ verdict }) => verdict === 'broken').length
    say(broken === 0 ? 'No claim was broken.' : `${broken} claims were broken.`)
    return broken === 0 ? 0 : 1
  },
)

async function runStage({ name, about, run }: Stage, { size }: Options): Promise<readonly Row[]> {
  say(`${name}: ${about}`)
  const rows: Row[] = []
  const start = performance.now()
  cleanup = createCleanup()
  const postgres = await openPostgres(cleanup)
  try {
    await withinMinutes(run(siegeOf(name, { size, postgres, cleanup }, rows)), MOST_MINUTES[size])
  } catch (error) {
    const words = error instanceof Error ? (error.stack ?? error.message) : String(error)
    say(`${name}: ${words}`)
    const seen = words.slice(0, 300)
    rows.push({ stage: name, claim: 'the stage ends by itself', verdict: 'broken', seen })
  } finally {
    await cleanup.run()
  }
  say(`${name}: done in ${Math.round((performance.now() - start) / 1000)} s`)
  return rows
}

async function withinMinutes(work: Promise<void>, minutes: number): Promise<void> {
  const late = Promise.withResolvers<never>()
  const giveUp = () => late.reject(new Error(`It was stopped after ${minutes} minutes`))
  const timer = setTimeout(giveUp, minutes * 60_000)
  await Promise.race([work, late.promise]).finally(() => clearTimeout(timer))
}

function siegeOf(stage: string, given: Pick<Siege, 'size' | 'postgres' | 'cleanup'>, rows: Row[]): Siege {
  const add = (claim: string, verdict: Row['verdict'], seen: string) => {
    rows.push({ stage, claim, verdict, seen })
    say(`  ${verdict.padEnd(8)} ${claim}: ${seen}`)
  }
  return {
    ...given,
    count: (quick, full) => (given.size === 'quick' ? quick : full),
    say: (line) => say(`  ${stage}: ${line}`),
    judge: (claim, faults, seen) => {
      if (faults.length === 0) return add(claim, 'held', seen)
      const told = faults.slice(0, TOLD_FAULTS).join('; ')
      const others = faults.length > TOLD_FAULTS ? ` and ${faults.length - TOLD_FAULTS} more` : ''
      add(claim, 'broken', `${told}${others} (${seen})`)
    },
    measure: (claim, seen) => add(claim, 'measured', seen),
    skip: (claim, why) => add(claim, 'skipped', why),
  }
}

/** Writes the page after each stage, so that an interrupted run leaves its results. */
function writePage(rows: readonly Row[]): void {
  const today = new Date().toISOString().slice(0, 10)
  const tried = new Set(rows.map(({ stage }) => stage))
  const gigabytes = Math.round(totalmem() / 2 ** 30)
  const run = {
    stages: stages.map(({ name, about }) => ({ name, about, day: tried.has(name) ? today : undefined })),
    rows,
    machine: `A ${process.platform} machine with ${availableParallelism()} cores and ${gigabytes} GB of memory, busy with other work as well, Node ${process.versions.node}`,
  }
  writeFileSync(PAGE, placeRun(readFileSync(PAGE, 'utf8'), run))
}

function say(line: string): void {
  process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${line}\n`)
}
