import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { systemRandom } from './platform/system-random.ts'
import { obtainSecretKey, readSecretKey, SecretKeyTrouble, secretKeyPath } from './secret-key-file.ts'

let folder: string
let path: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portico-key-'))
  path = secretKeyPath(join(folder, 'data'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const fresh = { random: systemRandom, isSealed: async () => false }
const sealed = { random: systemRandom, isSealed: async () => true }
const KEY = Buffer.alloc(32, 5)

async function put(text: string | Buffer): Promise<void> {
  await mkdir(join(folder, 'data'), { recursive: true })
  await writeFile(path, text)
}

describe('the generated key', () => {
  test('is made once, for its owner alone, and found again', async () => {
    const key = await obtainSecretKey(path, fresh)
    expect(key).toHaveLength(32)
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    expect((await stat(join(folder, 'data'))).mode & 0o777).toBe(0o700)
    expect(await readFile(path, 'utf8')).toBe(`${key.toString('base64')}\n`)
    expect(await obtainSecretKey(path, fresh)).toEqual(key)
    expect(await obtainSecretKey(path, sealed)).toEqual(key)
    expect(await readdir(join(folder, 'data'))).toEqual(['secret-key'])
  })

  // proves: threat-key-theft
  test('is for its owner alone whatever the umask says', async () => {
    const umask = process.umask(0)
    await obtainSecretKey(path, fresh)
    process.umask(umask)
    expect((await stat(path)).mode & 0o777).toBe(0o600)
  })

  test('is one key for everybody who starts at the same moment', async () => {
    const keys = await Promise.all(Array.from({ length: 20 }, () => obtainSecretKey(path, fresh)))
    expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(1)
    expect(await readdir(join(folder, 'data'))).toEqual(['secret-key'])
  })

  // proves: threat-silent-new-key
  test('is not made where the database holds what a lost key sealed', async () => {
    await expect(obtainSecretKey(path, sealed)).rejects.toThrow(SecretKeyTrouble)
    await expect(obtainSecretKey(path, sealed)).rejects.toThrow(/missing.*restore the file from a backup/)
    await expect(stat(path)).rejects.toThrow()
  })

  test('is taken from the process that made it and sealed with it a moment ago', async () => {
    const isSealed = async () => {
      await put(`${KEY.toString('base64')}\n`)
      return true
    }
    expect(await obtainSecretKey(path, { random: systemRandom, isSealed })).toEqual(KEY)
  })
})

describe('a key file that is not right is refused, and never replaced', () => {
  test.each([
    ['empty', ''],
    ['a line break', '\n'],
    ['short', Buffer.alloc(31, 1).toString('base64')],
    ['long', Buffer.alloc(33, 1).toString('base64')],
    ['cut off', KEY.toString('base64').slice(0, 20)],
    ['raw bytes', KEY],
    ['hex', KEY.toString('hex')],
    ['base64url', Buffer.alloc(32, 0xff).toString('base64url')],
    ['two keys', `${KEY.toString('base64')}\n${KEY.toString('base64')}`],
  ])('%s', async (_name, text) => {
    await put(text)
    for (const needs of [fresh, sealed]) {
      await expect(obtainSecretKey(path, needs)).rejects.toThrow(SecretKeyTrouble)
      await expect(obtainSecretKey(path, needs)).rejects.toThrow(path)
    }
    expect(await readFile(path)).toEqual(Buffer.from(text))
  })

  test('a folder in its place', async () => {
    await mkdir(path, { recursive: true })
    await expect(obtainSecretKey(path, fresh)).rejects.toThrow(/cannot be read \(EISDIR\)/)
  })

  test('a file in the place of the data directory', async () => {
    await writeFile(join(folder, 'data'), '')
    await expect(obtainSecretKey(path, fresh)).rejects.toThrow(SecretKeyTrouble)
  })

  test('a link to nowhere is not written through', async () => {
    await mkdir(join(folder, 'data'))
    await symlink(join(folder, 'elsewhere'), path)
    await expect(obtainSecretKey(path, fresh)).rejects.toThrow(SecretKeyTrouble)
    await expect(stat(join(folder, 'elsewhere'))).rejects.toThrow()
  })

  test.skipIf(process.getuid?.() === 0)(
    'a file that may not be read, a folder that may not be written',
    async () => {
      await put(KEY.toString('base64'))
      await chmod(path, 0)
      await expect(readSecretKey(path)).rejects.toThrow(/cannot be read \(EACCES\)/)
      await rm(path)
      await chmod(join(folder, 'data'), 0o500)
      await expect(obtainSecretKey(path, fresh)).rejects.toThrow(/cannot be made \(EACCES\)/)
    },
  )
})
