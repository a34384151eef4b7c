import { expect, test } from 'vitest'
import { chartOf } from './chart.ts'

const bars = [
  { label: 'introspection', median: 8, min: 7, max: 9 },
  { label: 'sign & <in>', median: 0.5, min: 0.4, max: 0.6 },
]

test('a bar is as long as its ratio', () => {
  const widths = [...chartOf('Ratios', 'note', bars).matchAll(/<rect class="bar"[^>]* width="([\d.]+)"/g)]
  const [first, second] = widths.map(([, width]) => Number(width))
  expect((first ?? 0) / (second ?? 1)).toBeCloseTo(16, 1)
})

test('a label cannot break out of the picture', () => {
  const chart = chartOf('A "title"', 'note', bars)
  expect(chart).toContain('sign &amp; &lt;in&gt;')
  expect(chart).toContain('A &quot;title&quot;')
})

test('nothing leaves the picture on the right', () => {
  const ends = [...chartOf('Ratios', 'note', bars).matchAll(/x2="([\d.]+)"/g)].map(([, x]) => Number(x))
  expect(Math.max(...ends)).toBeLessThan(720)
})

test('who prefers dark gets colours for dark', () => {
  expect(chartOf('Ratios', 'note', bars)).toContain('prefers-color-scheme: dark')
})
