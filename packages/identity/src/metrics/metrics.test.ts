import { expect, test } from 'vitest'
import { createMetrics } from './metrics.ts'

const valueOf = (text: string, name: string) => text.match(new RegExp(`^${name} (.+)$`, 'm'))?.[1]

test('tells what was counted before anybody asked', async () => {
  const metrics = createMetrics()
  metrics.onRemoved(3)
  metrics.onRemoved(4)
  metrics.onAnswer('/login/', { method: 'GET' }, 200, 0.002)
  const text = await metrics.text('prometheus')
  expect(valueOf(text, 'portico_rows_removed_total')).toBe('7')
  expect(text).toContain('portico_http_answers_total{route="/login/",method="GET",status="200"} 1\n')
})

test('says zero where nothing was removed', async () => {
  expect(valueOf(await createMetrics().text('prometheus'), 'portico_rows_removed_total')).toBe('0')
})

test('watches the process, and may be asked by several at once', async () => {
  const metrics = createMetrics()
  const texts = await Promise.all([metrics.text('prometheus'), metrics.text('prometheus')])
  for (const text of texts)
    expect(Number(valueOf(text, 'portico_process_resident_memory_bytes'))).toBeGreaterThan(0)
})

test('a metric that cannot be read is left out, and the others are told', async () => {
  const metrics = createMetrics()
  const help = 'Of the test.'
  metrics.watch([
    { name: 'portico_away', help, kind: 'gauge', read: () => Promise.reject(new Error('no database')) },
    {
      name: 'portico_broken',
      help,
      kind: 'gauge',
      read: () => {
        throw new Error('a fault')
      },
    },
    { name: 'portico_there', help, kind: 'gauge', read: () => [{ value: 1 }] },
  ])
  const text = await metrics.text('prometheus')
  expect(text).not.toMatch(/portico_(?:away|broken)/)
  expect(valueOf(text, 'portico_there')).toBe('1')
})

// proves: seeing-openmetrics
test('in OpenMetrics, the family of a counter has no _total, no line is empty, and the end is marked', async () => {
  const metrics = createMetrics()
  metrics.onRemoved(2)
  const lines = (await metrics.text('openmetrics')).split('\n')
  expect(lines.slice(-2)).toEqual(['# EOF', ''])
  expect(lines.slice(0, -1)).not.toContain('')
  expect(lines).toContain('# TYPE portico_rows_removed counter')
  expect(lines).toContain('portico_rows_removed_total 2')
  const families = new Map(
    lines.flatMap((line) => {
      const [, name, kind] = /^# TYPE (\S+) (\S+)$/.exec(line) ?? []
      return name && kind ? [[name, kind] as const] : []
    }),
  )
  for (const [name, kind] of families)
    expect([name, kind, name.endsWith('_total')]).toEqual([name, kind, false])
  const own = (name: string) => [...families].some(([family, kind]) => belongs(name, family, kind))
  for (const line of lines.filter((each) => each !== '' && !each.startsWith('#')))
    expect([line, own(/^\w+/.exec(line)?.[0] ?? '')]).toEqual([line, true])
})

/** Which names the values of a family have (OpenMetrics, section "Suffixes"). */
function belongs(name: string, family: string, kind: string): boolean {
  const parts: Readonly<Record<string, readonly string[]>> = {
    counter: ['_total'],
    histogram: ['_bucket', '_sum', '_count'],
  }
  return (parts[kind] ?? ['']).some((part) => name === family + part)
}

test('writes each family once, each line as Prometheus reads it (text format 0.0.4)', async () => {
  const lines = (await createMetrics().text('prometheus')).split('\n').filter((line) => line !== '')
  const families = lines.filter((line) => line.startsWith('# TYPE ')).map((line) => line.split(' ')[2])
  expect(new Set(families).size).toBe(families.length)
  for (const line of lines) expect(line).toMatch(/^(?:# (?:HELP|TYPE) \w+ .+|\w+(?:\{.*\})? [-+.\w]+)$/)
})
