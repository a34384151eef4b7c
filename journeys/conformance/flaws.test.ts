// Takes over 10 s: the conformance run tries a program with each flaw, and outages and the end of a handoff pass in real time.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RULES } from '../../packages/conformance/src/rules/index.ts'
import { openSimulator, type Simulator } from '../simulator.ts'
import { tryProgram } from './conformance.ts'
import { FLAWS, type Flaw } from './flaws.ts'
import { STAFF_EMAIL } from './small-accounts.ts'
import { startSmallProgram } from './small-program.ts'

let simulator: Simulator

beforeAll(async () => {
  simulator = await openSimulator()
})
afterAll(async () => {
  await simulator?.close()
})

/** What the caller of a run knows of the small program. */
const toldOf = (base: string) => [
  ...['--guarded', `${base}/api/me`, '--account', `${base}/api/me`],
  ...['--staff', `${base}/api/staff`, '--staff-email', STAFF_EMAIL],
  ...['--patient', '--handoff', '2'],
]

test('a small program without a flaw keeps every rule', async () => {
  const program = await startSmallProgram(simulator)
  const { code, report } = await tryProgram(program.base, simulator.url, [], toldOf(program.base))
  expect(report.rules.filter(({ outcome }) => outcome !== 'kept')).toEqual([])
  expect([code, report.ok, report.rules.length]).toEqual([0, true, RULES.length])
  await program.close()
})

test.each(Object.entries(FLAWS) as [Flaw, string][])('the flaw %s breaks the rule %s', async (flaw, id) => {
  const program = await startSmallProgram(simulator, flaw)
  const { code, report } = await tryProgram(program.base, simulator.url, [id], toldOf(program.base))
  const [rule] = report.rules
  expect([code, rule?.id, rule?.outcome]).toEqual([1, id, 'broken'])
  expect(rule?.sentence).toBe(RULES.find((one) => one.id === id)?.text)
  await program.close()
})

/** Rules that tell apart what no flaw of the small program separates: each is broken by a flaw of another rule. */
const BESIDE = [
  'id-token-changed-claims',
  'id-token-borrowed-key-id',
  'citizen-suspended',
  'new-password',
  'session-during-server-error',
  'session-during-answer-cut',
  'session-after-an-outage',
  'sign-in-during-secret-refused',
  'sign-in-during-limit-reached',
  'sign-in-during-server-error',
  'sign-in-during-answer-cut',
]

test('every rule can be broken', () => {
  const found = new Set<string>([...Object.values(FLAWS), ...BESIDE])
  expect(RULES.map(({ id }) => id).filter((id) => !found.has(id))).toEqual([])
})
