import { matching, type SettingReader, someWords, wholeNumber } from '../settings/index.ts'

/** The plain headers that a back end may ask for. */
export const PLAIN_FIELDS = ['subject', 'account', 'name', 'email'] as const

/** One of them. */
export type PlainField = (typeof PLAIN_FIELDS)[number]

/** How the back end is told who the citizen is. */
export interface IdentityHeaderConfig {
  /** `iss` of the signed header: the public address of the program. */
  readonly issuer: string
  /** `aud` of the signed header. */
  readonly audience: string
  readonly lifetimeSeconds: number
  readonly plain: readonly PlainField[]
}

/** Reads the settings of the identity header. */
export function readIdentityHeader(reader: SettingReader, programUrl: string): IdentityHeaderConfig {
  const issuer = programUrl.replace(/\/+$/, '')
  const audience = reader.read(
    'GATE_AUDIENCE',
    matching(/^[\x21-\x7e]{1,200}$/, 'must be a word without spaces', 'https://permits.example.org'),
  )
  return {
    issuer,
    audience: audience ?? issuer,
    lifetimeSeconds: reader.read('GATE_IDENTITY_SECONDS', wholeNumber(60, 10, 300)),
    plain: reader.read('GATE_PLAIN_HEADERS', someWords(PLAIN_FIELDS)),
  }
}
