import { AUDIT_COMMANDS } from './audit-commands.ts'
import { CITIZEN_COMMANDS } from './citizen-commands.ts'
import { CLIENT_COMMANDS } from './client-commands.ts'
import { type Command, DRY_RUN, flag, SHELLS, SOME_COMMAND } from './command.ts'
import { CONSENT_COMMANDS } from './consent-commands.ts'
import { consoleCommand } from './console.ts'
import { BACKUP_COMMANDS, SCHEMA_COMMANDS } from './database-commands.ts'
import { devCommand } from './dev.ts'
import { FILE_COMMANDS } from './file-commands.ts'
import { MACHINE_KEY_COMMANDS } from './machine-key-commands.ts'
import { OPERATOR_COMMANDS } from './operator-commands.ts'
import { REPORT_COMMANDS } from './report-commands.ts'

/** Runs the service until it is stopped. */
const serveCommand: Command = {
  words: 'serve',
  summary: 'Run the service',
  operands: [],
  options: {},
  asks: 'nothing',
  answers: 'nothing',
  async run() {
    const { serve } = await import('../serve.ts')
    await serve({
      carryOutOrders: async (needs) => (await import('./carry-out-orders.ts')).carryOutOrders(needs),
    })
    return undefined
  },
}

/** All commands, in the order of the help. The code of each is loaded when it runs: help would take a second with all of it. */
export const COMMANDS: readonly Command[] = [
  serveCommand,
  ...SCHEMA_COMMANDS,
  ...CLIENT_COMMANDS,
  ...FILE_COMMANDS,
  ...CITIZEN_COMMANDS,
  ...CONSENT_COMMANDS,
  ...OPERATOR_COMMANDS,
  ...MACHINE_KEY_COMMANDS,
  {
    words: 'brand check',
    summary: 'Say whether the service would start with this brand file, and what is wrong with it',
    operands: ['file'],
    options: {},
    asks: 'nothing',
    answers: async () => (await import('./brand-check.ts')).BRAND,
    run: async (call) => (await import('./brand-check.ts')).brandCheck(call),
  },
  {
    words: 'keys list',
    summary: 'List the keys that sign ID tokens and what each does now',
    operands: [],
    options: {},
    asks: 'who',
    answers: async () => (await import('./keys.ts')).SIGNING_KEYS,
    run: async (call) => (await import('./keys.ts')).keysList(call),
  },
  {
    words: 'keys rotate',
    summary: 'Make a new signing key; the old one stays published while its tokens are valid',
    operands: [],
    options: {
      emergency: flag(
        'The new key signs at once and all others are withdrawn at once: for a key that was stolen',
      ),
      'in-database': flag('Keep the new key in the database although the settings name a token of PKCS#11'),
      'dry-run': DRY_RUN,
      yes: flag(
        'Do not ask on a terminal before it happens; and rotate into a token that a process of the service does not use',
      ),
    },
    asks: 'who-and-why',
    answers: async () => (await import('./keys.ts')).ROTATION,
    run: async (call) => (await import('./keys.ts')).keysRotate(call),
  },
  {
    words: 'keys reseal',
    summary: 'Seal with the first key of PORTICO_SECRET_KEY what older ones have sealed',
    operands: [],
    options: {},
    asks: 'who-and-why',
    answers: async () => (await import('./keys-reseal.ts')).RESEALING,
    run: async (call) => (await import('./keys-reseal.ts')).keysReseal(call),
  },
  ...AUDIT_COMMANDS,
  ...REPORT_COMMANDS,
  {
    words: 'doctor',
    summary: 'Find what is wrong with this installation and how to correct it',
    operands: [],
    options: {},
    asks: 'who',
    answers: async () => (await import('./doctor.ts')).DIAGNOSIS,
    run: async (call) => (await import('./doctor.ts')).doctorCommand(call),
  },
  ...BACKUP_COMMANDS,
  consoleCommand,
  devCommand,
  {
    words: 'schema',
    summary: 'Print the JSON Schema of what a command answers with --json; without a command, of all of them',
    operands: [SOME_COMMAND],
    options: {
      line: flag('Of one line of what the command writes in JSON lines'),
      refusal: flag('Of the last line on the standard error where a command with --json answers nothing'),
    },
    asks: 'nothing',
    answers: async () => (await import('./schema.ts')).JSON_SCHEMA,
    run: async (call) => (await import('./schema.ts')).schemaCommand(call, COMMANDS),
  },
  {
    words: 'man',
    summary: 'Print the manual page: portico man | man -l -',
    operands: [],
    options: {},
    asks: 'nothing',
    answers: async () => (await import('./man-page.ts')).MAN_PAGE,
    run: async () => (await import('./man-page.ts')).manCommand(COMMANDS),
  },
  {
    words: 'completion',
    summary: 'Print a script for this shell that completes commands and options',
    operands: [SHELLS],
    options: {},
    asks: 'nothing',
    answers: async () => (await import('./completion.ts')).COMPLETION,
    run: async (call) => (await import('./completion.ts')).completionCommand(call, COMMANDS),
  },
]
