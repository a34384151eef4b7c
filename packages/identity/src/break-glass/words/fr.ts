import type { BreakGlassWords } from './en.ts'

/** A way into the console without a sign-in, in French. */
export const fr: BreakGlassWords = {
  letters: {
    made: ({ endsAt, signInAddress }, serviceName, moment) => ({
      subject: 'La console est accessible sans connexion',
      before: [
        `Sur la machine de ${serviceName}, quelqu’un a créé un code qui ouvre la console sans connexion, au nom d’une des personnes qui l’utilisent. Il ne sert qu’une fois et expire le ${moment(endsAt)}.`,
        'Un tel code est prévu pour l’heure où personne ne peut se connecter. Toutes les personnes qui utilisent la console reçoivent cet e-mail. Le journal indique qui a créé le code et pourquoi, et chaque page de la console l’affiche jusqu’à ce qu’il expire.',
        'Si ce n’est pas vous et que personne ne vous a dit pourquoi il est nécessaire, quelqu’un a peut-être accès à la machine. Annulez le code sur place : portico operator remove retire la personne à qui il sert, et le code avec elle.',
      ],
      steps: [{ label: 'Se connecter', address: signInAddress }],
    }),
  },
}
