import { availableParallelism } from 'node:os'
import { lookAtCores } from '@portico/processes'
import { type Config, ConfigFaults } from '../config.ts'
import { booleanSchema, listOf, objectSchema, oneWordOf, textSchema } from '../platform/operation.ts'
import type { Answer, LookCall } from './command.ts'
import { examineDatabase } from './examine-database.ts'
import { examineFiles } from './examine-files.ts'
import { examineFourEyes } from './examine-four-eyes.ts'
import { examineNetwork } from './examine-network.ts'
import { examineProxies } from './examine-proxies.ts'
import { type Finding, idle, ok, wrong } from './finding.ts'

const SIGNS = { ok: '✓', idle: '○', wrong: '✗' } as const

/** What was found. */
export const DIAGNOSIS = objectSchema('Diagnosis', {
  healthy: booleanSchema('Whether nothing is wrong.'),
  checks: listOf(
    objectSchema<Finding>('Check', {
      check: textSchema('What was looked at.'),
      state: oneWordOf<Finding['state']>({ ok: '', idle: 'there is nothing to check yet', wrong: '' }),
      says: textSchema('What was found.'),
      mend: textSchema('What to do; empty where nothing is wrong.'),
    }),
  ),
})

/** Finds faults of this installation. */
export async function doctorCommand(call: LookCall): Promise<Answer> {
  return report(await examine(call))
}

async function examine({ by, config, terminal }: LookCall): Promise<readonly Finding[]> {
  const read = configOrFaults(config)
  if ('faults' in read) return read.faults.map(faultFinding)
  // What waits for others waits beside the rest.
  const found = await Promise.all([
    examineFiles(read),
    examineDatabase(read, { by, progress: (line) => terminal.err(line) }),
    examineNetwork(read),
  ])
  return [
    ...settingFindings(read),
    { check: 'Processes', ...lookAtCores('PORTICO_PROCESSES', read.processes, availableParallelism()) },
    ...examineProxies(read),
    ...examineFourEyes(read),
    ...found.flat(),
  ]
}

function configOrFaults(config: () => Config): Config | ConfigFaults {
  try {
    return config()
  } catch (error) {
    if (error instanceof ConfigFaults) return error
    throw error
  }
}

/** Unknown names that reach this are allowed by a setting. */
function settingFindings({ unknownSettings }: Config): readonly Finding[] {
  const told = unknownSettings.map(({ name }) => idle('Settings', `${name} is no setting and has no effect`))
  return [ok('Settings', 'all can be read'), ...told]
}

/** The text of a wrong setting says both what is wrong and what to do. */
function faultFinding(fault: string): Finding {
  const [says = fault, ...mend] = fault.split(/; |\. (?=[A-Z])/)
  return wrong('Settings', says, mend.join('; ') || 'correct it')
}

function report(findings: readonly Finding[]): Answer {
  const isHealthy = findings.every(({ state }) => state !== 'wrong')
  const width = Math.max(...findings.map(({ check }) => check.length))
  const lines = findings.flatMap(({ check, state, says, mend }) => {
    const line = { sign: SIGNS[state], says: `${check.padEnd(width)}  ${says}` }
    return mend === '' ? [line] : [line, `  ${' '.repeat(width)}  → ${mend}`]
  })
  const summary = isHealthy ? 'Nothing is wrong.' : 'Something is wrong: see ✗ above.'
  return {
    json: { healthy: isHealthy, checks: findings },
    lines: [...lines, '', summary],
    exitCode: isHealthy ? 0 : 1,
  }
}
