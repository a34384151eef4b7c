import { type NewsFacts, type NewsText, WAS_NOT_ME } from '../../mail/index.ts'
import type { MomentWords } from '../../platform/date-words.ts'
import { html } from '../../platform/html.ts'

/** The copy of the own data, in English. */
export const en = {
  limits: {
    copies: 'Copies of the data of an account',
    copiesAgain: 'The same copy of the data fetched again',
  },
  nav: 'Data',
  page: {
    title: 'Your data',
    lead: 'Download a copy of what this service knows about you. It is one file, which people and programs can read (JSON).',
    parts: [
      'Your name, your email address and your phone number',
      'Where you are signed in, and the browsers that your account knows',
      'The programs that you entered, and what each may read',
      'The names of your passkeys',
      'Your activity, as far back as we keep it',
    ],
    without:
      'No password and no key is in the file. To learn what a program knows about you, ask that program.',
    proveLead: 'To download your data, enter your password or use a passkey. This holds for 5 minutes.',
    button: 'Download your data',
  },
  events: {
    downloaded: () => html`A copy of the data of the account was downloaded`,
    copied: () => html`The people who run this service made a copy of the data of the account`,
  },
  letters: {
    downloaded: ({ at }: NewsFacts, serviceName: string, moment: MomentWords): NewsText => ({
      subject: 'A copy of your data was downloaded',
      before: [
        `Somebody who was signed in to your account at ${serviceName} downloaded a copy of your data (${moment(at)}). You need to do nothing if it was you.`,
        WAS_NOT_ME.en.sentence,
      ],
    }),
    copied: ({ at }: NewsFacts, serviceName: string, moment: MomentWords): NewsText => ({
      subject: 'A copy of your data was made',
      before: [
        `Somebody, probably you, asked the people who run ${serviceName} for a copy of your data, and they made it (${moment(at)}). You need to do nothing if it was you. If not, tell them, too: somebody has pretended to be you.`,
        WAS_NOT_ME.en.sentence,
      ],
    }),
  },
}

/** The entries of every language. */
export type DataWords = typeof en
