import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { spellKeycloak } from './forms/keycloak.ts'
import { readForeignHash } from './read-hash.ts'

/**
 * By the name of each kind: passwords, and hashes that other programs made of them (argon2-cffi, bcrypt, passlib, Django and the `crypt` of
 * the GNU C library), and those of the specifications.
 */
const KNOWN: Readonly<Record<string, readonly (readonly [password: string, hash: string])[]>> = JSON.parse(
  readFileSync(new URL('./known-answers.fixture.json', import.meta.url), 'utf8'),
)

function textOf(hash: string): string {
  return hash.startsWith('{"') ? (spellKeycloak(JSON.parse(hash)) ?? '') : hash
}

async function isRight(hash: string, password: string): Promise<boolean> {
  const read = readForeignHash(textOf(hash))
  if (!read.ok) throw new Error(`${read.refusal}: ${hash}`)
  return read.value.isRight(Buffer.from(password))
}

describe('a hash that another program made', () => {
  // proves: foreign-password-known
  test.each(Object.entries(KNOWN))('%s', async (_, pairs) => {
    for (const [password, hash] of pairs) {
      expect(await isRight(hash, password), `${hash} of ${password}`).toBe(true)
      expect(await isRight(hash, `${password} `)).toBe(false)
      expect(await isRight(hash, password.slice(1))).toBe(false)
      expect(await isRight(hash, '')).toBe(false)
    }
  })
})

describe('is too weak to keep', () => {
  test.each([
    '5f4dcc3b5aa765d61d8327deb882cf99',
    '5baa61e4c9b93f3f0682250b6cf8331b7ee68fd8',
    '{MD5}X03MO1qnZdYdgyfeuILPmQ==',
    '{SHA}W6ph5Mm5Pz8GgiULbPgzG37mj9g=',
    '{CLEARTEXT}password',
    '$1$abcdefgh$irWbblnpmw.5z7wgBnprh0',
    '$apr1$abcdefgh$irWbblnpmw.5z7wgBnprh0',
    'md5$seasalt$5f4dcc3b5aa765d61d8327deb882cf99',
    'sha1$seasalt$cff36ea83f5706ce9aa7454e63e431fc726b2dc8',
    'rl0uE0v4CFAaY',
  ])('%s', (hash) => {
    expect(readForeignHash(hash)).toEqual({ ok: false, refusal: 'too-weak' })
  })
})

describe('would take more work than a sign-in may', () => {
  const ends = `${'A'.repeat(22)}$${'A'.repeat(43)}`
  test.each([
    `$argon2id$v=19$m=1048576,t=1,p=1$${ends}`,
    `$argon2id$v=19$m=65536,t=1000,p=1$${ends}`,
    `$2b$31$${'A'.repeat(53)}`,
    `$2b$16$${'A'.repeat(53)}`,
    `$scrypt$ln=20,r=8,p=1$${ends}`,
    `$scrypt$ln=14,r=8,p=99$${ends}`,
    `scrypt$1073741824$salt$8$1$${'A'.repeat(88)}`,
    `$pbkdf2-sha256$i=999999999,l=32$${ends}`,
    `pbkdf2_sha256$100000000$salt$${'A'.repeat(43)}=`,
    `$6$rounds=999999999$salt$${'A'.repeat(86)}`,
    `$P$Q${'A'.repeat(30)}`,
  ])('%s', (hash) => {
    expect(readForeignHash(hash)).toEqual({ ok: false, refusal: 'too-costly' })
  })
})

describe('cannot be read', () => {
  const ends = `${'A'.repeat(22)}$${'A'.repeat(43)}`
  test.each([
    '',
    'x',
    ' ',
    'correct horse battery staple',
    `$argon2id$v=20$m=1024,t=1,p=1$${ends}`,
    `$argon2x$v=19$m=1024,t=1,p=1$${ends}`,
    `$argon2id$v=19$m=1024,t=1,p=1,keyid=AAAA$${ends}`,
    '$argon2id$v=19$m=1024,t=1,p=1$AAAAAAAAAAAAAAAAAAAAAA',
    `$2b$99$${'A'.repeat(53)}`,
    `$2b$05$${'A'.repeat(52)}`,
    `$2x$05$${'A'.repeat(53)}`,
    `$2z$05$${'A'.repeat(53)}`,
    `$scrypt$ln=0,r=8,p=1$${ends}`,
    `$scrypt$ln=14,r=0,p=1$${ends}`,
    `$scrypt$ln=14,r=8,p=1$$${'A'.repeat(43)}`,
    `scrypt$1000$salt$8$1$${'A'.repeat(88)}`,
    `$fbscrypt$v=2,n=14,r=8,p=1,ss=Bw==,sk=AAAA$AAAA$AAAA`,
    `$pbkdf2-sha3$i=1000,l=32$${ends}`,
    '$pbkdf2-sha256$i=0,l=32$AAAA$AAAA',
    `pbkdf2_sha512$1000$salt$${'A'.repeat(43)}`,
    'pbkdf2_sha256$1000$salt$short',
    `$5$salt$${'A'.repeat(86)}`,
    `$6$salt$${'A'.repeat(43)}`,
    '$6$salt',
    `$7$salt$${'A'.repeat(43)}`,
    '{SSHA}AAAA',
    '{SSHA384}AAAA',
    '{SSHA}not base64',
    `$P$!${'A'.repeat(30)}`,
    `$P$B${'A'.repeat(29)}`,
    `${'$'.repeat(900)}`,
    'x'.repeat(10_000_000),
    `$argon2id$v=19$m=1024,t=1,p=1$${ends}\n`,
    `argon2$argon2id$v=77$m=1024,t=1,p=1$${ends}`,
  ])('%#', (hash) => {
    expect(readForeignHash(hash)).toEqual({ ok: false, refusal: 'unknown' })
  })
  test.each([
    {},
    { credentialData: '{', secretData: '{}' },
    { credentialData: '{"algorithm":"pbkdf2-sha256","hashIterations":"many"}', secretData: '{}' },
    {
      credentialData: '{"algorithm":"scram","hashIterations":1}',
      secretData: '{"salt":"AAAA","value":"AAAA"}',
    },
    { credentialData: null, secretData: [] },
    {
      credentialData:
        '{"algorithm":"argon2","hashIterations":1,"additionalParameters":{"version":["2.0"],"memory":["1024"]}}',
      secretData: '{"salt":"AAAA","value":"AAAA"}',
    },
  ])('of Keycloak (%#)', (credential) => {
    expect(spellKeycloak({ credentialData: undefined, secretData: undefined, ...credential })).toBeUndefined()
  })
})
