import { plainBase64, readBase64 } from './base64.ts'

const DIGESTS: Readonly<Record<string, string>> = {
  pbkdf2: 'sha1',
  'pbkdf2-sha256': 'sha256',
  'pbkdf2-sha512': 'sha512',
}

/** The versions of Argon2 by their names in Keycloak. */
const VERSIONS: Readonly<Record<string, string>> = { '1.0': '16', '1.3': '19' }

/** A password of Keycloak, as its export has it: texts or objects of JSON. */
export interface KeycloakCredential {
  readonly credentialData: unknown
  readonly secretData: unknown
}

/** The hash of a password of Keycloak in PHC string format. Undefined where it is of no kind that is known. */
export function spellKeycloak({ credentialData, secretData }: KeycloakCredential): string | undefined {
  const [kind, secret] = [objectOf(credentialData), objectOf(secretData)]
  const [salt, hash] = [readBase64(textOf(secret['salt'])), readBase64(textOf(secret['value']))]
  const rounds = Number(kind['hashIterations'])
  if (!salt || !hash || !Number.isSafeInteger(rounds)) return undefined
  const ends = `${plainBase64(salt)}$${plainBase64(hash)}`
  const algorithm = textOf(kind['algorithm'])
  if (algorithm === 'argon2') return spellArgon2(objectOf(kind['additionalParameters']), rounds, ends)
  const digest = DIGESTS[algorithm]
  return digest && `$pbkdf2-${digest}$i=${rounds},l=${hash.length}$${ends}`
}

function spellArgon2(
  parameters: Readonly<Record<string, unknown>>,
  passes: number,
  ends: string,
): string | undefined {
  const first = (name: string) => {
    const value = parameters[name]
    return textOf(Array.isArray(value) ? value[0] : value)
  }
  const version = VERSIONS[first('version') || '1.3']
  if (version === undefined) return undefined
  return `$argon2${first('type') || 'id'}$v=${version}$m=${first('memory')},t=${passes},p=${first('parallelism') || '1'}$${ends}`
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function objectOf(given: unknown): Readonly<Record<string, unknown>> {
  const value = typeof given === 'string' ? parsed(given) : given
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
