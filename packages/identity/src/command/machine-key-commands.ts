import { HEADS } from '../room-heads.ts'
import { type Command, TRIED_FIRST, text } from './command.ts'
import { ROLE } from './operator-commands.ts'

const hasKeys = Object.values(HEADS).some(({ machineKeys }) => machineKeys)

/** The commands about keys of machines. There are none where no room knows such keys. */
export const MACHINE_KEY_COMMANDS: readonly Command[] = hasKeys
  ? [
      {
        words: 'operator key add',
        summary: 'Make a key for a machine that asks the API of the console',
        operands: ['NAME'],
        options: {
          role: ROLE,
          until: text('TIME', 'When it ends, such as 90d; at most 400 days from now', 'required'),
        },
        asks: 'who-and-why',
        answers: async () => (await import('./machine-key.ts')).ADDED_KEY,
        run: async (call) => (await import('./machine-key.ts')).machineKeyAdd(call),
      },
      {
        words: 'operator key list',
        summary: 'List the keys of machines, with their ends and last uses',
        operands: [],
        options: {},
        asks: 'who',
        answers: async () => (await import('./machine-key.ts')).MACHINE_KEYS,
        run: async (call) => (await import('./machine-key.ts')).machineKeyList(call),
      },
      {
        words: 'operator key remove',
        summary: 'Let a key of a machine open nothing more, from the next request on',
        operands: ['NAME'],
        options: TRIED_FIRST,
        asks: 'who-and-why',
        answers: async () => (await import('./operator.ts')).REMOVED,
        run: async (call) => (await import('./machine-key.ts')).machineKeyRemove(call),
      },
    ]
  : []
