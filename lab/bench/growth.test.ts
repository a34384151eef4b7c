import { expect, test } from 'vitest'
import { growthTable } from './growth.ts'

const slices = (...perSecond: number[]) => perSecond.map((each) => ({ perSecond: each }))

test('what lost more than 15 percent is called slower, what lost less is flat', () => {
  const of = (grown: number) =>
    growthTable(
      [
        {
          operation: 'refresh',
          connections: 32,
          slices: { few: slices(100, 100), many: slices(grown, grown) },
        },
      ],
      ['few', 'many'],
    ).split('\n')[3]
  expect(of(86)).toContain('| flat |')
  expect(of(84)).toContain('| SLOWER |')
})
