import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ownEnvironment } from '../config.ts'
import type { KeyTokenSettings } from '../platform/key-token.ts'
import { Secret } from '../platform/secret.ts'

const MODULES = [
  '/usr/lib/softhsm/libsofthsm2.so',
  '/usr/lib64/pkcs11/libsofthsm2.so',
  '/opt/homebrew/lib/softhsm/libsofthsm2.so',
]

/** The module of SoftHSM; undefined where it is not installed. */
export const SOFTHSM = MODULES.find((path) => existsSync(path))

/** Tokens in software, in a folder of their own. */
export interface SoftTokens {
  /** What a process needs to find them. */
  readonly environment: Readonly<Record<string, string | undefined>>
  settings(changes?: Partial<Record<'module' | 'label' | 'pin', string>>): KeyTokenSettings
  /** Makes another token. */
  add(label: string): void
  remove(): void
}

export const PIN = 'a pin of tests'

/** Makes one with the label `portico`. */
export function makeSoftTokens(): SoftTokens {
  const folder = mkdtempSync(join(tmpdir(), 'portico-test-token-'))
  const file = join(folder, 'softhsm2.conf')
  mkdirSync(join(folder, 'tokens'))
  writeFileSync(file, `directories.tokendir = ${join(folder, 'tokens')}\nlog.level = ERROR\n`)
  const environment = { ...ownEnvironment(), SOFTHSM2_CONF: file }
  const add = (label: string) =>
    void execFileSync(
      'softhsm2-util',
      ['--init-token', '--free', '--label', label, '--pin', PIN, '--so-pin', 'of an officer'],
      { env: environment, stdio: 'ignore' },
    )
  add('portico')
  return {
    ...{ environment, add },
    settings: ({ module = SOFTHSM ?? '', label = 'portico', pin = PIN } = {}) => ({
      ...{ module, label },
      pin: new Secret(pin),
    }),
    remove: () => rmSync(folder, { recursive: true }),
  }
}
