import { resolve } from 'node:path'
import { type Restored, restoreBackup } from '../backups/index.ts'
import type { Config } from '../config.ts'
import { MIGRATIONS, SCHEMA } from '../migrations.ts'
import { type DatabaseServer, openDatabaseServer } from '../open-database.ts'
import { type Keyring, keyring } from '../platform/keyring.ts'
import { planMigrations } from '../platform/postgres/migrate-plan.ts'
import { ON_PRIMARY, openSession } from '../platform/postgres/session.ts'
import { systemClock } from '../platform/system-clock.ts'
import { systemRandom } from '../platform/system-random.ts'
import { readSecretKey, secretKeyPath } from '../secret-key-file.ts'
import { manifestJson } from './backup.ts'
import { type Answer, CommandRefused, type LookCall } from './command.ts'
import { ENDED, sayHeld, sayUndone, sayWithdrawn } from './going-back.ts'

/** Restores a backup. */
export async function restoreCommand({ given, by, config: readConfig, terminal }: LookCall): Promise<Answer> {
  const config = readConfig()
  const progress = (line: string) => terminal.err(line)
  const order = {
    folder: resolve(given.operand('DIR')),
    onData: given.flag('force') ? ('replace' as const) : ('refuse' as const),
  }
  const keys = given.flag('without-key') ? ('lost' as const) : await findKeyring(config)
  const server = await openDatabaseServer(config, progress)
  try {
    await refuseDistributed(server.address)
    await refuseOtherSchema(server.address)
    const needs = { clock: systemClock, random: systemRandom, keyring: keys, progress, by }
    const restored = await restoreBackup({ ...needs, ...SCHEMA, address: server.address }, order)
    const warnings = warningsOf(restored)
    return {
      json: { folder: order.folder, ...manifestJson(restored.manifest), warnings },
      lines: [
        `The database is what it was at ${restored.manifest.madeAt}.`,
        ...warnings.map((line) => `! ${line}`),
      ],
    }
  } finally {
    await server.close()
  }
}

/** A restore replaces every table in one transaction, which Citus cannot do. */
async function refuseDistributed(address: DatabaseServer['address']): Promise<void> {
  const session = await openSession(address, ON_PRIMARY)
  const layout = await session.layout().finally(() => session.close())
  if (layout === 'distributed')
    throw new CommandRefused(
      'The tables are distributed: restore the backup into a database of one server, and distribute that one (docs/citus.md). Nothing was changed.',
    )
}

/** A restore makes the whole schema of this release, in an empty database or in place of the same one. */
async function refuseOtherSchema(address: DatabaseServer['address']): Promise<void> {
  if ((await readSchema(address, 'restore the backup')) !== 'older') return
  throw new CommandRefused('The database is older than this release: run portico migrate first.')
}

/** How the schema stands to this release. Throws CommandRefused where it is newer: that release has to do the work. */
export async function readSchema(
  address: DatabaseServer['address'],
  work: string,
): Promise<'same' | 'older' | 'empty'> {
  const { migrations, lastApplied, newer } = await planMigrations(address, MIGRATIONS)
  if (newer.length > 0)
    throw new CommandRefused(
      `A newer release has migrated the database (${newer.join(', ')}): ${work} with that release.`,
    )
  if (lastApplied === undefined) return 'empty'
  return migrations.length === 0 ? 'same' : 'older'
}

/** The existing keys. It makes none, because a new key would open nothing. Throws CommandRefused. */
export async function findKeyring({ secretKeys, dataDir }: Config): Promise<Keyring> {
  if (secretKeys.length > 0) return keyring(secretKeys, systemRandom)
  const path = secretKeyPath(dataDir)
  const key = await readSecretKey(path)
  if (key) return keyring([key], systemRandom)
  throw new CommandRefused(
    `The secret key is missing at ${path}: put the file of the installation that made the backup there, or set PORTICO_SECRET_KEY. If the key is lost for good, use --without-key.`,
  )
}

function warningsOf({ manifest: { madeAt }, signingKeys, suspensions }: Restored): readonly string[] {
  return [ENDED, sayUndone(madeAt), ...sayHeld(suspensions), ...keyWarnings(signingKeys, madeAt)]
}

function keyWarnings(signingKeys: Restored['signingKeys'], madeAt: string): readonly string[] {
  switch (signingKeys) {
    case 'of-the-backup':
      return [sayWithdrawn(madeAt)]
    case 'of-the-database':
      return ['The signing keys are those that the database had, so that a withdrawn one stays withdrawn.']
    case 'none':
      return [
        'There is no signing key: the service makes one when it starts, and programs may refuse ID tokens for five minutes.',
      ]
  }
}
