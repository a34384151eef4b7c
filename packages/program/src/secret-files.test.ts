import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { configFromEnv, databaseUrlFromEnv } from './config.ts'
import { SsoConfigError } from './config-error.ts'

const SECRET = 'a-secret-word'

let folder: string
let file: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portico-secret-files-'))
  file = join(folder, 'secret')
  await writeFile(file, `${SECRET}\n`)
  await writeFile(join(folder, 'empty'), '\n')
  await writeFile(join(folder, 'large'), SECRET.repeat(10_000))
  await symlink(file, join(folder, 'link'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** The problems of an environment, and the whole error message. */
function refusalOf(environment: Record<string, string>): SsoConfigError {
  try {
    configFromEnv(environment)
  } catch (error) {
    if (error instanceof SsoConfigError) return error
    throw error
  }
  throw new Error('nothing was refused')
}

// proves: program-secret-files
describe('the files of secrets', () => {
  test('are read for the client secret, the keys and the address of the database, without the line end', () => {
    const { identity, encryptionKeys } = configFromEnv({
      SSO_CLIENT_SECRET_FILE: file,
      SSO_ENCRYPTION_KEYS_FILE: join(folder, 'link'),
    })
    expect('reveal' in identity.clientSecret && identity.clientSecret.reveal()).toBe(SECRET)
    expect(encryptionKeys).toHaveLength(1)
    expect(databaseUrlFromEnv({ DATABASE_URL_FILE: file })).toBe(SECRET)
  })

  test.each([
    ['missing', 'must exist', 'correct the path'],
    ['empty', 'must not be empty', 'write the value'],
    ['large', 'at most 64 KiB', 'name a file that has only the value'],
    ['.', 'must be a regular file', 'name a file that has only the value'],
    ['secret/below', 'cannot be read (ENOTDIR)', 'let the user'],
  ])('%s is refused with a sentence that says what to do', (name, says, fix) => {
    const { message, problems } = refusalOf({ SSO_CLIENT_SECRET_FILE: join(folder, name) })
    expect(problems.map(({ path }) => path)).toEqual(['SSO_CLIENT_SECRET_FILE'])
    expect(message).toContain(says)
    expect(message).toContain(fix)
    expect(message).not.toContain(SECRET)
    expect(() => databaseUrlFromEnv({ DATABASE_URL_FILE: join(folder, name) })).toThrow(SsoConfigError)
  })

  test('are refused beside the value itself, and neither of the two is repeated', () => {
    const { message } = refusalOf({ SSO_CLIENT_SECRET: 'another-word', SSO_CLIENT_SECRET_FILE: file })
    expect(message).toContain('may not be set beside SSO_CLIENT_SECRET  -> remove one of them')
    expect(message).not.toMatch(/another-word|a-secret-word/)
  })

  test('are all told at once', () => {
    const missing = join(folder, 'missing')
    const { problems } = refusalOf({ SSO_CLIENT_SECRET_FILE: missing, SSO_ENCRYPTION_KEYS_FILE: missing })
    expect(problems.map(({ path }) => path)).toEqual(['SSO_CLIENT_SECRET_FILE', 'SSO_ENCRYPTION_KEYS_FILE'])
  })
})
