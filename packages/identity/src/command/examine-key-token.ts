import type { Config } from '../config.ts'
import { openKeyTokenOf } from '../open-key-token.ts'
import { counted } from '../platform/counted.ts'
import type { Basics } from '../platform/foundation.ts'
import { type KeyToken, TokenUnavailable } from '../platform/key-token.ts'
import type { Keyring } from '../platform/keyring.ts'
import { findKeysInToken } from '../signing-keys/index.ts'
import { type Finding, ok, wrong } from './finding.ts'

const CHECK = 'Key token'

/** Whether the token of PKCS#11 answers and has the signing keys that are in one. Nothing where no setting names one and no key is in one. */
export async function examineKeyToken(
  config: Pick<Config, 'keyTokenSettings'>,
  needs: Basics & { readonly keyring: Keyring },
): Promise<readonly Finding[]> {
  const keys = await findKeysInToken(needs)
  let fault = ''
  const error = (_: string, fields?: Readonly<Record<string, unknown>>) => {
    fault ||= String(fields?.['error.message'] ?? '')
  }
  const keyToken = await openKeyTokenOf(config, { ...needs, log: { error } })
  if (!keyToken) return keys.length === 0 ? [] : [withoutSettings(keys.length)]
  try {
    await keyToken.probe()
    const missing = await findMissing(keyToken, keys)
    return [missing.length > 0 ? withoutKeys(keyToken.label, missing) : found(keyToken.label, keys.length)]
  } catch (caught) {
    if (!(caught instanceof TokenUnavailable)) throw caught
    return [
      wrong(
        CHECK,
        fault || caught.message,
        'see docs/runbooks/keys.md: the module, the label, the PIN, and the device itself',
      ),
    ]
  } finally {
    await keyToken.close()
  }
}

async function findMissing(keyToken: KeyToken, keys: Awaited<ReturnType<typeof findKeysInToken>>) {
  const missing: string[] = []
  for (const { kid, uri } of keys) if (!(await keyToken.holds(uri))) missing.push(kid)
  return missing
}

function found(label: string, keys: number): Finding {
  if (keys === 0) return ok(CHECK, `the token ${label} answers; the next rotation makes its key there`)
  return ok(CHECK, `the token ${label} answers and has ${counted(keys, 'signing key')}`)
}

function withoutKeys(label: string, missing: readonly string[]): Finding {
  return wrong(
    CHECK,
    `the token ${label} does not have ${missing.join(', ')}`,
    'name the token in which they were made (PORTICO_PKCS11_TOKEN), or run portico keys rotate --emergency',
  )
}

function withoutSettings(keys: number): Finding {
  return wrong(
    CHECK,
    `${counted(keys, 'signing key is', 'signing keys are')} in a token of PKCS#11, and no setting names one`,
    'set PORTICO_PKCS11_MODULE, PORTICO_PKCS11_TOKEN and PORTICO_PKCS11_PIN as for the service',
  )
}
