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
    `$P$z${'A'.repeat(30)}`,
    `$argon2id$v=19$m=100000000,t=1,p=1$${ends}`,
    `$argon2id$v=19$m=65536,t=1000000000,p=1$${ends}`,
    `$argon2id$v=19$m=65536,t=1,p=100$${ends}`,
    `$scrypt$ln=99,r=8,p=1$${ends}`,
    `$scrypt$ln=14,r=1000000,p=1$${ends}`,
    `$scrypt$ln=14,r=8,p=1000000$${ends}`,
    `scrypt$1152921504606846976$salt$8$1$${'A'.repeat(88)}`,
    `$fbscrypt$v=1,n=30,r=8,p=1,ss=Bw==,sk=${'A'.repeat(86)}==$${'A'.repeat(24)}$${'A'.repeat(86)}==`,
    `$fbscrypt$v=1,n=14,r=1000,p=1,ss=Bw==,sk=${'A'.repeat(86)}==$${'A'.repeat(24)}$${'A'.repeat(86)}==`,
    `$pbkdf2-sha256$i=10000000000,l=32$${ends}`,
    `pbkdf2_sha256$10000000000$salt$${'A'.repeat(43)}=`,
  ])('%s', (hash) => {
    expect(readForeignHash(hash)).toEqual({ ok: false, refusal: 'too-costly' })
  })
})

describe('as systems make them', () => {
  const ends = `${'A'.repeat(22)}$${'A'.repeat(43)}`
  test.each([
    ['bcrypt', `$2b$12$${'A'.repeat(53)}`, `$2b$14$${'A'.repeat(53)}`],
    ['bcrypt of Symfony', `$2y$13$${'A'.repeat(53)}`, `$2y$14$${'A'.repeat(53)}`],
    [
      'PBKDF2 of Django',
      `pbkdf2_sha256$1200000$salt$${'A'.repeat(43)}=`,
      `pbkdf2_sha256$5000000$salt$${'A'.repeat(43)}=`,
    ],
    ['SHA-512-crypt', `$6$salt$${'A'.repeat(86)}`, `$6$rounds=656000$salt$${'A'.repeat(86)}`],
    [
      'SHA-512-crypt of a long password',
      `$6$rounds=80000$salt$${'A'.repeat(86)}`,
      `$6$rounds=200000$salt$${'A'.repeat(86)}`,
    ],
    ['SHA-256-crypt', `$5$salt$${'A'.repeat(43)}`, `$5$rounds=535000$salt$${'A'.repeat(43)}`],
    ['phpass of WordPress', `$P$B${'A'.repeat(30)}`, `$P$F${'A'.repeat(30)}`],
    ['scrypt', `$scrypt$ln=17,r=8,p=1$${ends}`, `$scrypt$ln=18,r=8,p=1$${ends}`],
    ['argon2', `$argon2id$v=19$m=65536,t=4,p=1$${ends}`, `$argon2id$v=19$m=65536,t=60,p=1$${ends}`],
  ])('%s is taken, and one that costs too much with the longest password is not', (_, usual, costly) => {
    expect(readForeignHash(usual)).toMatchObject({ ok: true })
    expect(readForeignHash(costly)).toEqual({ ok: false, refusal: 'too-costly' })
  })
})

/** Texts with so many bytes of a hash, or of a salt. */
const bytes = (length: number) => Buffer.alloc(length, 7).toString('base64').replace(/=+$/, '')
const SALTED = { salt: bytes(16), hash: bytes(16) }

/** Each form that has its own length, of a salt and a hash. */
const FORMS: Readonly<Record<string, (given: { salt: string; hash: string }) => string>> = {
  argon2: ({ salt, hash }) => `$argon2id$v=19$m=1024,t=1,p=1$${salt}$${hash}`,
  'argon2 of Django': ({ salt, hash }) => `argon2$argon2id$v=19$m=1024,t=1,p=1$${salt}$${hash}`,
  scrypt: ({ salt, hash }) => `$scrypt$ln=4,r=8,p=1$${salt}$${hash}`,
  'scrypt of Django': ({ salt, hash }) => `scrypt$16$${salt}$8$1$${hash}`,
  'scrypt of Firebase': ({ salt, hash }) => `$fbscrypt$v=1,n=4,r=8,p=1,ss=Bw==,sk=${hash}$${salt}$${hash}`,
  PBKDF2: ({ salt, hash }) => `$pbkdf2-sha256$i=1000,l=16$${salt}$${hash}`,
  'PBKDF2 of passlib': ({ salt, hash }) => `$pbkdf2$1000$${salt}$${hash}`,
  'PBKDF2 of Django': ({ salt, hash }) => `pbkdf2_sha256$1000$${salt}$${hash}`,
  'PBKDF2 of Keycloak': ({ salt, hash }) =>
    textOf(
      JSON.stringify({
        credentialData: { algorithm: 'pbkdf2-sha256', hashIterations: 1000 },
        secretData: { salt, value: hash },
      }),
    ),
}

/** Each form whose hash has one length. */
const OF_ONE_LENGTH: Readonly<Record<string, string>> = {
  bcrypt: `$2b$05$${'A'.repeat(53)}`,
  'bcrypt of Django': `bcrypt$$2b$05$${'A'.repeat(53)}`,
  'bcrypt of a digest': `bcrypt_sha256$$2b$05$${'A'.repeat(53)}`,
  'SHA-256-crypt': `$5$salt$${'A'.repeat(43)}`,
  'SHA-512-crypt': `$6$salt$${'A'.repeat(86)}`,
  phpass: `$P$6${'A'.repeat(30)}`,
  SSHA: `{SSHA}${bytes(24)}`,
  SSHA256: `{SSHA256}${bytes(36)}`,
  SSHA512: `{SSHA512}${bytes(68)}`,
}

// proves: foreign-password-known
describe('a hash that was cut', () => {
  const unknown = { ok: false, refusal: 'unknown' }
  test.each(Object.entries(FORMS))('of %s', (_, spell) => {
    expect(readForeignHash(spell(SALTED))).toMatchObject({ ok: true })
    for (const length of [1, 2, 8, 12, 15])
      expect(readForeignHash(spell({ ...SALTED, hash: bytes(length) })), `${length} bytes`).toEqual(unknown)
    for (const salt of [bytes(1), bytes(2)])
      expect(readForeignHash(spell({ ...SALTED, salt }))).toEqual(unknown)
  })
  test.each(Object.entries(OF_ONE_LENGTH))('of %s', (_, whole) => {
    expect(readForeignHash(whole)).toMatchObject({ ok: true })
    const least = whole.lastIndexOf('$') + 1
    for (let length = least; length < whole.length; length += 1)
      expect(readForeignHash(whole.slice(0, length)), `${length} characters`).toEqual(unknown)
  })
  test.each(['$5$abc$', '$5$$', '$6$abc$', '$6$$'])('and one whose salt is too short (%s)', (begin) => {
    const hash = begin + 'A'.repeat(begin.startsWith('$5') ? 43 : 86)
    expect(readForeignHash(hash)).toEqual(unknown)
  })
  test('of Firebase with a short key of the project', () => {
    const hash = `$fbscrypt$v=1,n=4,r=8,p=1,ss=Bw==,sk=${bytes(8)}$${bytes(10)}$${bytes(64)}`
    expect(readForeignHash(hash)).toEqual(unknown)
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
    `$argon2id$v=19$m=0,t=0,p=0$${ends}`,
    `$argon2id$v=19$m=1024,t=0,p=1$${ends}`,
    `$argon2id$v=19$m=1024,t=1,p=0$${ends}`,
    `$argon2id$v=19$m=15,t=1,p=2$${ends}`,
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
