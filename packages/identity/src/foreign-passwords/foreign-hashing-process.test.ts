import { afterEach, describe, expect, test } from 'vitest'
import { openHashingProcess } from '../passwords/index.ts'

const FILE = new URL('./foreign-hashing-process.ts', import.meta.url)
const quiet = () => undefined
const opened: ReturnType<typeof openHashingProcess>[] = []
afterEach(() => Promise.all(opened.splice(0).map((hashing) => hashing.close())))

function open() {
  const hashing = openHashingProcess({
    log: { info: quiet, warn: quiet, error: quiet },
    places: 1,
    file: FILE,
  })
  opened.push(hashing)
  return hashing
}

describe('the process that compares', () => {
  test('compares, at a lower priority, and goes on after a hash that cannot be read', async () => {
    const hashing = open()
    const bcrypt = '$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW'
    expect(await hashing.verify(bcrypt, 'U*U')).toEqual({ ok: true, value: true })
    expect(await hashing.verify(bcrypt, 'U*V')).toEqual({ ok: true, value: false })
    for (const hash of ['', '$2b$31$', 'x'.repeat(100_000)])
      expect(await hashing.verify(hash, 'U*U')).toEqual({ ok: false, refusal: 'unreadable' })
    expect(await hashing.verify(bcrypt, 'U*U')).toEqual({ ok: true, value: true })
  })
  test('makes no hash', async () => {
    expect(await open().hash('U*U')).toEqual({ ok: false, refusal: 'busy' })
  })
})
