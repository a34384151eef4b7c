import { applyTo, type Mutant } from '../make/mutant.ts'
import { type Choice, chooseTests } from './choose.ts'
import type { Host } from './hosts.ts'
import { contentOf, hashOf, type Notes } from './notes.ts'
import { failureIn } from './order.ts'
import type { Verdict } from './verdicts.ts'

/** What a mutant is tried with. */
export interface Trial {
  readonly host: Host
  /** Of the tests of its room, then of those above it. The second list is made when nothing of the first has failed. */
  readonly notes: readonly (() => Promise<readonly Notes[]>)[]
  /** Of all other tests: who uses a room through a list of rooms is not above it. They are noted where no other test runs a mutant. */
  readonly others: () => Promise<readonly Notes[]>
  /** The choices of tests that have passed without a mutant. */
  readonly passed: Set<string>
}

/** The time of tests on a busy machine, as a multiple of what they once took, and in addition. */
const LIMIT_TIMES = 10
const LIMIT_MORE_MILLISECONDS = 120_000

/** Runs the tests that could see a mutant, until one fails. One that nothing has seen is tried once more. */
export async function tryMutant(mutant: Mutant, trial: Trial): Promise<Verdict> {
  const asked: Choice[] = []
  const files: string[] = []
  for (const more of [...trial.notes, trial.others]) {
    if (more === trial.others && asked.length > 0) break
    const some = await more()
    const choice = chooseTests(mutant, some)
    files.push(...some.map(({ file }) => file))
    if (choice.tests.length === 0) continue
    asked.push(choice)
    const found = await firstOf(cheapestFirst(choice), (part) => verdictOf(mutant, part, trial))
    if (found) return found
  }
  const all: Choice = {
    tests: asked.flatMap(({ tests }) => tests),
    milliseconds: asked.reduce((sum, one) => sum + one.milliseconds, 0),
  }
  if (all.tests.length === 0) return { outcome: 'unseen', why: 'no test runs it', asked: files }
  return (
    (await verdictOf(mutant, all, trial)) ?? {
      ...{ outcome: 'unseen', why: 'every test that runs it passes' },
      asked: files,
    }
  )
}

async function firstOf<Thing, Answer>(
  things: readonly Thing[],
  ask: (thing: Thing) => Promise<Answer | undefined>,
): Promise<Answer | undefined> {
  for (const thing of things) {
    const answer = await ask(thing)
    if (answer !== undefined) return answer
  }
  return undefined
}

async function verdictOf(mutant: Mutant, choice: Choice, trial: Trial): Promise<Verdict | undefined> {
  const failure = await failureOf(mutant, choice, trial)
  return failure === undefined ? undefined : seen(failure, choice)
}

/** The tests of the cheapest file by themselves, and then all others together: most mutants are seen by the first. */
function cheapestFirst(choice: Choice): readonly Choice[] {
  const [cheapest, ...others] = choice.tests
  if (!cheapest || others.length === 0) return [choice]
  return [
    { ...choice, tests: [cheapest] },
    { ...choice, tests: others },
  ]
}

function seen(why: string, choice: Choice): Verdict {
  return { outcome: 'seen', why, asked: filesOf(failedIn(choice, why)) }
}

/** The tests of the file that has failed; all of them where no file is named. */
function failedIn(choice: Choice, failure: string): Choice {
  const tests = choice.tests.filter(({ file }) => failure.startsWith(`${file}:`))
  return tests.length > 0 ? { ...choice, tests } : choice
}

function filesOf({ tests }: Choice): readonly string[] {
  return tests.map(({ file }) => file)
}

/** The first failure with the mutant. Throws where the tests fail without it. */
async function failureOf(
  mutant: Mutant,
  choice: Choice,
  { host, passed }: Trial,
): Promise<string | undefined> {
  const source = contentOf(host.root, mutant.file)
  const text = applyTo(source, mutant.change)
  const failure = await firstFailure(host, { ...mutant, source, text }, choice)
  if (failure === undefined) return undefined
  const failed = failedIn(choice, failure)
  const key = hashOf(mutant.file, source, JSON.stringify(failed.tests))
  if (!passed.has(key)) {
    const without = await firstFailure(host, { file: mutant.file, source, text: source }, failed)
    if (without !== undefined) throw new Error(`Without any mutant, too: ${without}`)
    passed.add(key)
  }
  return failure
}

async function firstFailure(
  host: Host,
  { file, source, text }: { readonly file: string; readonly source: string; readonly text: string },
  { tests, milliseconds }: Choice,
): Promise<string | undefined> {
  const limit = milliseconds * LIMIT_TIMES + LIMIT_MORE_MILLISECONDS
  const order = { file, source, text, tests }
  // What took too long once may have met a busy machine.
  const answer = (await host.run(order, limit)) ?? (await host.run(order, limit * 2))
  return answer ? failureIn(answer) : `${tests[0]?.file ?? ''}: the tests do not end`
}
