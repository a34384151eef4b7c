import { HEADS } from '../room-heads.ts'
import { ACT_NUMBER, type Command, DRY_RUN, text, YES } from './command.ts'

const canWait = Object.values(HEADS).some(({ consents }) => consents)

/** The commands about acts that wait for another operator. There are none where no room lets acts wait. */
export const CONSENT_COMMANDS: readonly Command[] = canWait
  ? [
      {
        words: 'acts',
        summary: 'List the acts on citizens that wait for the consent of another operator',
        operands: [],
        options: {},
        asks: 'who',
        answers: async () => (await import('./acts.ts')).WAITING_ACTS,
        run: async (call) => (await import('./acts.ts')).listActs(call),
      },
      {
        words: 'consent',
        summary: 'Consent to an act that another operator has asked for, which does it',
        operands: [ACT_NUMBER],
        options: {
          ...{ 'dry-run': DRY_RUN, yes: YES },
          out: text('FILE', 'Where the file goes, for an act that writes one'),
        },
        asks: 'who-and-why',
        answers: async () => (await import('./consent.ts')).consentAnswers(),
        run: async (call) => (await import('./consent.ts')).consent(call),
      },
      {
        words: 'withdraw',
        summary: 'Withdraw an act that you have asked for, before another operator consents',
        operands: [ACT_NUMBER],
        options: {},
        asks: 'who-and-why',
        answers: async () => (await import('./acts.ts')).WITHDRAWN_ACT,
        run: async (call) => (await import('./acts.ts')).withdrawAct(call),
      },
    ]
  : []
