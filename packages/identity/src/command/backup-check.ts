import { resolve } from 'node:path'
import { inspectBackup } from '../backups/index.ts'
import { SCHEMA } from '../migrations.ts'
import { manifestJson } from './backup.ts'
import { type Command, flag } from './command.ts'
import { findKeyring } from './restore.ts'

const UNSEALED =
  'Neither the seal nor the signing keys were checked: whoever could write here may have changed every file together with its hash.'

/** Checks a backup without a restore. It needs no database. */
export const backupCheck: Command = {
  words: 'backup check',
  summary: 'Check that a backup is complete and unchanged, without restoring it',
  operands: ['DIR'],
  options: {
    'without-key': flag(
      'The secret key of the backup is lost: check everything except the seal and the signing keys',
    ),
  },
  async run({ given, config, terminal }) {
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
  },
}
