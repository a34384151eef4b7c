import type { RoomForOperators } from '../moments/index.ts'
import type { RoomWithTables } from '../platform/room/room.ts'
import { MOVED_FINDINGS } from './findings.ts'

/** It has no table. Operators bring citizens from other systems with it, and tell them so. */
export const BRING_CITIZENS_HEAD = {
  tables: {},
  letters: async () => [(await import('./letters.ts')).INVITATION],
  acts: [
    {
      verb: 'import',
      summary: 'Bring citizens from another system: a file of JSON lines or CSV, or - for the standard input',
      operand: 'FILE',
      options: {
        'dry-run': { value: '', meaning: 'Change nothing: say what would become of each line' },
        from: {
          value: 'SYSTEM',
          meaning: 'Whose export it is: keycloak, auth0, firebase or django (default: what it looks like)',
          values: async () => (await import('./recognize.ts')).SYSTEMS,
        },
        'firebase-hashes': {
          value: 'FILE',
          meaning: 'The hash parameters of the project, as the console of Firebase shows them',
        },
        'auth0-hashes': {
          value: 'FILE',
          meaning: "The hashes of the passwords, as Auth0's support gives them apart from the users",
        },
        'forget-unfit-hashes': {
          value: '',
          meaning:
            'Bring also whoever has a hash of no known kind, a too costly one, or a password in the clear, without it',
        },
        rejects: { value: 'FILE', meaning: 'Write the lines that were not brought, to mend and bring again' },
      },
      answers: async () => (await import('./import-order.ts')).BROUGHT_CITIZENS,
      run: async (needs, given) => (await import('./import-order.ts')).importOrder(needs, given),
    },
    {
      verb: 'invite',
      summary:
        'Tell citizens who were brought, and have no password, where the account is now: by letters, so many an hour',
      options: {
        rate: { value: 'LETTERS', meaning: 'Letters an hour, from 1 to 36000 (default: 1000)' },
        limit: { value: 'NUMBER', meaning: 'Invite at most so many' },
        'with-password': {
          value: '',
          meaning: 'Also whoever kept the password of the other system and has not signed in yet',
        },
        'again-after': {
          value: 'DAYS',
          meaning: 'Also whoever was invited so many days ago, at least 7, and has not come since',
        },
        'moved-from': { value: 'NAME', meaning: 'What the letter calls the other system' },
        'dry-run': { value: '', meaning: 'Invite nobody: say how many would be, and how long it takes' },
      },
      answers: async () => (await import('./invite-order.ts')).INVITED_CITIZENS,
      run: async (needs, given) => (await import('./invite-order.ts')).inviteOrder(needs, given),
    },
    {
      verb: 'export',
      summary: 'Write every citizen to a new file of JSON lines, which an import reads',
      operand: 'FILE',
      options: {
        'with-hashes': {
          value: '',
          meaning: 'Also the hashes of their passwords: whoever has the file can guess them',
        },
      },
      answers: async () => (await import('./export-order.ts')).EXPORTED_CITIZENS,
      lines: async () => (await import('./export-citizens.ts')).EXPORTED_CITIZEN,
      run: async (needs, given) => (await import('./export-order.ts')).exportOrder(needs, given),
    },
  ],
  findings: MOVED_FINDINGS,
  explains: async (needs, caller) => (await import('./explain-moved.ts')).explainMoved(needs, caller),
} satisfies RoomWithTables & RoomForOperators
