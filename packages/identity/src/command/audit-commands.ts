import { FILTER_OPTIONS } from './audit-options.ts'
import { type Command, flag, text } from './command.ts'
import { SHOWN_EVENTS } from './read-limit.ts'

/** The commands about the audit. */
export const AUDIT_COMMANDS: readonly Command[] = [
  {
    words: 'audit export',
    summary:
      'Write each day of the audit that is over to a file of JSON lines, and go on where the last run ended',
    operands: ['DIR'],
    options: {
      day: text('YYYY-MM-DD', 'Only this day (UTC), also where it was exported before'),
    },
    asks: 'who',
    answers: async () => (await import('./audit-export.ts')).AUDIT_EXPORT,
    lines: {
      where: 'in each file',
      schema: async () => (await import('./audit-export.ts')).EXPORTED_LINE,
    },
    run: async (call) => (await import('./audit-export.ts')).auditExport(call),
  },
  {
    words: 'audit prune',
    summary: 'Delete the events that are exported and older than PORTICO_AUDIT_RETENTION_DAYS',
    operands: [],
    options: {},
    asks: 'nothing',
    answers: async () => (await import('./audit-prune.ts')).PRUNED,
    run: async (call) => (await import('./audit-prune.ts')).auditPrune(call),
  },
  {
    words: 'audit verify',
    summary:
      'Say whether the audit was changed since it was sealed, and where first: exit code 0 where it is whole, 1 where it is not',
    operands: [],
    options: {
      from: text(
        'YYYY-MM-DD',
        'Compare the events from this day on (UTC); the chain is always read as a whole',
      ),
      to: text('YYYY-MM-DD', 'Compare the events up to this day'),
      seal: text('HASH', 'The chain must have a seal with this hash, which you have kept elsewhere'),
    },
    asks: 'who',
    answers: async () => (await import('./audit-verify.ts')).VERIFICATION,
    run: async (call) => (await import('./audit-verify.ts')).auditVerify(call),
  },
  {
    words: 'audit seals',
    summary: 'Show the last seal of each day, to keep it elsewhere',
    operands: [],
    options: {
      from: text('YYYY-MM-DD', 'Only from this day on (UTC; default: the last 30 days)'),
      to: text('YYYY-MM-DD', 'Only up to this day'),
    },
    asks: 'nothing',
    answers: async () => (await import('./audit-verify.ts')).DAY_SEALS,
    run: async (call) => (await import('./audit-verify.ts')).auditSeals(call),
  },
  {
    words: 'audit',
    summary: 'Show audit events, the newest last',
    operands: [],
    options: {
      citizen: text('EMAIL_OR_SUBJECT', 'Only events of this citizen'),
      ...FILTER_OPTIONS,
      since: text(
        'DUR_OR_TIME',
        'Only events since: 12h, 30d, 2026-03-01, 2026-03-01T12:00:00Z (without it and --citizen, the options above may look through all events)',
      ),
      until: text('DUR_OR_TIME', 'Only events before, in the same forms'),
      limit: text(
        'N',
        `How many of the newest (default: ${SHOWN_EVENTS.standard}, at most ${SHOWN_EVENTS.most})`,
      ),
      follow: flag('Keep showing new events until stopped'),
    },
    asks: 'who',
    answers: async () => (await import('../audit-log/index.ts')).EVENTS,
    lines: {
      where: 'with --follow',
      schema: async () => (await import('../audit-log/index.ts')).EVENT,
    },
    run: async (call) => (await import('./audit.ts')).auditList(call),
  },
]
