import { html } from '../../platform/html.ts'
import { plural } from '../../platform/plurals.ts'
import type { GuessWords } from './en.ts'

const closed = plural('de', {
  one: '# Browser, den das Konto kennt, darf es nicht mehr versuchen',
  other: '# Browser, die das Konto kennt, dürfen es nicht mehr versuchen',
})

/** Counted guesses, in German. */
export const de: GuessWords = {
  holds: {
    browsers: {
      less: plural('de', {
        one: '# bekannter Browser wird vergessen',
        other: '# bekannte Browser werden vergessen',
      }),
    },
    inBrowsers: {
      less: plural('de', {
        one: '# falsches Passwort in Browsern, die das Konto kennt, wird vergessen',
        other: '# falsche Passwörter in Browsern, die das Konto kennt, werden vergessen',
      }),
    },
    atAddress: {
      less: plural('de', {
        one: '# falsches Passwort an der Adresse wird vergessen',
        other: '# falsche Passwörter an der Adresse werden vergessen',
      }),
    },
  },
  events: {
    failuresForgiven: () =>
      html`Die Betreiber dieses Dienstes haben die Zahl der falschen Passwörter zurückgesetzt`,
  },
  findings: {
    'closed-to-new-browsers': {
      wrong: (times) => `An dieser Adresse gab es ${times} falsche Passwörter hintereinander.`,
      until: (at) => html`Bis zum ${at} dürfen es Browser, die das Konto nicht kennt, nicht mehr versuchen.`,
      mayDo: (command) => html`Wenn die Person ist, wer sie zu sein sagt: ${command}`,
      tell: 'Verwenden Sie einen Browser, in dem Sie sich schon angemeldet haben. Oder drücken Sie auf der Anmeldeseite „Passwort vergessen?“: Mit dem Link in der E-Mail dürfen Sie es in diesem Browser wieder versuchen.',
    },
    'waits-after-wrong-passwords': {
      place: (at) =>
        html`Von einem Ort, den das Konto nicht kennt, kamen zu viele falsche Passwörter oder Codes: Er muss bis zum ${at} warten.`,
      browser: (at) =>
        html`Aus einem Browser, den das Konto kennt, kamen zu viele falsche Passwörter oder Codes: Er muss bis zum ${at} warten.`,
      others:
        'Bis dahin wird dort auch das richtige Passwort abgewiesen. Andere Orte müssen deswegen nicht warten.',
      ends: 'Die Wartezeit endet von selbst: Niemand kann sie vorher beenden.',
      wait: (at) =>
        html`Wenn Sie das waren, warten Sie bis zum ${at}, und versuchen Sie es dann noch einmal. Nach einem weiteren falschen Passwort warten Sie wieder, bis zu einer Viertelstunde.`,
      recover:
        'Wenn Sie das Passwort nicht wissen, drücken Sie auf der Anmeldeseite „Passwort vergessen?“: Dafür gilt diese Wartezeit nicht.',
    },
    'browsers-out-of-tries': {
      found: (count) => `${closed(count)}.`,
      wrong: (times) => `Aus jedem kamen ${times} falsche Passwörter hintereinander.`,
      tell: 'Drücken Sie auf der Anmeldeseite „Passwort vergessen?“, und wählen Sie ein neues Passwort.',
    },
    'many-guess-at-it': {
      wrong: (times) =>
        `${times} falsche Passwörter kamen innerhalb einer Stunde von vielen Orten: Jemand rät.`,
      wait: 'Ein Ort, den das Konto nicht kennt, wartet nach jedem falschen Passwort bis zu eine Viertelstunde.',
      tell: 'Jemand probiert Passwörter an Ihrem Konto aus. In einem Browser, den Sie schon verwendet haben, melden Sie sich an wie immer. Ein Passkey hält solche Leute auf Dauer fern.',
    },
  },
}
