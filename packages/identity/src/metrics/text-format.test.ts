import { describe, expect, test } from 'vitest'
import { formatFor, metricText } from './text-format.ts'

// proves: seeing-openmetrics
describe('OpenMetrics is sent to those who ask for it (RFC 9110 section 12.5.1)', () => {
  test.each([
    [
      'Prometheus 2',
      'application/openmetrics-text;version=1.0.0,application/openmetrics-text;version=0.0.1;q=0.75,text/plain;version=0.0.4;q=0.5,*/*;q=0.1',
      'openmetrics',
    ],
    ['by its name alone', 'application/openmetrics-text', 'openmetrics'],
    ['in capitals', 'Application/OpenMetrics-Text; version=1.0.0', 'openmetrics'],
    ['nobody asks', undefined, 'prometheus'],
    ['a browser', 'text/html,*/*;q=0.8', 'prometheus'],
    ['it is refused', 'application/openmetrics-text;q=0', 'prometheus'],
    ['text is preferred', 'text/plain,application/openmetrics-text;q=0.1', 'prometheus'],
    ['the weight cannot be read', 'application/openmetrics-text;q=...', 'prometheus'],
  ])('%s', (_who, accept, format) => {
    expect(formatFor(accept)).toBe(format)
  })
})

test('a label is escaped, so that no value can end its line', () => {
  const metric = { name: 'portico_x', help: 'X.', kind: 'gauge', read: () => [] } as const
  const value = { labels: { table: 'a"b\\c\nd' }, value: 1 }
  expect(metricText(metric, [value], 'prometheus').split('\n')[2]).toBe(
    String.raw`portico_x{table="a\"b\\c\nd"} 1`,
  )
})
