import { html } from '../../platform/html.ts'
import type { BreakGlassWords } from './en.ts'

/** A way into the console without a sign-in, in French. */
export const fr: BreakGlassWords = {
  events: {
    made: () => html`Un code qui ouvre une fois la console au nom de cette personne a été créé`,
    used: () => html`Un code a ouvert la console sans connexion, au nom de cette personne`,
    refused: () => html`Un code qui ouvre la console au nom de cette personne a été refusé`,
    ended: () => html`L’accès à la console sans connexion a pris fin avant l’heure`,
  },
  letters: {
    made: ({ endsAt, signInAddress }, serviceName, moment) => ({
      subject: 'La console est accessible sans connexion',
      before: [
        `Sur la machine de ${serviceName}, quelqu’un a créé un code qui ouvre la console sans connexion, au nom d’une des personnes qui l’utilisent. Il ne sert qu’une fois et expire le ${moment(endsAt)}.`,
        'Un tel code est prévu pour l’heure où personne ne peut se connecter. Toutes les personnes qui utilisent la console reçoivent cet e-mail. Le journal indique qui a créé le code et pourquoi, et chaque page de la console l’affiche jusqu’à ce qu’il expire.',
        'Si ce n’est pas vous et que personne ne vous a dit pourquoi il est nécessaire, quelqu’un a peut-être accès à la machine. Annulez le code sur place\u00a0: portico operator remove retire la personne à qui il sert, et le code avec elle.',
      ],
      steps: [{ label: 'Se connecter', address: signInAddress }],
    }),
  },
}
