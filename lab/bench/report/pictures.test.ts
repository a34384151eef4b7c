import { expect, test } from 'vitest'
import { chartOf, linesOf } from './pictures.ts'

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

const flat = {
  title: 'memory',
  unit: 'MiB',
  points: [0, 10, 20].map((second) => [second, 80] as const),
}

function heights(svg: string): readonly number[] {
  const points = /points="([^"]*)"/.exec(svg)?.[1] ?? ''
  return points.split(' ').map((point) => Number(point.split(',')[1]))
}

test('what does not change is drawn as a level line, and not at the bottom', () => {
  const svg = linesOf('t', 'n', [flat])
  expect(new Set(heights(svg)).size).toBe(1)
  const floor = Number(/class="axis"[^>]* y1="([\d.]+)"/.exec(svg)?.[1])
  expect(heights(svg)[0]).toBeLessThan(floor)
})

test('a small rise of a large value is drawn small: lines begin at zero', () => {
  const points = [100, 101].map((value, at) => [at * 10, value] as const)
  const [first = 0, second = 0] = heights(linesOf('t', 'n', [{ ...flat, points }]))
  expect(first - second).toBeGreaterThan(0)
  expect(first - second).toBeLessThan(1)
})

test('a line of nothing but zeros is drawn, and no words break out of the picture', () => {
  const svg = linesOf('<t>', 'a & b', [{ title: '"x"', unit: '<', points: [[0, 0]] }])
  expect(svg).not.toContain('NaN')
  expect(svg).toContain('&lt;t&gt;')
  expect(svg).toContain('&quot;x&quot;')
})
