/** What a function of PKCS#11 returns when it has done its work. The names of this file are those of the standard (v2.40). */
export const CKR_OK = 0n

/** Flags of sessions and of tokens. */
export const CKF = {
  RW_SESSION: 0x2n,
  SERIAL_SESSION: 0x4n,
  USER_PIN_FINAL_TRY: 0x20000n,
  USER_PIN_LOCKED: 0x40000n,
} as const

/** The kind of user that uses keys, and does not administer the token. */
export const CKU_USER = 1n

/** Classes of objects. */
export const CKO = { PUBLIC_KEY: 2n, PRIVATE_KEY: 3n } as const

/** Kinds of keys. */
export const CKK = { RSA: 0n } as const

/** Attributes of objects. */
export const CKA = {
  CLASS: 0n,
  TOKEN: 1n,
  PRIVATE: 2n,
  LABEL: 3n,
  KEY_TYPE: 0x100n,
  ID: 0x102n,
  SENSITIVE: 0x103n,
  DECRYPT: 0x105n,
  UNWRAP: 0x107n,
  SIGN: 0x108n,
  VERIFY: 0x10an,
  MODULUS: 0x120n,
  MODULUS_BITS: 0x121n,
  PUBLIC_EXPONENT: 0x122n,
  EXTRACTABLE: 0x162n,
} as const

/** Mechanisms. */
export const CKM = { RSA_PKCS_KEY_PAIR_GEN: 0n, RSA_PKCS: 1n } as const

/** What a module answers most often where it refuses. */
const RETURN_VALUES: Readonly<Record<string, string>> = {
  '0x2': 'CKR_HOST_MEMORY',
  '0x3': 'CKR_SLOT_ID_INVALID',
  '0x5': 'CKR_GENERAL_ERROR',
  '0x6': 'CKR_FUNCTION_FAILED',
  '0x7': 'CKR_ARGUMENTS_BAD',
  '0x10': 'CKR_ATTRIBUTE_READ_ONLY',
  '0x11': 'CKR_ATTRIBUTE_SENSITIVE',
  '0x13': 'CKR_ATTRIBUTE_VALUE_INVALID',
  '0x21': 'CKR_DATA_LEN_RANGE',
  '0x30': 'CKR_DEVICE_ERROR',
  '0x31': 'CKR_DEVICE_MEMORY',
  '0x32': 'CKR_DEVICE_REMOVED',
  '0x54': 'CKR_FUNCTION_NOT_SUPPORTED',
  '0x60': 'CKR_KEY_HANDLE_INVALID',
  '0x62': 'CKR_KEY_SIZE_RANGE',
  '0x68': 'CKR_KEY_FUNCTION_NOT_PERMITTED',
  '0x70': 'CKR_MECHANISM_INVALID',
  '0x82': 'CKR_OBJECT_HANDLE_INVALID',
  '0xa0': 'CKR_PIN_INCORRECT',
  '0xa1': 'CKR_PIN_INVALID',
  '0xa2': 'CKR_PIN_LEN_RANGE',
  '0xa3': 'CKR_PIN_EXPIRED',
  '0xa4': 'CKR_PIN_LOCKED',
  '0xb0': 'CKR_SESSION_CLOSED',
  '0xb1': 'CKR_SESSION_COUNT',
  '0xb3': 'CKR_SESSION_HANDLE_INVALID',
  '0xb5': 'CKR_SESSION_READ_ONLY',
  '0xd0': 'CKR_TEMPLATE_INCOMPLETE',
  '0xd1': 'CKR_TEMPLATE_INCONSISTENT',
  '0xe0': 'CKR_TOKEN_NOT_PRESENT',
  '0xe1': 'CKR_TOKEN_NOT_RECOGNIZED',
  '0xe2': 'CKR_TOKEN_WRITE_PROTECTED',
  '0x101': 'CKR_USER_NOT_LOGGED_IN',
  '0x102': 'CKR_USER_PIN_NOT_INITIALIZED',
  '0x150': 'CKR_BUFFER_TOO_SMALL',
}

/** The name of what a function has returned, or its number. */
export function nameOfReturn(value: bigint): string {
  const number = `0x${value.toString(16)}`
  return RETURN_VALUES[number] ?? number
}

/** Why no PIN is tried at a token with these flags (`CK_TOKEN_INFO`). Undefined where one may be. */
export function whyNoPin(flags: bigint): string | undefined {
  if (flags & CKF.USER_PIN_LOCKED) return 'CKF_USER_PIN_LOCKED: the token is locked after wrong PINs'
  if (flags & CKF.USER_PIN_FINAL_TRY) return 'CKF_USER_PIN_FINAL_TRY: one more wrong PIN would lock the token'
  return undefined
}

/** What the way to a token returns, whatever the PIN is: no memory, a failure, a device or a session that is gone. */
const NOT_ABOUT_PIN: readonly bigint[] = [0x2n, 0x5n, 0x6n, 0x30n, 0x31n, 0x32n, 0xb0n, 0xb1n, 0xb3n, 0xe0n]

/**
 * Whether `C_Login` has perhaps refused the PIN, so that another try would bring the token nearer to its lock. Manufacturers have numbers of
 * their own, so everything counts that is not known to be something else.
 */
export function isAboutPin(value: bigint): boolean {
  return !NOT_ABOUT_PIN.includes(value)
}
