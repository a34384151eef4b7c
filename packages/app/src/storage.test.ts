import { expect, test } from 'vitest'
import { placeIn, placeInMemory, StorageBlocked } from './storage.ts'

const refuse = () => {
  throw new Error('SecurityError')
}

test('a blocked storage reads null, and refuses to write and to erase', async () => {
  const place = placeIn(refuse, 'session')
  expect(await place.read()).toBeNull()
  await expect(place.write({})).rejects.toBeInstanceOf(StorageBlocked)
  await expect(place.write(null)).rejects.toBeInstanceOf(StorageBlocked)
})

test('a storage that fails later, as a promise, is blocked too', async () => {
  const failing = async () => refuse()
  const place = placeIn(() => ({ get: failing, set: failing, remove: failing }), 'session')
  expect(await place.read()).toBeNull()
  await expect(place.write({})).rejects.toBeInstanceOf(StorageBlocked)
})

test.each(['', '{', 'undefined', 'ppa_1'])('%j in a storage counts as nothing', async (text) => {
  const storage = { get: () => text, set: () => undefined, remove: () => undefined }
  expect(await placeIn(() => storage, 'session').read()).toBeNull()
})

test('a place in memory is empty until it is written to, and after it is erased', async () => {
  const place = placeInMemory()
  expect(await place.read()).toBeNull()
  await place.write({ access: 'ppa_1' })
  expect(await place.read()).toEqual({ access: 'ppa_1' })
  await place.write(null)
  expect(await place.read()).toBeNull()
})
