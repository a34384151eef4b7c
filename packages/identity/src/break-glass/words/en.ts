import type { NewsText } from '../../mail/index.ts'
import type { UnixSeconds } from '../../platform/clock.ts'
import type { MomentWords } from '../../platform/date-words.ts'
import { html } from '../../platform/html.ts'

/** What the letter says. Addresses are absolute. */
export interface GlassMade {
  readonly endsAt: UnixSeconds
  readonly signInAddress: string
}

/** A way into the console without a sign-in, in English. */
export const en = {
  events: {
    made: () => html`A code was made that opens the console once in the name of this operator`,
    used: () => html`A code opened the console without a sign-in, in the name of this operator`,
    refused: () => html`A code that opens the console in the name of this operator was refused`,
    ended: () => html`The way into the console without a sign-in ended before its time`,
  },
  letters: {
    made: ({ endsAt, signInAddress }: GlassMade, serviceName: string, moment: MomentWords): NewsText => ({
      subject: 'The console can be entered without a sign-in',
      before: [
        `On the machine of ${serviceName}, somebody has made a code that opens the console of operators without a sign-in, in the name of one operator. It works once, and ends on ${moment(endsAt)}.`,
        'Such a code is for the hour in which nobody can sign in. Every operator gets this email. The audit says who made the code and why, and each page of the console shows it until it ends.',
        'If this was not you, and nobody has told you why it is needed, somebody may have the machine. End it there: portico operator remove takes the operator away, and the code with it.',
      ],
      steps: [{ label: 'Sign in', address: signInAddress }],
    }),
  },
}

/** The entries of every language. */
export type BreakGlassWords = typeof en
