import { html } from '../../platform/html.ts'
import type { InvestigationWords } from './en.ts'

/** Investigations, in German. */
export const de: InvestigationWords = {
  acts: {
    begin: {
      title: 'Blicke auf das Konto vor seinem Inhaber zurückhalten',
      note: 'Die Seite Aktivität nennt danach jeden Blick mit seiner Zeit. Was etwas ändert, steht dort sofort.',
      labels: { days: 'Für wie viele Tage' },
      nothing: { runs: 'Das Konto wird schon untersucht, und das Ende wird nicht verschoben.' },
      says: {
        done: ({ at }) =>
          html`Das Konto wird untersucht: Die Seite Aktivität nennt vor dem ${at} keinen Blick und dann alle.`,
      },
      refused: { 'bad-days': (most) => `Die Tage müssen eine ganze Zahl von 1 bis ${most} sein.` },
    },
    end: {
      title: 'Die Untersuchung beenden',
      note: 'Die Seite Aktivität nennt von da an jeden Blick, der zurückgehalten wurde. Es geht keine E-Mail hinaus.',
      nothing: { none: 'Das Konto wird nicht untersucht.' },
      says: {
        done: 'Das Konto wird nicht mehr untersucht; die Seite Aktivität nennt jeden Blick.',
        already: 'Das Konto wurde nicht untersucht; nichts hat sich geändert.',
      },
    },
  },
  holds: {
    looks: {
      less: 'die Person erfährt jeden Blick, der zurückgehalten wurde',
      more: (_, end, when) =>
        html`die Person erfährt vor dem ${when(end)} von keinem Blick und dann von allen`,
    },
  },
  events: {
    begun: () =>
      html`Die Betreiber dieses Dienstes haben eine Untersuchung des Kontos begonnen. Wann sie das Konto ansahen, wird danach genannt`,
    ended: () => html`Die Untersuchung des Kontos durch die Betreiber dieses Dienstes ist zu Ende`,
  },
}
