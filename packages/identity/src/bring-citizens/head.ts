import type { RoomForOperators } from '../moments/index.ts'
import type { RoomWithTables } from '../platform/room/room.ts'

/** It has no table. Operators bring citizens from other systems with it. */
export const BRING_CITIZENS_HEAD = {
  tables: {},
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
} satisfies RoomWithTables & RoomForOperators
