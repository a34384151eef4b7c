import { expect, test } from 'vitest'
import { type PlanStep, planFaults } from './plan-faults.ts'

const isLarge = (table: string) => table === 'citizens'

const step = (type: string, more: Partial<PlanStep> = {}): PlanStep => ({
  'Node Type': type,
  'Plan Rows': 1,
  ...more,
})
const above = (type: string, ...below: readonly PlanStep[]) => step(type, { Plans: below })
const scan = (more: Partial<PlanStep> = {}) => step('Seq Scan', { 'Relation Name': 'citizens', ...more })
const walk = (more: Partial<PlanStep> = {}) =>
  step('Index Scan', { 'Relation Name': 'citizens', 'Index Name': 'citizens_by_time', ...more })

test.each<[string, PlanStep, string[]]>([
  ['a scan', scan(), ['reads all of citizens']],
  [
    'a scan by several processes',
    step('Parallel Seq Scan', { 'Relation Name': 'citizens' }),
    ['reads all of citizens'],
  ],
  ['a scan with a filter below a limit', above('Limit', scan({ Filter: 'x' })), ['reads all of citizens']],
  ['a scan below a sort below a limit', above('Limit', above('Sort', scan())), ['reads all of citizens']],
  ['a whole index', walk(), ['reads all of citizens_by_time']],
  [
    'a walk with a filter below a limit',
    above('Limit', walk({ Filter: 'x' })),
    ['reads all of citizens_by_time'],
  ],
  [
    'many rows of an index',
    walk({ 'Index Cond': 'x', 'Plan Rows': 50_000 }),
    ['reads 50,000 rows of citizens'],
  ],
  [
    'a scan in a statement of its own below a limit',
    above('Limit', scan({ 'Parent Relationship': 'SubPlan' })),
    ['reads all of citizens'],
  ],
  ['a long sort', above('Sort', step('Values Scan', { 'Plan Rows': 2_000 })), ['sorts 2,000 rows']],
])('%s is a fault', (_, plan, faults) => {
  expect(planFaults(plan, isLarge)).toEqual(faults)
})

test.each<[string, PlanStep]>([
  ['one row by its key', walk({ 'Index Cond': 'x' })],
  ['the beginning of an index', above('Limit', walk({ 'Plan Rows': 1e7 }))],
  ['the beginning of a range', above('Limit', walk({ 'Index Cond': 'x', 'Plan Rows': 1e6 }))],
  ['any row', above('Limit', scan())],
  ['a small table', step('Seq Scan', { 'Relation Name': 'clients' })],
  ['a short sort', above('Sort', walk({ 'Index Cond': 'x', 'Plan Rows': 5 }))],
])('%s is none', (_, plan) => {
  expect(planFaults(plan, isLarge)).toEqual([])
})
