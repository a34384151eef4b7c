import { expect, test } from 'vitest'
import { openTotals } from './merge-texts.ts'

const processes = new Map<number, object>()
/** Stands for the process of this number. */
const one = (pid: number) => {
  const known = processes.get(pid) ?? { pid }
  processes.set(pid, known)
  return known
}

const text = (answers: number, bytes: number) => `# HELP portico_http_answers_total Answers, with a # in it.
# TYPE portico_http_answers_total counter
portico_http_answers_total{route="/login/",status="200"} ${answers}
portico_http_answers_total{route="a b } c",status="404"} 1
# HELP seconds Times.
# TYPE seconds histogram
seconds_bucket{le="0.5"} ${answers}
seconds_bucket{le="+Inf"} ${answers}
seconds_sum ${answers / 4}
seconds_count ${answers}
# HELP bytes Memory.
# TYPE bytes gauge
bytes ${bytes}
bytes{kind="old \\"x\\""} 1
`

test('counters and histograms add up; every other value says whose it is', () => {
  const merged = openTotals().text([
    { process: one(71), place: 0, text: text(3, 100) },
    { process: one(72), place: 1, text: text(5, 200) },
  ])
  expect(merged.split('\n')).toEqual([
    '# HELP portico_http_answers_total Answers, with a # in it.',
    '# TYPE portico_http_answers_total counter',
    'portico_http_answers_total{route="/login/",status="200"} 8',
    'portico_http_answers_total{route="a b } c",status="404"} 2',
    '# HELP seconds Times.',
    '# TYPE seconds histogram',
    'seconds_bucket{le="0.5"} 8',
    'seconds_bucket{le="+Inf"} 8',
    'seconds_sum 2',
    'seconds_count 8',
    '# HELP bytes Memory.',
    '# TYPE bytes gauge',
    'bytes{process="0"} 100',
    'bytes{process="0",kind="old \\"x\\""} 1',
    'bytes{process="1"} 200',
    'bytes{process="1",kind="old \\"x\\""} 1',
    '',
  ])
})

test('a counter never goes back: not when a process is replaced, dies or is too busy to answer', () => {
  const totals = openTotals()
  const answers = (given: Parameters<typeof totals.text>[0]) =>
    Number(/status="200"\} (\d+)/.exec(totals.text(given))?.[1])
  const first = { process: one(71), place: 0, text: text(3, 100) }
  const second = { process: one(72), place: 1, text: text(5, 200) }
  expect(answers([first, second])).toBe(8)
  expect(answers([first])).toBe(8)
  totals.keep(one(72))
  expect(answers([first])).toBe(8)
  expect(answers([first, { process: one(73), place: 1, text: text(2, 300) }])).toBe(10)
  totals.keep(one(73))
  totals.keep(one(71))
  // It had answered before it ended, and another one answered late.
  expect(answers([{ process: one(71), place: 0, text: text(99, 1) }])).toBe(10)
  expect(answers([{ process: one(74), place: 0, text: text(1, 1) }])).toBe(11)
})

test('a value of a process that does not answer is left out, and does not stay for ever', () => {
  const totals = openTotals()
  totals.text([{ process: one(71), place: 0, text: text(3, 100) }])
  const later = totals.text([{ process: one(72), place: 0, text: text(1, 7) }])
  expect(later.match(/^bytes\{process="0"\} .*/gm)).toEqual(['bytes{process="0"} 7'])
  expect(totals.text([])).not.toContain('bytes')
})

test('OpenMetrics keeps an exemplar, and its end is written by the parent', () => {
  const first =
    '# HELP s Times.\n# TYPE s histogram\ns_bucket{le="1"} 2 # {trace_id="ab"} 0.3\ns_bucket{le="2"} 2\n# EOF\n'
  const other = '# HELP s Times.\n# TYPE s histogram\ns_bucket{le="1"} 1\ns_bucket{le="2"} 4\n# EOF\n'
  const merged = openTotals().text([
    { process: one(1), place: 0, text: first },
    { process: one(2), place: 1, text: other },
  ])
  expect(merged).toBe(
    '# HELP s Times.\n# TYPE s histogram\ns_bucket{le="1"} 3 # {trace_id="ab"} 0.3\ns_bucket{le="2"} 6\n',
  )
})

test('a process that answers nothing, or something else, adds nothing', () => {
  expect(openTotals().text([{ process: one(1), place: 0, text: '' }])).toBe('')
  expect(openTotals().text([{ process: one(1), place: 0, text: 'Cannot be read now\n' }])).toBe('')
})
