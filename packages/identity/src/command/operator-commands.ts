import { type Command, oneOf, TRIED_FIRST, text, YES } from './command.ts'

/** What an operator or a key may. The names stand here, so that a command without them loads no room. */
export const ROLE = oneOf(
  text('ROLE', 'reader, support, security or administrator', 'required'),
  async () => (await import('../operators/index.ts')).ROLES,
)

/** The commands about operators of the console. */
export const OPERATOR_COMMANDS: readonly Command[] = [
  {
    words: 'console prepare',
    summary:
      'Let a PostgreSQL role read what the console shows, register the console, and print its settings',
    operands: ['ROLE'],
    options: {
      url: text(
        'URL',
        'Where operators will open the console, such as https://console.example.org',
        'required',
      ),
    },
    asks: 'who-and-why',
    answers: async () => (await import('./console-prepare.ts')).PREPARED_CONSOLE,
    run: async (call) => (await import('./console-prepare.ts')).consolePrepare(call),
  },
  {
    words: 'operator add',
    summary: 'Let a citizen enter the console, or change the name or role of one who may',
    operands: ['CITIZEN'],
    options: {
      role: ROLE,
      name: text('NAME', 'The name under which acts stand in the audit', 'required'),
    },
    asks: 'who-and-why',
    answers: async () => (await import('./operator.ts')).ADDED_OPERATOR,
    run: async (call) => (await import('./operator.ts')).operatorAdd(call),
  },
  {
    words: 'operator list',
    summary: 'List who may enter the console',
    operands: [],
    options: {},
    asks: 'who',
    answers: async () => (await import('./operator.ts')).OPERATORS,
    run: async (call) => (await import('./operator.ts')).operatorList(call),
  },
  {
    words: 'operator remove',
    summary: 'Let somebody enter the console no more, from the next request on',
    operands: ['WHO'],
    options: TRIED_FIRST,
    asks: 'who-and-why',
    answers: async () => (await import('./operator.ts')).REMOVED,
    run: async (call) => (await import('./operator.ts')).operatorRemove(call),
  },
  {
    words: 'operator break-glass',
    summary: 'Make a code that opens the console once without a sign-in, when nobody can sign in',
    operands: ['WHO'],
    options: { yes: YES },
    asks: 'who-and-why',
    answers: async () => (await import('./break-glass.ts')).BREAK_GLASS_CODE,
    run: async (call) => (await import('./break-glass.ts')).operatorBreakGlass(call),
  },
]
