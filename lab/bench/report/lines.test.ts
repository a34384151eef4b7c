import { expect, test } from 'vitest'
import { linesOf } from './lines.ts'

const flat = {
  title: 'memory',
  unit: 'MiB',
  points: [
    [0, 80],
    [10, 80],
    [20, 80],
  ] as const,
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
  const [first = 0, second = 0] = heights(
    linesOf('t', 'n', [
      {
        ...flat,
        points: [
          [0, 100],
          [10, 101],
        ],
      },
    ]),
  )
  expect(first - second).toBeGreaterThan(0)
  expect(first - second).toBeLessThan(1)
})

test('a line of nothing but zeros is drawn, and no words break out of the picture', () => {
  const svg = linesOf('<t>', 'a & b', [{ title: '"x"', unit: '<', points: [[0, 0]] }])
  expect(svg).not.toContain('NaN')
  expect(svg).toContain('&lt;t&gt;')
  expect(svg).toContain('&quot;x&quot;')
})
