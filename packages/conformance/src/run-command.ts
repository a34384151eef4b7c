import { readFileSync } from 'node:fs'
import { HELP, readCommandLine, type Wanted, WrongUse } from './command-line.ts'
import { asksForJson, complain, NoProgram } from './complain.ts'
import { ask } from './http.ts'
import { programAt } from './program.ts'
import { isGood, isTriable, linesOf, notTried, OPTION, reportJson, sourceOf, summaryOf } from './report.ts'
import type { Rule } from './rule.ts'
import { RULE_GROUPS, RULES } from './rules/index.ts'
import { runRules } from './run-rules.ts'
import { findSimulator } from './simulator.ts'
import { openStage } from './stage.ts'

/** Where the command writes. */
export interface Output {
  /** A line of the report. */
  line(text: string): void
  /** A line about the progress or a failure. */
  note(text: string): void
}

/** Runs a command line. Returns the exit code: 0 every rule is kept, 1 one is not, 2 there is no report. */
export async function runCommand(args: readonly string[], output: Output): Promise<0 | 1 | 2> {
  try {
    if (args[0] === '--version' || args[0] === '-V') return say(output, [readVersion()])
    const wanted = readCommandLine(args)
    if (wanted === 'help') return say(output, HELP)
    if (wanted === 'list')
      return say(
        output,
        RULES.map((rule) => `${rule.id}\n  ${sourceOf(rule)}: ${rule.text}`),
      )
    return await tryProgram(wanted, output)
  } catch (error) {
    return complain(output.note, error, asksForJson(args))
  }
}

function readVersion(): string {
  const about = readFileSync(new URL('../package.json', import.meta.url), 'utf8')
  return /"version": "([^"]+)"/.exec(about)?.[1] ?? ''
}

async function tryProgram(wanted: Wanted, output: Output): Promise<0 | 1 | 2> {
  const simulator = await findSimulator(wanted.simulator)
  const program = programAt(wanted.program, { spread: wanted.spread, note: output.note })
  await requireProgram(wanted.program)
  const stage = openStage({ ...wanted, program, simulator })
  const untold = RULES.find((rule) => wanted.only.includes(rule.id) && !isTriable(rule, wanted))
  if (untold?.needs) throw new WrongUse(`--only ${untold.id} needs ${OPTION[untold.needs]}.`)
  const isWanted = (rule: Rule) =>
    isTriable(rule, wanted) && (wanted.only.length === 0 || wanted.only.includes(rule.id))
  const groups = RULE_GROUPS.map((group) => group.filter(isWanted)).filter((group) => group.length > 0)
  output.note(
    `Trying ${wanted.program} with the simulator at ${simulator.url}; two to five minutes for all rules …`,
  )
  const tell = wanted.asJson ? output.note : output.line
  await simulator.setFault('all', 'off')
  const verdicts = await runRules(stage, groups, (verdict) => {
    for (const line of linesOf(verdict)) tell(line)
  })
  const subject = { program: wanted.program, simulator: simulator.url }
  const left = notTried(wanted)
  if (wanted.asJson) output.line(JSON.stringify(reportJson(subject, verdicts, left), null, 2))
  else for (const line of summaryOf(verdicts, left)) output.line(line)
  return isGood(verdicts) ? 0 : 1
}

async function requireProgram(base: string): Promise<void> {
  const config = await ask(`${base}/api/v1/sso/config/`).catch(() => undefined)
  if (config === undefined) throw new NoProgram(`Nobody answers at ${base}. Start your program first.`)
  if (config.status === 404)
    throw new WrongUse(
      `${base} has no /api/v1/sso/config/. PROGRAM_URL is the address under which /api/v1/sso/ is mounted.`,
    )
}

function say({ line }: Output, lines: readonly string[]): 0 {
  for (const text of lines) line(text)
  return 0
}
