import type { KeyTokenSettings } from './platform/key-token.ts'
import { Secret } from './platform/secret.ts'
import type { SettingReader } from './settings.ts'

const MODULE = 'PORTICO_PKCS11_MODULE'
const TOKEN = 'PORTICO_PKCS11_TOKEN'
const PIN = 'PORTICO_PKCS11_PIN'

/** Labels have 32 bytes (`CK_TOKEN_INFO` of PKCS#11). */
const MOST_LABEL_BYTES = 32

interface KeySettings {
  readonly secretKeys: readonly Buffer[]
  readonly keyRotationDays: number | undefined
  readonly keyTokenSettings: KeyTokenSettings | undefined
}

/** Reads with which keys the service seals and signs, and where signing keys are kept. */
export function keysOf(settings: SettingReader): KeySettings {
  return {
    secretKeys: secretKeysOf(settings),
    keyRotationDays: settings.optionalInteger('PORTICO_KEY_ROTATION_DAYS', { least: 7, most: 3_650 }),
    keyTokenSettings: keyTokenOf(settings),
  }
}

function secretKeysOf(settings: SettingReader): readonly Buffer[] {
  const keys = settings.keys('PORTICO_SECRET_KEY', 32)
  if (keys.length === 0 && settings.isSet('PORTICO_DATABASE_URL') && !settings.isSet('PORTICO_SECRET_KEY')) {
    settings.fault(
      'PORTICO_SECRET_KEY is required with PORTICO_DATABASE_URL, because every process on that database must hold the same key. Make one with: openssl rand -base64 32',
    )
  }
  return keys
}

/** Reads which token keeps the signing keys. All three are set, or none. */
function keyTokenOf(settings: SettingReader): KeyTokenSettings | undefined {
  const given = {
    module: settings.text(MODULE, ''),
    label: settings.text(TOKEN, ''),
    pin: settings.text(PIN, ''),
  }
  const missing = [MODULE, TOKEN, PIN].filter((name) => !settings.isSet(name))
  if (missing.length === 3) return undefined
  if (missing.length > 0)
    settings.fault(
      `${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} missing: a token of PKCS#11 needs its module, its label and its PIN; set ${MODULE}, ${TOKEN} and ${PIN}, or none of them`,
    )
  if (given.module !== '' && !given.module.startsWith('/'))
    settings.fault(`${MODULE} must be the whole path of a library, such as /usr/lib/softhsm/libsofthsm2.so`)
  if (Buffer.byteLength(given.label) > MOST_LABEL_BYTES)
    settings.fault(`${TOKEN} has more than ${MOST_LABEL_BYTES} bytes, which no label of a token has`)
  return { ...given, pin: new Secret(given.pin) }
}
