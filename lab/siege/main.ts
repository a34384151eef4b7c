import { mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism, setPriority, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createClosings } from '../bench/machine/closings.ts'
import { openPostgresGround } from './ground/postgres-ground.ts'
import { type Options, readOptions, UsageTrouble } from './report/options.ts'
import { openProgress, type Progress } from './report/progress.ts'
import { reportPage } from './report/report-page.ts'
import { type Row, tableOf } from './report/row.ts'
import type { Siege, Stage } from './stage.ts'
import { stages } from './stages/index.ts'

const PAGE = fileURLToPath(new URL('../../docs/siege.md', import.meta.url))

/** Whoever else works on this machine goes first. */
const NICE = 10

/** No stage goes on for longer than this, whatever hangs. */
const MOST_MINUTES = { quick: 10, full: 120 } as const

/** What the stage that runs has begun. */
let closings = createClosings()

async function main(): Promise<number> {
  const options = readOptions(
    process.argv.slice(2),
    stages.map(({ name }) => name),
  )
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(name, () => leave(`Ended by ${name}.`))
  setPriority(NICE)
  const folder = options.stateFolder ?? join(tmpdir(), 'portico-siege-state')
  const progress = openProgress(folder, options.size)
  if (options.fresh) progress.forget()
  const rows = await runStages(options, progress)
  if (options.write) writePage(folder)
  if (options.only === undefined) progress.forget()
  return conclude(rows)
}

async function runStages(options: Options, progress: Progress): Promise<readonly Row[]> {
  const rows: Row[] = []
  for (const stage of stages.filter(({ name }) => options.only?.includes(name) ?? true)) {
    const known = options.only === undefined ? progress.finishedOf(stage.name) : undefined
    if (known) say(`${stage.name}: finished by an earlier run`)
    const found = known?.rows ?? (await runStage(stage, options))
    if (!known) progress.finish(stage.name, { day: new Date().toISOString().slice(0, 10), rows: found })
    rows.push(...found)
  }
  return rows
}

async function runStage(stage: Stage, { size }: Options): Promise<readonly Row[]> {
  say(`${stage.name}: ${stage.about}`)
  const rows: Row[] = []
  const start = performance.now()
  closings = createClosings()
  const ground = await openPostgresGround()
  closings.add(() => ground.close())
  try {
    await withinMinutes(stage.run(siegeOf(stage.name, { size, ground, rows })), MOST_MINUTES[size])
  } catch (error) {
    const words = error instanceof Error ? (error.stack ?? error.message) : String(error)
    say(`${stage.name}: ${words}`)
    rows.push({
      stage: stage.name,
      claim: 'the stage comes to its end',
      verdict: 'broken',
      seen: words.slice(0, 300),
    })
  } finally {
    await closings.run()
  }
  say(`${stage.name}: done in ${Math.round((performance.now() - start) / 1000)} s`)
  return rows
}

async function withinMinutes(work: Promise<void>, minutes: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`It was given up after ${minutes} minutes`)), minutes * 60_000)
  })
  await Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/** Faults that are told in full; the others are counted. */
const TOLD_FAULTS = 3

function siegeOf(
  stage: string,
  { size, ground, rows }: Pick<Siege, 'size' | 'ground'> & { rows: Row[] },
): Siege {
  const add = (claim: string, verdict: Row['verdict'], seen: string) => {
    rows.push({ stage, claim, verdict, seen })
    say(`  ${verdict.padEnd(8)} ${claim}: ${seen}`)
  }
  return {
    size,
    ground,
    closings,
    count: (quick, full) => (size === 'quick' ? quick : full),
    say: (line) => say(`  ${stage}: ${line}`),
    judge: (claim, faults, seen) => {
      const told = faults.slice(0, TOLD_FAULTS).join('; ')
      const others = faults.length > TOLD_FAULTS ? ` and ${faults.length - TOLD_FAULTS} more` : ''
      add(
        claim,
        faults.length === 0 ? 'held' : 'broken',
        faults.length === 0 ? seen : `${told}${others} (${seen})`,
      )
    },
    measure: (claim, seen) => add(claim, 'measured', seen),
    skip: (claim, why) => add(claim, 'skipped', why),
  }
}

function conclude(rows: readonly Row[]): number {
  process.stdout.write(`\n${tableOf(rows)}\n`)
  const broken = rows.filter(({ verdict }) => verdict === 'broken').length
  say(broken === 0 ? 'No claim was broken.' : `${broken} claims were broken.`)
  return broken === 0 ? 0 : 1
}

/** Each stage as the newest full run saw it, or, where there is none, the newest quick one. */
function writePage(folder: string): void {
  const memories = (['full', 'quick'] as const).map((size) => ({ size, ...openProgress(folder, size) }))
  const chapters = stages.map(({ name, about }) => {
    const memory = memories.find(({ finishedOf }) => finishedOf(name))
    const found = memory?.finishedOf(name)
    return { stage: name, about, last: memory && found ? { ...found, size: memory.size } : undefined }
  })
  const gigabytes = Math.round(totalmem() / 2 ** 30)
  const machine = `A ${process.platform} machine with ${availableParallelism()} cores and ${gigabytes} GB of memory, busy with other work as well, Node ${process.versions.node}`
  mkdirSync(join(PAGE, '..'), { recursive: true })
  writeFileSync(PAGE, reportPage(chapters, machine))
  say(`written to ${PAGE}`)
}

function say(line: string): void {
  process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${line}\n`)
}

/** Ends what was started, then the process. */
function leave(reason: string): void {
  say(reason)
  void closings.run().finally(() => process.exit(1))
}

main().then(
  (code) => process.exit(code),
  (error: unknown) =>
    leave(
      error instanceof UsageTrouble ? error.message : String(error instanceof Error ? error.stack : error),
    ),
)
