import { say, secondsSince } from '../../../scripts/say.mjs'
import { inParallel } from '../../kit/in-parallel.ts'
import { roomOf } from '../make/every-mutant.ts'
import { fits, type Mutant, nameOf } from '../make/mutant.ts'
import { type NotingHost, openHost, startServer } from './hosts.ts'
import { contentOf, type Notes, notesOf } from './notes.ts'
import { testsOfRoom } from './room-tests.ts'
import { tryMutant } from './try-mutant.ts'
import type { openVerdicts, Verdict } from './verdicts.ts'

interface Needs {
  readonly verdicts: ReturnType<typeof openVerdicts>
  readonly cleanup: { add(action: () => unknown): void }
  readonly workers: number
}

/** Tries mutants, and keeps each verdict at once. Says what it is doing. */
export async function tryAll(
  mutants: readonly Mutant[],
  { verdicts, cleanup, workers }: Needs,
): Promise<void> {
  if (mutants.length === 0) return
  say('starting PostgreSQL')
  const server = await startServer(cleanup)
  const hosts: NotingHost[] = []
  for (let number = 1; number <= Math.min(workers, mutants.length); number += 1) {
    say(`copying the tree for worker ${number}`)
    hosts.push(await openHost(cleanup, server))
  }
  const notes = noteTaker()
  const passed = new Set<string>()
  let done = 0
  await inParallel(mutants, hosts.length, async (mutant, _index, worker) => {
    const host = hosts[worker]
    if (!host) throw new Error(`There is no worker ${worker}`)
    const start = performance.now()
    const verdict = await judge(mutant, { host, passed, notes })
    done += 1
    const place = `${done} of ${mutants.length}, ${roomOf(mutant.file)}, ${secondsSince(start)}`
    if (typeof verdict === 'string') return say(`${place}: not tried: ${nameOf(mutant)}: ${verdict}`)
    verdicts.keep(mutant, verdict, host.root)
    say(`${place}: ${verdict.outcome}: ${nameOf(mutant)}: ${verdict.why}`)
  })
}

interface Judging {
  readonly host: NotingHost
  readonly passed: Set<string>
  readonly notes: ReturnType<typeof noteTaker>
}

/** The verdict; a text says why there is none. One mutant that cannot be tried stops no other. */
async function judge(mutant: Mutant, { host, passed, notes }: Judging): Promise<Verdict | string> {
  if (!fits(contentOf(host.root, mutant.file), mutant)) return 'its file was changed in between'
  const tests = testsOfRoom(mutant.file)
  try {
    return await tryMutant(mutant, {
      ...{ host, passed },
      notes: [() => notes(tests.own, host), () => notes(tests.above, host)],
      others: () => notes(tests.others, host),
    })
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** Notes what the tests of files run, each file once. One whose tests fail is told and left out. */
function noteTaker(): (files: readonly string[], host: NotingHost) => Promise<readonly Notes[]> {
  const known = new Map<string, Promise<Notes | string>>()
  return async (files, host) => {
    const notes: Notes[] = []
    for (const file of files) {
      const isKnown = known.has(file)
      const taking = known.get(file) ?? notesOf(file, host)
      known.set(file, taking)
      const taken = await taking
      if (typeof taken !== 'string') notes.push(taken)
      else if (!isKnown) say(`left out, because it fails without any mutant: ${taken}`)
    }
    return notes
  }
}
