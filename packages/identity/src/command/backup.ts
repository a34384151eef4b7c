import { resolve } from 'node:path'
import { type Manifest, makeBackup } from '../backups/index.ts'
import type { Config } from '../config.ts'
import { openKeyring } from '../open-database.ts'
import {
  countSchema,
  instantSchema,
  listOf,
  objectSchema,
  textSchema,
  withMore,
} from '../platform/operation.ts'
import { TABLES } from '../room-heads.ts'
import { secretKeyPath } from '../secret-key-file.ts'
import { type Answer, CommandRefused, type LookCall } from './command.ts'

const DISTRIBUTED =
  'The tables are distributed, and no snapshot spans several servers: back up each server with its own tools (docs/citus.md).'

/** Writes a backup. */
export async function backupCommand({ given, config, openDatabase, terminal }: LookCall): Promise<Answer> {
  const folder = resolve(given.operand('DIR'))
  const database = await openDatabase()
  if ((await database.db.layout()) === 'distributed') throw new CommandRefused(DISTRIBUTED)
  const keyring = await openKeyring(config(), database)
  const progress = (line: string) => terminal.err(line)
  const manifest = await makeBackup({ ...database, keyring, progress, tables: TABLES }, folder)
  const secretKey = whereKeyIs(config())
  return {
    json: { folder, ...manifestJson(manifest), keep_too: secretKey },
    lines: [
      `The backup of ${manifest.madeAt} is in ${folder}.`,
      `It does not contain the secret key. Keep the key, too, in another place: ${secretKey}.`,
      'It names citizens: keep it where only you can read it.',
    ],
  }
}

/** The contents of a backup, in JSON. */
export function manifestJson({ madeAt, files }: Manifest) {
  return {
    made_at: madeAt,
    rows: files.reduce((sum, file) => sum + file.rows, 0),
    tables: files.map(({ table, rows, bytes }) => ({ table, rows, bytes })),
  }
}

const FOLDER = objectSchema('BackupContents', {
  folder: textSchema('Where it is.'),
  made_at: instantSchema('When it was made.'),
  rows: countSchema('All its rows.'),
  tables: listOf(
    objectSchema<ReturnType<typeof manifestJson>['tables'][number]>('BackupTable', {
      table: textSchema('Its name.'),
      rows: countSchema('Its rows.'),
      bytes: countSchema('The size of its file.'),
    }),
  ),
})

/** A backup that was just made. */
export const BACKUP = withMore('Backup', FOLDER, {
  keep_too: textSchema('Where the secret key is, which the backup does not contain.'),
})

/** A backup that was checked, or restored. */
export const READ_BACKUP = withMore('ReadBackup', FOLDER, {
  warnings: listOf(textSchema('What to know about it, in words.')),
})

function whereKeyIs({ secretKeys, dataDir }: Config): string {
  return secretKeys.length > 0 ? 'the value of PORTICO_SECRET_KEY' : resolve(secretKeyPath(dataDir))
}
