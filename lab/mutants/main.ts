import { createCleanup } from '../../journeys/kit/cleanup.ts'
import { say } from '../../scripts/say.mjs'
import { runCommand } from '../kit/command.ts'
import { changedLines, isChanged } from './changed-lines.ts'
import { everyMutant, faultsOfExcuses, roomOf } from './make/every-mutant.ts'
import { type Mutant, nameOf } from './make/mutant.ts'
import { type Options, readOptions } from './options.ts'
import { todaysDate, writePage } from './report/page.ts'
import { rowsOf, tableOf } from './report/rooms.ts'
import type { Tried } from './report/summary.ts'
import { tryAll } from './run/try-all.ts'
import { openVerdicts } from './run/verdicts.ts'

/** The most time of a run. What is finished is kept, and the next run goes on. */
const MOST_HOURS = 12

const cleanup = createCleanup()

/** `npm run mutants`: leaves out one thing after the other, and says which of them no test misses. Ends with 1 if there is one. */
runCommand(
  () => cleanup.run(),
  async (leave) => {
    const options = readOptions(process.argv.slice(2))
    setTimeout(() => leave('The run took too long and was given up.'), MOST_HOURS * 3_600_000).unref()
    const every = everyMutant()
    const wanted = every
      .filter(wantedBy(options))
      .sort((one, other) => placeIn(options.only, one) - placeIn(options.only, other))
    const verdicts = openVerdicts()
    const untried = wanted.filter((mutant) => mutant.excuse === undefined && !verdicts.find(mutant))
    const waiting = [...untried.filter(isOfStatement), ...untried.filter((one) => !isOfStatement(one))]
    say(`${wanted.length} things to leave out, ${waiting.length} of them to try`)
    await tryAll(waiting.slice(0, options.limit), { verdicts, cleanup, workers: options.workers })
    await cleanup.run()
    const faults = faultsOfExcuses(every)
    const stateOf = (mutant: Mutant): Tried => {
      const verdict = verdicts.find(mutant)
      if (mutant.excuse !== undefined) return { mutant, state: 'excused', why: mutant.excuse }
      return { mutant, state: verdict?.outcome ?? 'untried', why: verdict?.why ?? '' }
    }
    const results = wanted.map(stateOf)
    for (const { mutant, state, why } of results)
      if (state === 'unseen' || state === 'excused')
        process.stdout.write(`${state} ${nameOf(mutant)}: ${why}\n`)
    process.stdout.write(`\n${tableOf(rowsOf(results, todaysDate()))}\n`)
    for (const fault of faults) say(fault)
    if (options.write) writePage(every.map(stateOf))
    return faults.length > 0 || results.some(({ state }) => state === 'unseen') ? 1 : 0
  },
)

/** Where the command line names the file of a mutant; -1 where it does not. */
function placeIn(only: readonly string[], { file }: Mutant): number {
  return only.findIndex((path) => file.startsWith(path))
}

/** Statements come first: a guard in front of one hides less. */
function isOfStatement({ kind }: Mutant): boolean {
  return kind !== 'guard'
}

function wantedBy({ changed, room, only }: Options): (mutant: Mutant) => boolean {
  const lines = changed ? changedLines() : undefined
  return (mutant) =>
    (room === undefined || roomOf(mutant.file) === room) &&
    (only.length === 0 || placeIn(only, mutant) >= 0) &&
    (lines === undefined || isChanged(mutant, lines))
}
