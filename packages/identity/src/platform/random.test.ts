import { expect, test } from 'vitest'
import { bytesInOrder } from './random.ts'

test('bytes that are at hand are handed out once each, in their order, and no more than there are', () => {
  const source = bytesInOrder(Buffer.from([1, 2, 3, 4, 5]))
  expect([...source.bytes(2)]).toEqual([1, 2])
  expect([...source.bytes(3)]).toEqual([3, 4, 5])
  expect(() => source.bytes(1)).toThrow('0 bytes left')
  expect(() => bytesInOrder(Buffer.alloc(3)).bytes(4)).toThrow('3 bytes left')
})
