import { resolve } from 'node:path'
import { inspectBackup } from '../backups/index.ts'
import { SCHEMA } from '../migrations.ts'
import { manifestJson } from './backup.ts'
import type { Answer, Call } from './command.ts'
import { findKeyring } from './restore.ts'

const UNSEALED =
  'Neither the seal nor the signing keys were checked: whoever could write here may have changed every file together with its hash.'

/** Checks a backup without a restore. It needs no database. */
export async function backupCheck({ given, config, terminal }: Call): Promise<Answer> {
  const folder = resolve(given.operand('DIR'))
  const keyring = given.flag('without-key') ? ('lost' as const) : await findKeyring(config())
  const progress = (line: string) => terminal.err(line)
  const manifest = await inspectBackup({ keyring, progress, ...SCHEMA }, folder)
  const warnings = keyring === 'lost' ? [UNSEALED] : []
  return {
    json: { folder, ...manifestJson(manifest), warnings },
    lines: [
      `The backup of ${manifest.madeAt} in ${folder} is complete and unchanged.`,
      ...warnings.map((line) => `! ${line}`),
    ],
  }
}
