/** The origin of the attacker. */
export const EVIL = 'https://evil.example.test'

interface Forged {
  readonly fields: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly type?: string
}
type Token = Readonly<{ csrf_token: string }>
type Forge = (fields: Readonly<Record<string, string>> & Token, foreign: string) => Forged

const without = ({ csrf_token: _, ...fields }: Readonly<Record<string, string>> & Token) => fields

/** What another site sends in place of a form of ours. */
export const FORGERIES: readonly (readonly [string, Forge])[] = [
  ['no token', (fields) => ({ fields: without(fields) })],
  ['an empty token', (fields) => ({ fields: { ...fields, csrf_token: '' } })],
  [
    'the token of the attacker’s browser',
    (fields, foreign) => ({ fields: { ...fields, csrf_token: foreign } }),
  ],
  [
    'a token with one letter changed',
    (fields) => ({ fields: { ...fields, csrf_token: bent(fields.csrf_token) } }),
  ],
  ['a token cut short', (fields) => ({ fields: { ...fields, csrf_token: fields.csrf_token.slice(0, -1) } })],
  ['a token spelt otherwise', (fields) => ({ fields: { ...fields, csrf_token: `${fields.csrf_token}=` } })],
  [
    'the token in a header alone',
    (fields) => ({ fields: without(fields), headers: { 'x-csrf-token': fields.csrf_token } }),
  ],
  [
    'no token and the origin of another site',
    (fields) => ({ fields: without(fields), headers: { origin: EVIL, referer: `${EVIL}/` } }),
  ],
  ['no token and no origin to name', (fields) => ({ fields: without(fields), headers: { origin: 'null' } })],
  ...['cross-site', 'same-site', 'CROSS-SITE', '', 'same-origin, cross-site', 'nonsense'].map(
    (site): readonly [string, Forge] => [
      `the right token and Sec-Fetch-Site "${site}"`,
      (fields) => ({ fields, headers: { 'sec-fetch-site': site } }),
    ],
  ),
  ['the right token as text/plain', (fields) => ({ fields, type: 'text/plain' })],
  ['the right token as JSON', (fields) => ({ fields, type: 'application/json' })],
  ['the right token as multipart', (fields) => ({ fields, type: 'multipart/form-data; boundary=x' })],
]

function bent(token: string): string {
  return (token.startsWith('A') ? 'B' : 'A') + token.slice(1)
}
