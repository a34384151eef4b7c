import type { CITIZEN_WORDS } from '../citizens/index.ts'
import type {
  CitizenList,
  CitizenOrder,
  CitizensAct,
  ConsoleAct,
  OrderWithOptions,
  Question,
  WhyNothing,
} from '../moments/index.ts'
import type { Role } from '../operators/index.ts'
import { partOf } from '../platform/languages.ts'
import { HEADS, type OrderNeeds } from '../room-heads.ts'
import { type Command, type CommandOnCitizen, flag, oneOf, type RunsOnCitizen, text, WHO } from './command.ts'
import { unlessHas } from './has-to-go.ts'

/** The commands about one citizen. Those that rooms list stand before the one that closes an account for good. */
export const CITIZEN_COMMANDS: readonly Command[] = [
  {
    words: 'citizen show',
    summary: 'Show what is known about a citizen',
    operands: [WHO],
    options: {},
    asks: 'who',
    answers: async () => (await import('./citizen.ts')).SHOWN_CITIZEN,
    run: async (call) => (await import('./citizen.ts')).citizenShow(call),
  },
  changing(
    {
      verb: 'suspend',
      summary: 'Suspend a citizen; every session and token ends at once',
      fromConsole: fromConsole('security', 'suspend', async (...asked) =>
        (await import('../citizens/index.ts')).whyNotSuspend(...asked),
      ),
    },
    async () => (await import('./citizen.ts')).SUSPEND,
    {
      options: {
        cause: oneOf(
          text(
            'CAUSE',
            'Why: taken-over, misuse, asked-for, deceased, order or other. Without it a suspension that is there keeps its cause, and a new one has other',
          ),
          async () => Object.keys((await import('../citizens/index.ts')).SUSPENSION_CAUSES),
        ),
        until: text(
          'TIME',
          'When it ends by itself: 2026-03-01 or 2026-03-01T12:00:00Z (UTC), or after 30d or 12h',
        ),
      },
    },
  ),
  changing(
    {
      verb: 'reinstate',
      summary: 'Let a suspended citizen sign in again',
      fromConsole: fromConsole('security', 'reinstate', async (...asked) =>
        (await import('../citizens/index.ts')).whyNotReinstate(...asked),
      ),
    },
    async () => (await import('./citizen.ts')).REINSTATE,
  ),
  changing(
    {
      verb: 'sign-out',
      summary: 'End every session and token of a citizen, who may sign in again',
      fromConsole: fromConsole('support', 'signOut', unlessHas('end of access', 'nobody')),
    },
    async () => (await import('./citizen.ts')).SIGN_OUT,
  ),
  changing(
    {
      verb: 'forgive-failures',
      summary:
        'Delete the wrong passwords in a row of a citizen, so that new browsers may sign in again; a wait goes on until its end',
      fromConsole: fromConsole('support', 'forgive', unlessHas('forgiveness', 'noFailures')),
    },
    async () => (await import('./citizen-in-rooms.ts')).FORGIVE_FAILURES,
  ),
  changing(
    {
      verb: 'require-verification',
      summary: 'Make a citizen verify the address again before entering any program',
      fromConsole: fromConsole('support', 'requireVerification', async (...asked) =>
        (await import('../citizens/index.ts')).whyNotUnverify(...asked),
      ),
    },
    async () => (await import('./citizen.ts')).REQUIRE_VERIFICATION,
  ),
  ...Object.values(HEADS).flatMap(({ lists = [], orders = [], acts = [], questions = [] }) => [
    ...questions.map(asking),
    ...acts.map(acting),
    ...lists.map(listing),
    ...orders.map(ordering),
  ]),
  {
    words: 'citizen erased',
    summary: 'List the subjects whose accounts were closed for good, for programs to follow',
    operands: [],
    options: {
      since: text('TIME', 'Since when: 30d, 12h, 2026-03-01 or 2026-03-01T12:00:00Z', 'required'),
      until: text('TIME', 'Until before when, in the same forms (default: now)'),
    },
    asks: 'who',
    answers: async () => (await import('./erased.ts')).ERASED,
    run: async (call) => (await import('./erased.ts')).citizenErased(call),
  },
  changing(
    {
      verb: 'close',
      summary: 'Close an account for good: all access ends, personal data are erased, the address is free',
      fromConsole: fromConsole('administrator', 'close'),
    },
    async () => (await import('./citizen-in-rooms.ts')).CLOSE,
  ),
]

/** An act of the room of citizens, whose words it has. */
function fromConsole<Act extends keyof Acts>(
  role: Role,
  name: Act,
  whyNothing?: WhyNothing<Extract<keyof NothingOf<Act>, string>>,
): ConsoleAct {
  const words = async () => (await import('../citizens/index.ts')).CITIZEN_WORDS
  return { role, words: async () => partOf(await words(), ({ acts }) => acts[name]), whyNothing }
}

type Acts = (typeof CITIZEN_WORDS)['en']['acts']

/** The sentences that say why an act would do nothing. */
type NothingOf<Act extends keyof Acts> = Acts[Act] extends { readonly nothing: infer Nothing }
  ? Nothing
  : never

async function changedCitizen() {
  return (await import('./citizen.ts')).CHANGED_CITIZEN
}

/** The code of an act is loaded when it runs. */
function changing(
  { verb, summary, fromConsole }: Pick<OrderWithOptions, 'verb' | 'summary' | 'fromConsole'>,
  load: () => Promise<RunsOnCitizen>,
  {
    options = {},
    answers = changedCitizen,
    otherwise,
  }: Partial<Pick<CommandOnCitizen, 'options' | 'answers' | 'otherwise'>> = {},
): Command {
  return {
    words: `citizen ${verb}`,
    summary,
    operands: [WHO],
    options,
    asks: 'who-why-and-yes',
    fromConsole,
    answers,
    otherwise,
    act: {
      find: async ({ db }, who) => (await import('./citizen.ts')).requireCitizen(db, who),
      run: async (...asked) => (await load())(...asked),
    },
  }
}

function ordering(order: CitizenOrder | OrderWithOptions<OrderNeeds>): Command {
  if (!('options' in order))
    return changing(order, async () => (await import('./citizen-orders.ts')).order(order))
  const options = Object.entries(order.options).map(
    ([name, { value, meaning, values }]) => [name, oneOf(text(value, meaning, 'required'), values)] as const,
  )
  return changing(order, async () => (await import('./citizen-orders.ts')).orderWithOptions(order), {
    options: Object.fromEntries(options),
    answers: async () => (await import('./citizen-orders.ts')).orderAnswer(order),
    otherwise: order.otherwise && withoutAccount(order, order.otherwise),
  })
}

function withoutAccount(
  order: OrderWithOptions<OrderNeeds>,
  otherwise: NonNullable<OrderWithOptions<OrderNeeds>['otherwise']>,
): CommandOnCitizen['otherwise'] {
  return async (...asked) =>
    (await import('./citizen-orders.ts')).orderWithoutAccount(order, otherwise)(...asked)
}

function listing(list: CitizenList): Command {
  return {
    words: `citizen ${list.noun}`,
    summary: list.summary,
    operands: [WHO],
    options: {},
    asks: 'who',
    answers: async () => (await import('./citizen-orders.ts')).listAnswer(list),
    run: async (call) => (await import('./citizen-orders.ts')).listOfCitizen(list, call),
  }
}

function acting(act: CitizensAct): Command {
  const options = Object.entries(act.options).map(
    ([name, { value, meaning, values }]) =>
      [name, value === '' ? flag(meaning) : oneOf(text(value, meaning), values)] as const,
  )
  return {
    words: `citizen ${act.verb}`,
    summary: act.summary,
    operands: act.operand === undefined ? [] : [act.operand],
    options: Object.fromEntries(options),
    asks: 'who-and-why',
    answers: act.answers,
    ...(act.lines && { lines: { where: `in ${act.operand}`, schema: act.lines } }),
    run: async (call) => (await import('./citizens-act.ts')).citizensAct(act, call),
  }
}

function asking(question: Question): Command {
  return {
    words: `citizen ${question.verb}`,
    summary: question.summary,
    operands: [question.operand],
    options: {},
    asks: 'who',
    answers: async () => (await import('./verdict-json.ts')).VERDICT,
    run: async (call) => (await import('./ask.ts')).ask(question, call),
  }
}
