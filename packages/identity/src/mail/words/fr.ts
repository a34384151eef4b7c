import { html } from '../../platform/html.ts'
import { plural } from '../../platform/plurals.ts'
import { WAS_NOT_ME as NOT_ME } from './was-not-me.ts'
import type { LetterWords } from './wording.ts'

const { sentence: WAS_NOT_ME } = NOT_ME.fr

const MORE_SIGN_INS =
  'Il y a eu plusieurs connexions de ce type au cours de la dernière heure. Dans l’heure qui vient, d’autres peuvent suivre sans que nous vous écrivions. La page Activité de votre compte les indique toutes.'

const waits = plural('fr', {
  one: '# e-mail à cette adresse attend depuis le',
  many: '# d’e-mails à cette adresse attendent depuis le',
  other: '# e-mails à cette adresse attendent depuis le',
})
const putOff = plural('fr', { one: '# essai', many: '# d’essais', other: '# essais' })
const others = plural('fr', {
  one: '# e-mail à une autre adresse attend',
  many: '# d’e-mails à d’autres adresses attendent',
  other: '# e-mails à d’autres adresses attendent',
})

/** The letters in French. */
export const fr: LetterWords = {
  language: 'fr',
  direction: 'ltr',
  greeting: (name) => (name === undefined ? 'Bonjour,' : `Bonjour ${name},`),
  colon: '\u00a0:',
  code: 'Ou saisissez ce code sur la page où vous avez demandé cet e-mail. Ne le donnez à personne, pas même à nous.',
  links: {
    help: 'Aide',
    privacy: 'Données personnelles',
    accessibility: 'Déclaration d’accessibilité',
  },
  footer: (serviceName) =>
    `Cet e-mail a été envoyé automatiquement par ${serviceName}. Nous ne demandons jamais votre mot de passe par e-mail, par message ou par téléphone.`,
  letters: {
    registration: ({ link }, serviceName) => ({
      subject: 'Confirmez votre adresse e-mail',
      before: [
        `Quelqu’un, probablement vous, a demandé un compte chez ${serviceName} avec cette adresse e-mail. Ouvrez ce lien pour confirmer l’adresse et choisir un mot de passe.`,
      ],
      steps: [{ label: 'Choisir un mot de passe', address: link.reveal() }],
      after: [
        'Le lien est valable 24\u00a0heures.',
        'Si vous n’avez pas demandé de compte, vous n’avez rien à faire\u00a0: sans le lien, aucun compte n’est créé.',
      ],
    }),
    'already-registered': ({ signInAddress, recoverAddress }, serviceName) => ({
      subject: 'Vous avez déjà un compte',
      before: [
        `Quelqu’un, probablement vous, a demandé un compte chez ${serviceName} avec cette adresse e-mail. Vous en avez déjà un, et rien n’y a été modifié.`,
      ],
      steps: [
        { label: 'Se connecter', address: signInAddress },
        {
          label: 'Choisir un nouveau mot de passe, si vous avez oublié le vôtre',
          address: recoverAddress,
        },
      ],
      after: ['Si ce n’est pas vous, vous n’avez rien à faire.'],
    }),
    recovery: ({ link }, serviceName) => ({
      subject: 'Choisissez un nouveau mot de passe',
      before: [
        `Quelqu’un, probablement vous, a demandé à choisir un nouveau mot de passe pour votre compte chez ${serviceName}. Ouvrez ce lien pour le faire.`,
      ],
      steps: [{ label: 'Choisir un nouveau mot de passe', address: link.reveal() }],
      after: [
        'Le lien est valable 30\u00a0minutes et une seule fois. Ensuite, vous serez déconnecté partout.',
        'Si ce n’est pas vous, vous n’avez rien à faire\u00a0: votre mot de passe reste le même.',
      ],
    }),
    'new-browser': ({ link }, serviceName) => ({
      subject: 'Un nouveau navigateur pour votre compte',
      before: [
        `Quelqu’un, probablement vous, veut se connecter à votre compte chez ${serviceName} avec un navigateur qui ne s’y est encore jamais connecté. De nombreux mots de passe incorrects ont été saisis à la suite\u00a0; nous vous demandons donc de confirmer que c’est bien vous.`,
        'Ouvrez ce lien dans le navigateur avec lequel vous voulez vous connecter.',
      ],
      steps: [{ label: 'Utiliser ce navigateur', address: link.reveal() }],
      after: [
        'Le lien est valable 30\u00a0minutes et une seule fois. Il ne vous connecte pas\u00a0: connectez-vous ensuite avec votre mot de passe, comme d’habitude.',
        'Si ce n’est pas vous, vous n’avez rien à faire\u00a0: sans le lien, personne ne peut essayer de mots de passe avec un nouveau navigateur.',
      ],
    }),
    verification: ({ link }, serviceName) => ({
      subject: 'Confirmez à nouveau votre adresse e-mail',
      before: [
        `Avant de continuer avec votre compte chez ${serviceName}, confirmez que cette adresse e-mail est toujours la vôtre.`,
      ],
      steps: [{ label: 'Confirmer cette adresse', address: link.reveal() }],
      after: ['Le lien est valable 24\u00a0heures.', 'Si ce n’est pas vous, vous n’avez rien à faire.'],
    }),
    'password-changed': ({ recoverAddress }, serviceName) => ({
      subject: 'Votre mot de passe a été modifié',
      before: [
        `Le mot de passe de votre compte chez ${serviceName} a été modifié. Si c’est vous, vous n’avez rien à faire. Vos clés d’accès sont conservées, sauf celles dont un autre e-mail vous parle. Vérifiez-les sur la page Clés d’accès.`,
        WAS_NOT_ME,
      ],
      steps: [{ label: 'Ce n’est pas moi\u00a0: choisir un nouveau mot de passe', address: recoverAddress }],
      after: [],
    }),
    'new-device': ({ browser, system, at, isLast, recoverAddress }, serviceName, moment) => ({
      subject: 'Nouvelle connexion à votre compte',
      before: [
        `Quelqu’un s’est connecté à votre compte chez ${serviceName} avec un navigateur que nous ne connaissions pas\u00a0: ${browser}, ${system}, ${moment(at)}. Si c’est vous, vous n’avez rien à faire.`,
        WAS_NOT_ME,
        ...(isLast === true ? [MORE_SIGN_INS] : []),
      ],
      steps: [{ label: 'Ce n’est pas moi\u00a0: choisir un nouveau mot de passe', address: recoverAddress }],
      after: [],
    }),
    'was-not-me': ({ link }, serviceName) => ({
      subject: 'Votre compte attend un nouveau mot de passe',
      before: [
        `Vous nous avez dit que quelqu’un d’autre est entré dans votre compte chez ${serviceName}. Tout le monde est maintenant déconnecté. Le mot de passe ne fonctionne plus, et toutes les clés d’accès sont supprimées.`,
        'Ouvrez ce lien et choisissez un mot de passe que vous n’utilisez nulle part ailleurs. Votre compte est alors de nouveau ouvert.',
      ],
      steps: [{ label: 'Choisir un nouveau mot de passe', address: link.reveal() }],
      after: [
        'Le lien fonctionne pendant 30\u00a0minutes et une seule fois. Après, demandez-en un autre sur la page du mot de passe oublié.',
        'Si ce n’est pas vous, quelqu’un d’autre était connecté à votre compte\u00a0: utilisez le lien dans ce cas aussi.',
      ],
    }),
  },
  findings: {
    'mail-waits': {
      waits: (count, since) => html`${waits(count)} ${since}.`,
      putOff: (times) => `Le serveur de messagerie a remis à plus tard ${putOff(times)}.`,
      others: (count) => `${others(count)}.`,
      noOthers: 'Aucun autre e-mail n’attend.',
      readLog: (name) =>
        html`Regardez ce que répond le serveur de messagerie de cette adresse\u00a0: le log l’appelle ${name}.`,
      tellOperator: (command) =>
        html`Prévenez les responsables du serveur de messagerie\u00a0: ${command} l’essaie.`,
      tell: 'Notre e-mail n’a pas encore été accepté. Nous continuons d’essayer. Regardez si votre boîte est pleine.',
    },
  },
}
