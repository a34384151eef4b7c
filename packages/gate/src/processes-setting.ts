import { EXPECTED_PROCESSES, readProcesses } from '@portico/processes'
import { type ConfigProblem, shareOfBudgets, type ThrottleConfig } from '@portico/program'
import type { SettingReader } from './settings/index.ts'

const NAME = 'GATE_PROCESSES'

/** Reads how many processes of the gate run on its port. */
export function processesOf(reader: SettingReader): number {
  return reader.read(NAME, {
    fallback: 1,
    parse: readProcesses,
    expected: `must be ${EXPECTED_PROCESSES}`,
    example: 'auto',
  })
}

/** The throttles of one process. Those that the store counts hold over all; the budgets are counted by each process, and shared out. */
export function throttleOfEach(
  processes: number,
  throttle: Partial<ThrottleConfig>,
): Partial<ThrottleConfig> {
  return processes === 1 ? throttle : { ...throttle, ...shareOfBudgets(processes, throttle) }
}

const BUDGETS = {
  GATE_BUDGET_TOKEN_PER_MINUTE: 'outboundTokenPerMinute',
  GATE_BUDGET_INTROSPECT_PER_MINUTE: 'outboundIntrospectPerMinute',
  GATE_BUDGET_CODES_PER_IP_PER_MINUTE: 'outboundCodesPerIpPerMinute',
} as const

/** A budget, set or by default, that has less than one request for each process: together they would send more. */
export function problemsOfShares(
  processes: number,
  throttle: Partial<ThrottleConfig>,
): readonly ConfigProblem[] {
  const budgets = shareOfBudgets(1, throttle)
  return Object.entries(BUDGETS).flatMap(([path, field]) => {
    const set = budgets[field]
    if (set >= processes) return []
    const expected = `must be at least ${processes}, one request for each of ${NAME}`
    return [{ path, got: String(set), expected, fix: `set ${path}=${processes}, or fewer processes` }]
  })
}
