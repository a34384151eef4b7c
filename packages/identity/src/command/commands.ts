import { afterRecovery } from './after-recovery.ts'
import { auditList } from './audit.ts'
import { auditExport } from './audit-export.ts'
import { auditPrune } from './audit-prune.ts'
import { backupCommand } from './backup.ts'
import { backupCheck } from './backup-check.ts'
import { brandCheck } from './brand-check.ts'
import {
  citizenClose,
  citizenForgiveFailures,
  citizenReinstate,
  citizenRequireVerification,
  citizenShow,
  citizenSignOut,
  citizenSuspend,
} from './citizen.ts'
import { COMMANDS_OF_ROOMS } from './citizen-orders.ts'
import {
  clientAdd,
  clientDisable,
  clientEnable,
  clientList,
  clientRemove,
  clientShow,
  clientUpdate,
} from './client.ts'
import { clientSecretAdd, clientSecretList, clientSecretRetire } from './client-secret.ts'
import type { Command } from './command.ts'
import { devCommand } from './dev.ts'
import { distributeCommand } from './distribute.ts'
import { doctorCommand } from './doctor.ts'
import { keysList, keysRotate } from './keys.ts'
import { migrateCommand } from './migrate.ts'
import { restoreCommand } from './restore.ts'
import { timelineAccept } from './timeline.ts'

/** Runs the service until it is stopped. The code is loaded only here, so that other commands start faster. */
const serveCommand: Command = {
  words: 'serve',
  summary: 'Run the service',
  operands: [],
  options: {},
  async run() {
    const { serve } = await import('../serve.ts')
    await serve()
    return undefined
  },
}

/** All commands, in the order of the help. Those that rooms list stand before the ones that change an account for good. */
export const COMMANDS: readonly Command[] = [
  serveCommand,
  migrateCommand,
  distributeCommand,
  clientAdd,
  clientList,
  clientShow,
  clientUpdate,
  clientDisable,
  clientEnable,
  clientRemove,
  clientSecretAdd,
  clientSecretList,
  clientSecretRetire,
  citizenShow,
  citizenSuspend,
  citizenReinstate,
  citizenRequireVerification,
  citizenSignOut,
  citizenForgiveFailures,
  ...COMMANDS_OF_ROOMS,
  citizenClose,
  brandCheck,
  keysList,
  keysRotate,
  auditExport,
  auditPrune,
  auditList,
  doctorCommand,
  backupCommand,
  backupCheck,
  restoreCommand,
  afterRecovery,
  timelineAccept,
  devCommand,
]
