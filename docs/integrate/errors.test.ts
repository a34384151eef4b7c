import { globSync, readFileSync } from 'node:fs'
import { createProgramSso, SsoConfigError, secret } from '@portico/program'
import {
  type FakeIdentity,
  fakeIdentity,
  memoryAccounts,
  memoryStore,
  type Outage,
  signInThrough,
  type TamperedField,
  testConfig,
} from '@portico/program/testing'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { anchorsOf, pageAt, ROOT } from './testing/markdown.ts'

const page = pageAt('docs/integrate/errors.md')
const anchors = anchorsOf(page)
const section = (title: string) => page.text.split(/^## /m).find((part) => part.startsWith(title)) ?? ''

/** The members of a closed union in a source file that are string literals. */
function wordsOf(path: string, name: string): readonly string[] {
  const tree = ts.createSourceFile(path, readFileSync(`${ROOT}${path}`, 'utf8'), ts.ScriptTarget.Latest, true)
  const alias = tree.statements.find((one) => ts.isTypeAliasDeclaration(one) && one.name.text === name)
  if (!alias || !ts.isTypeAliasDeclaration(alias) || !ts.isUnionTypeNode(alias.type))
    throw new Error(`${path} has no union ${name}`)
  return alias.type.types.flatMap((member) =>
    ts.isLiteralTypeNode(member) && ts.isStringLiteral(member.literal) ? [member.literal.text] : [],
  )
}

const WIRE = 'packages/program/src/wire.ts'
const CONTRACT = 'packages/app/src/contract.ts'
const PROBLEMS = 'packages/app/src/problems.ts'
const programCodes = wordsOf(WIRE, 'ProgramErrorCode')
const words = wordsOf(WIRE, 'SsoErrorParam')
const appCodes = [...wordsOf(CONTRACT, 'SsoErrorParam'), ...wordsOf(PROBLEMS, 'SsoProblemCode')]

const MOST_WRONG = {
  identity: { baseUrl: '', clientId: '', clientSecret: secret('') },
  program: { baseUrl: 'http://permits.example.test', returnUris: [] },
  encryptionKeys: [],
  validity: { ceilingMs: 60_000, softMs: 1, timeoutMs: 1 },
  session: { accessTtlMs: 1, absoluteTtlMs: 1 },
  store: memoryStore(),
  accounts: memoryAccounts(),
}

function problemPaths(changes: object = {}): readonly string[] {
  try {
    createProgramSso({ ...MOST_WRONG, ...changes })
    return []
  } catch (error) {
    return error instanceof SsoConfigError ? error.problems.map(({ path }) => path) : [String(error)]
  }
}

const anchorOfSetting = (path: string) =>
  `config-${path
    .replace(/\[\d+\]$/, '')
    .replaceAll('.', '-')
    .toLowerCase()}`

const settings = [
  ...problemPaths(),
  ...problemPaths({
    identity: { ...MOST_WRONG.identity, issuer: 'http://id.example.test' },
    program: { ...MOST_WRONG.program, returnUris: ['https://permits.example.test/*'], path: 'x' },
    encryptionKeys: [{ id: 'k', key: secret('short') }],
    clientIp: { header: 'x forwarded for', trustedHops: 0 },
  }),
  ...problemPaths({ clientIp: { trustedProxies: ['proxy'] } }),
  ...problemPaths({ cookies: { name: 'two words', problemPage: '//evil.example' } }),
]

test.each(programCodes)('%s, a code of the program, has its anchor', (code) => {
  expect(anchors).toContain(code)
})
test.each(words)('%s, a value of sso_error, has its anchor', (word) => {
  expect(anchors).toContain(`sso_error-${word}`)
})
test.each([...new Set(appCodes)])('%s, a problem of the app, has its anchor', (code) => {
  expect(anchors).toContain(`app-${code}`)
})
test.each([...new Set(settings)])('%s, a setting that may be wrong, has its anchor', (path) => {
  expect(anchors).toContain(anchorOfSetting(path))
})

test('every anchor belongs to a code', () => {
  const known = [
    ...programCodes,
    ...words.map((word) => `sso_error-${word}`),
    ...appCodes.map((code) => `app-${code}`),
    ...settings.map(anchorOfSetting),
  ]
  const entries = [...page.text.matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id)
  expect(entries.filter((id) => !known.includes(id))).toEqual([])
  expect(entries).toHaveLength(new Set(entries).size)
  expect(settings).toEqual(expect.arrayContaining(['program.returnUris[0]', 'encryptionKeys[0]']))
})

test('every setting that config-problems.ts can report was tried here', () => {
  const source = readFileSync(`${ROOT}packages/program/src/config-problems.ts`, 'utf8')
  const named = [
    ...source.matchAll(/[('`]((?:identity|program|validity|session|cookies)\.\w+|encryptionKeys|store)\b/g),
  ]
  const tried = new Set(settings.map(anchorOfSetting))
  expect(named.length).toBeGreaterThan(10)
  expect(named.map(([, path = '']) => path).filter((path) => !tried.has(anchorOfSetting(path)))).toEqual([])
})

// proves: program-7-codes-status-and-words
test('the app knows every code that the program may send, and no other', () => {
  expect([...wordsOf(CONTRACT, 'ProgramErrorCode')].sort()).toEqual([...programCodes].sort())
})

/** The first cells of the rows of a table, where they are code. */
const firstCells = (part: string) => [...part.matchAll(/^\| `([^`]+)`/gm)].map(([, words = '']) => words)

test('every reason in the sources is in the table, or begins with one that is', () => {
  const listed = firstCells(section('Reasons in the log')).map((words) => words.replace(/…$/, ''))
  const sources = globSync('packages/program/src/{central,routes,sessions}/**/*.ts', { cwd: ROOT })
    .filter((path) => !path.endsWith('.test.ts'))
    .map((path) => readFileSync(`${ROOT}${path}`, 'utf8'))
  // A claim and its fault, as in 'sub: missing', and every reason of a refusal.
  const ofClaims = sources.flatMap((text) => [
    ...text.matchAll(
      /(?:return|\?|:|',) ['`]((?:iat|exp|nbf|sub|sid|azp|at_hash|security_version|email|email_verified|link): [^'`$]*|the ID token repeats[^'`]*)/g,
    ),
  ])
  const ofRefusals = sources.flatMap((text) => [
    ...text.matchAll(
      /kind: 'unavailable', reason: ['`]([^'`$]+)|untrusted\('([^']+)'\)|case.*reason: '([^']+)'/g,
    ),
  ])
  const written = [...ofClaims, ...ofRefusals].map(([, one, two]) => one ?? two ?? '')
  // The reasons of introspection and renewal are not reasons of a callback.
  const elsewhere = /^introspection |^sub: changed at a renewal|^another worker |^every result /
  expect(written.length).toBeGreaterThan(12)
  const lost = written.filter(
    (words) => !elsewhere.test(words) && !listed.some((one) => words.startsWith(one)),
  )
  expect(lost).toEqual([])
})

test('every log line about a failure is on the page', () => {
  const lines = globSync('packages/program/src/**/*.ts', { cwd: ROOT })
    .filter((path) => !path.endsWith('.test.ts'))
    .flatMap((path) => [...readFileSync(`${ROOT}${path}`, 'utf8').matchAll(/'(\w+_(?:failed|refused))'/g)])
    .map(([, name = '']) => name)
    .filter((name) => name !== 'handoff_refused')
  expect(new Set(lines).size).toBeGreaterThan(6)
  expect([...new Set(lines)].filter((name) => !page.text.includes(`\`portico.${name}\``))).toEqual([])
})

// proves: program-7-codes-status-and-words
test('each code of the program is listed with its status', () => {
  const table = readFileSync(`${ROOT}packages/program/src/routes/problem.ts`, 'utf8')
  const statuses = [...table.matchAll(/^ {2}(\w+): \{ status: (\d+)/gm)]
  expect(statuses.map(([, code = '']) => code).sort()).toEqual([...programCodes].sort())
  const wrong = statuses.filter(
    ([, code = '', status = '']) =>
      !section('Codes of the program').includes(`<a id="${code}"></a>\`${code}\` | ${status} |`),
  )
  expect(wrong.map(([, code]) => code)).toEqual([])
})

/** Signs a citizen in through a prepared fake. Returns the reason of the refusal in the audit. */
async function reasonOf(prepare: (identity: FakeIdentity) => void, decline?: string): Promise<string> {
  const reasons: string[] = []
  const identity = fakeIdentity()
  const note = (event: { type: string; reason?: string }) => void reasons.push(event.reason ?? '')
  const sso = createProgramSso({
    ...testConfig(identity),
    ...{
      store: memoryStore(),
      accounts: memoryAccounts(),
      fetch: identity.fetch,
      hooks: { onEvent: note },
    },
  })
  const late: FakeIdentity = {
    ...identity,
    async authorize(url, citizen) {
      const callback = await identity.authorize(url, citizen)
      prepare(identity)
      return decline === undefined ? callback : identity.decline(url, decline)
    },
  }
  await signInThrough(sso, late, identity.addCitizen({ email: 'ana@example.test' })).catch(() => undefined)
  return reasons[0] ?? 'signed in'
}

const FIELDS: Record<TamperedField, true> = {
  ...{ iss: true, aud: true, azp: true, nonce: true, exp: true, iat: true, alg: true, sid: true },
  ...{ security_version: true, email_verified: true, signature: true },
}
const OUTAGES: Record<Exclude<Outage, 'off'>, true> = {
  refused: true,
  timeout: true,
  '500': true,
  '429': true,
}

test.each<[string, (identity: FakeIdentity) => void, string?]>([
  ...Object.keys(FIELDS).map((field): [string, (identity: FakeIdentity) => void] => [
    `an ID token with a wrong ${field}`,
    (identity) => identity.tamperNextIdToken(field as TamperedField),
  ]),
  ...Object.keys(OUTAGES).map((kind): [string, (identity: FakeIdentity) => void] => [
    `an outage (${kind})`,
    (identity) => identity.outage(kind as Outage),
  ]),
  ['a client secret that is refused', (identity) => identity.rotateClientSecret()],
  ['a citizen who declines', () => undefined, 'access_denied'],
  ['an identity service in trouble', () => undefined, 'temporarily_unavailable'],
])('the reason for refusing %s is in the table', async (_what, prepare, decline) => {
  const reason = await reasonOf(prepare, decline)
  const listed = firstCells(section('Reasons in the log'))
  const fits = listed.filter((words) => reason.startsWith(words.replace(/…$/, '')))
  expect(fits, reason).not.toEqual([])
})
