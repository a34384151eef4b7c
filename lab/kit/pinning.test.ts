import { expect, test } from 'vitest'
import { coreList } from './pinning.ts'

test('each of several servers has a core of its own, and none has the core of the load', () => {
  expect([0, 1, 2].map((place) => coreList(place, 3, 4))).toEqual(['0', '2', '3'])
})

test('where not each can have its own, all run on any core, so that none is favoured', () => {
  expect([0, 1].map((place) => coreList(place, 2, 2))).toEqual(['0-1', '0-1'])
})
