import { html } from '../../platform/html.ts'
import type { BringWords } from './en.ts'

/** Citizens who are brought, in German. */
export const de: BringWords = {
  events: {
    brought: () => html`Das Konto wurde von einem anderen Dienst hierher übernommen`,
    invited: () => html`Eine E-Mail hat mitgeteilt, dass das Konto jetzt hier ist`,
  },
  letters: {
    moved: ({ keepsPassword, address, movedFrom }, serviceName) => {
      const from = movedFrom ?? 'einem anderen Dienst derselben Organisation'
      return {
        subject: 'Ihr Konto ist umgezogen',
        before: [
          `Sie hatten ein Konto bei ${from}. Die Organisation, die es betreibt, hat das Konto zu ${serviceName} verlegt: Dort melden Sie sich ab jetzt an.`,
          keepsPassword
            ? 'Melden Sie sich mit dieser E-Mail-Adresse und Ihrem bisherigen Passwort an.'
            : 'Ihr altes Passwort ließ sich nicht übernehmen. Um ein neues zu wählen, geben Sie diese E-Mail-Adresse auf unserer Seite für ein vergessenes Passwort ein: Dann senden wir Ihnen einen Link.',
          'Sie brauchen dafür keinen Link aus dieser E-Mail: Sie können die Adresse unten auch selbst in Ihren Browser eintippen.',
        ],
        steps: [{ label: keepsPassword ? 'Anmelden' : 'Neues Passwort wählen', address }],
        after: [
          'Wenn Sie dieses Konto nicht wollten, sagen Sie es den Betreibern des Dienstes. Mehr brauchen Sie nicht zu tun.',
        ],
      }
    },
  },
  findings: {
    'account-moved': {
      brought: (at) =>
        html`Das Konto kam am ${at} aus einem anderen System. Niemand hat sich hier damit angemeldet.`,
      invited: (at) => html`Am ${at} hat eine E-Mail das mitgeteilt.`,
      notInvited: 'Keine E-Mail hat das mitgeteilt.',
      late: 'Sie wurde nicht rechtzeitig gesendet.',
      tell: 'Ihr Konto wurde von einem anderen Dienst hierher übernommen.',
      withPassword: 'Melden Sie sich mit Ihrer Adresse und dem Passwort an, das Sie dort hatten.',
      withoutPassword:
        'Drücken Sie auf der Anmeldeseite „Passwort vergessen?“, und wählen Sie mit dem Link in der E-Mail ein neues Passwort.',
    },
  },
}
