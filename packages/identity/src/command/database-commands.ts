import { type Command, flag } from './command.ts'

/** The commands that make the tables. */
export const SCHEMA_COMMANDS: readonly Command[] = [
  {
    words: 'migrate',
    summary: 'Bring the database up to date; no other command does so',
    operands: [],
    options: { plan: flag('Change nothing: show the statements, their locks and what runs beside them') },
    asks: 'nothing',
    answers: async () => (await import('./migrate.ts')).MIGRATED,
    run: async (call) => (await import('./migrate.ts')).migrateCommand(call),
  },
  {
    words: 'distribute',
    summary: 'Spread the tables over the servers of a distributed PostgreSQL (Citus)',
    operands: [],
    options: {
      plan: flag('Only say what would be done'),
      'dry-run': flag('Do it in one transaction, count the rows, and undo it'),
    },
    asks: 'nothing',
    answers: async () => (await import('./distribute.ts')).DISTRIBUTED,
    run: async (call) => (await import('./distribute.ts')).distributeCommand(call),
  },
]

/** The commands that copy the database, and those about a database that went back in time. */
export const BACKUP_COMMANDS: readonly Command[] = [
  {
    words: 'backup',
    summary: 'Write a backup into a new or empty folder, while the service runs',
    operands: ['DIR'],
    options: {},
    asks: 'who',
    answers: async () => (await import('./backup.ts')).BACKUP,
    run: async (call) => (await import('./backup.ts')).backupCommand(call),
  },
  {
    words: 'backup check',
    summary: 'Check that a backup is complete and unchanged, without restoring it',
    operands: ['DIR'],
    options: {
      'without-key': flag(
        'The secret key of the backup is lost: check everything except the seal and the signing keys',
      ),
    },
    asks: 'nothing',
    answers: async () => (await import('./backup.ts')).READ_BACKUP,
    run: async (call) => (await import('./backup-check.ts')).backupCheck(call),
  },
  {
    words: 'restore',
    summary: 'Restore a backup into an empty database, while no service runs',
    operands: ['DIR'],
    options: {
      force: flag(
        'Replace everything in the database, with its citizens and programs; its audit and its signing keys stay',
      ),
      'without-key': flag(
        'The secret key of the backup is lost: leave out its signing keys, and restore it without a check of its seal',
      ),
    },
    asks: 'who',
    answers: async () => (await import('./backup.ts')).READ_BACKUP,
    run: async (call) => (await import('./restore.ts')).restoreCommand(call),
  },
  {
    words: 'after-recovery',
    summary:
      'After PostgreSQL went back in time by its own means: end everything that was issued, while no service runs',
    operands: [],
    options: {},
    asks: 'who',
    answers: async () => (await import('./after-recovery.ts')).SETTLED_RECOVERY,
    run: async (call) => (await import('./after-recovery.ts')).afterRecovery(call),
  },
  {
    words: 'timeline accept',
    summary: 'Use this database server although Portico takes it for an old primary',
    operands: [],
    options: {},
    asks: 'who',
    answers: async () => (await import('./timeline.ts')).ACCEPTED_TIMELINE,
    run: async (call) => (await import('./timeline.ts')).timelineAccept(call),
  },
]
