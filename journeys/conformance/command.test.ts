import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { complain } from '../../packages/conformance/src/complain.ts'
import { requireRefusal } from '../../packages/identity/src/command/fitting-answer.fixture.ts'
import { openSimulator, type Simulator } from '../simulator.ts'
import { callConformance, type Report, runConformance } from './conformance.ts'
import { startSmallProgram } from './small-program.ts'

let simulator: Simulator
let program: Awaited<ReturnType<typeof startSmallProgram>>

beforeAll(async () => {
  simulator = await openSimulator()
  program = await startSmallProgram(simulator, 'no-nonce-check')
})
afterAll(async () => {
  await program?.close()
  await simulator?.close()
})

const ONLY = ['--only', 'config', '--only', 'id-token-wrong-nonce']

test('the report for people names what is broken, what was seen, and the sentence of the contract', async () => {
  const { code, output } = await runConformance([program.base, '--simulator', simulator.url, ...ONLY])
  expect(code).toBe(1)
  expect(output).toContain('kept       config\n')
  expect(output).toMatch(
    /BROKEN {5}id-token-wrong-nonce\n {11}seen: .*sso_code\n {11}contract 4\.3 rule 4: The backend validates/,
  )
  expect(output).toContain('1 rules kept, 1 broken, 0 undecided, 12 not tried.')
  expect(output).toContain('contract 8: Program session: at most 14 days. (it takes 14 days)')
  expect(output).toContain('contract 8: Handoff sso_code lifetime: 90 seconds. (give --patient)')
  expect(output).not.toContain(simulator.client_secret)
})

test('the report for programs says the same', async () => {
  const args = [program.base, '--simulator', simulator.url, '--json', ...ONLY]
  const { output } = await runConformance(args)
  const report = JSON.parse(output.slice(output.search(/^\{$/m))) as Report
  expect(report.rules.map(({ id, outcome }) => [id, outcome])).toEqual([
    ['config', 'kept'],
    ['id-token-wrong-nonce', 'broken'],
  ])
  expect([report.ok, report.not_tried.length]).toEqual([false, 12])
})

test('a rule that is asked for without what it needs is wrong use', async () => {
  const asked = [program.base, '--simulator', simulator.url, '--only', 'guarded-api']
  const { code, output } = await callConformance(asked)
  expect([code, output]).toEqual([2, expect.stringContaining('--only guarded-api needs --guarded URL.')])
})

test('a kept rule is exit code 0', async () => {
  const { code } = await runConformance([program.base, '--simulator', simulator.url, '--only', 'config'])
  expect(code).toBe(0)
})

test.each([
  [[], 'PROGRAM_URL is missing'],
  [['http://localhost:1', '--simulator', 'http://localhost:1'], 'Start it with: npx portico dev'],
])('wrong use, as a process: %j', async (args, words) => {
  const { code, output } = await runConformance(args)
  expect([code, output]).toEqual([2, expect.stringContaining(words)])
})

test.each([
  [['http://localhost:1', 'more'], "Unexpected argument 'more'"],
  [['localhost:1'], 'PROGRAM_URL must be an address'],
  [['http://localhost:1', '--only', 'no-such'], "There is no rule 'no-such'"],
  [['http://localhost:1', '--ceiling', '31'], 'the contract allows no more'],
  [['http://localhost:1', '--patient', '--handoff', '91'], 'from 1 to 90'],
  [['http://localhost:1', '--handoff', '9'], '--handoff needs --patient'],
  [['http://localhost:1', '--guarded', '/api/me'], '--guarded must be an address'],
  [['http://localhost:1', '--staff', 'http://localhost:1/staff'], 'go together'],
  [['http://localhost:1', '--staff-email', 'chief@program.example'], 'go together'],
  [['http://localhost:1', '--fast'], "Unknown option '--fast'"],
])('wrong use: %j', async (args, words) => {
  const { code, output } = await callConformance(args)
  expect([code, output]).toEqual([2, expect.stringContaining(words)])
})

test('with --json, why there is no report is an object', async () => {
  const at = ['--simulator', simulator.url, '--json']
  const cases = [
    [['localhost:1', '--json'], { kind: 'usage', because: 'wrong-usage' }],
    [['http://localhost:1', '--jso', '--json'], { says: "Unknown option '--jso'. Did you mean --json?" }],
    [['http://localhost:1', '--simulator', 'http://localhost:1', '--json'], { because: 'no-simulator' }],
    [['http://localhost:1', ...at], { kind: 'failed', because: 'no-program' }],
  ] as const
  for (const [args, told] of cases) {
    const { code, output } = await runConformance(args)
    await requireRefusal(output.trimEnd())
    expect([code, JSON.parse(output)]).toMatchObject([2, { ...told, exit_code: 2 }])
  }
})

test('a fault of the runner is no verdict: it ends with 2, says its place, and cannot control the terminal', () => {
  const lines: string[] = []
  const fault = new TypeError('Invalid \u001b[31mURL')
  expect(complain((line) => lines.push(line), fault, false)).toBe(2)
  expect(lines).toEqual([
    expect.stringMatching(/^TypeError: Invalid \?\[31mURL\n\s+at /),
    'portico-conformance: Invalid ?[31mURL',
  ])
})

test('a program that does not answer, or has no program side, is told', async () => {
  const away = await runConformance(['http://localhost:1', '--simulator', simulator.url])
  expect([away.code, away.output]).toEqual([2, expect.stringContaining('Start your program first')])
  const other = await runConformance([`${simulator.url}/else`, '--simulator', simulator.url])
  expect([other.code, other.output]).toEqual([2, expect.stringContaining('has no /api/v1/sso/config/')])
})

test('the list has every rule with its sentence, and the page of the guide has every option', async () => {
  const { code, output } = await runConformance(['--list'])
  expect([code, output]).toEqual([
    0,
    expect.stringContaining('id-token-wrong-nonce\n  contract 4.3 rule 4: The backend'),
  ])
  const help = (await runConformance(['--help'])).output
  const page = readFileSync(new URL('../../docs/integrate/conformance.md', import.meta.url), 'utf8')
  const options = [...help.matchAll(/^ {2}(--[a-z-]+)/gm)].map(([, name = '']) => name)
  expect(options.length).toBeGreaterThan(5)
  expect(options.filter((name) => !page.includes(`\`${name}`))).toEqual([])
})
