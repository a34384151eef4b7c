import { expect, test } from 'vitest'
import { createMetrics } from './metrics.ts'

const valueOf = (text: string, name: string) => text.match(new RegExp(`^${name} (.+)$`, 'm'))?.[1]

test('tells what was counted before anybody asked', async () => {
  const metrics = createMetrics()
  metrics.onRemoved(3)
  metrics.onRemoved(4)
  metrics.onAnswer('/login/', 'GET', 200, 0.002)
  const text = await metrics.text()
  expect(valueOf(text, 'portico_rows_removed_total')).toBe('7')
  expect(text).toContain('portico_http_answers_total{route="/login/",method="GET",status="200"} 1\n')
})

test('says zero where nothing was removed', async () => {
  expect(valueOf(await createMetrics().text(), 'portico_rows_removed_total')).toBe('0')
})

test('watches the process, and may be asked by several at once', async () => {
  const metrics = createMetrics()
  const texts = await Promise.all([metrics.text(), metrics.text()])
  for (const text of texts)
    expect(Number(valueOf(text, 'portico_process_resident_memory_bytes'))).toBeGreaterThan(0)
})

test('writes each family once, each line as Prometheus reads it (text format 0.0.4)', async () => {
  const lines = (await createMetrics().text()).split('\n').filter((line) => line !== '')
  const families = lines.filter((line) => line.startsWith('# TYPE ')).map((line) => line.split(' ')[2])
  expect(new Set(families).size).toBe(families.length)
  for (const line of lines) expect(line).toMatch(/^(?:# (?:HELP|TYPE) \w+ .+|\w+(?:\{.*\})? [-+.\w]+)$/)
})
