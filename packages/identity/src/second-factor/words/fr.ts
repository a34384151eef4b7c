import { WAS_NOT_ME as NOT_ME } from '../../mail/index.ts'
import { type Html, html } from '../../platform/html.ts'
import { plural } from '../../platform/plurals.ts'
import type { CodeWords } from './en.ts'

const { sentence: WAS_NOT_ME } = NOT_ME.fr

const MORE_WRONG_CODES =
  'Il y a eu beaucoup de codes faux au cours de la dernière heure. Dans l’heure qui vient, d’autres peuvent suivre sans que nous vous écrivions. La page Activité de votre compte les indique tous.'

const apps = plural('fr', { one: '# application', many: '# d’applications', other: '# applications' })
const left = plural('fr', {
  one: 'Il reste # code de secours',
  many: 'Il reste # de codes de secours',
  other: 'Il reste # codes de secours',
})

/** Codes beside the password, in French. */
export const fr: CodeWords = {
  limits: {
    appChanges: 'Changements d’applications pour les codes',
    newRecoveryCodes: 'Codes de secours créés',
  },
  acts: {
    reset: {
      title: 'Retirer tout de suite les applications et les codes de secours',
      note: 'Aucun code n’est plus demandé après le mot de passe. Le mot de passe, les clés d’accès et les sessions restent. Un e-mail en informe la personne.',
      nothing: { noCodes: 'Le compte n’a ni application ni code de secours.' },
      says: {
        done: 'Aucun code n’est plus demandé à la personne.',
        already: 'Aucun code n’était demandé à la personne\u00a0; rien n’a changé.',
      },
    },
  },
  nav: 'Codes',
  home: {
    noApp: 'Aucune pour l’instant',
    addApp: 'Avec les codes d’une application, personne n’entre avec votre seul mot de passe.',
    noneLeft: 'Il n’en reste plus',
    makeNew: 'Créez-en de nouveaux, pour entrer même sans votre application.',
  },
  page: {
    title: 'Codes d’une application',
    lead: 'Avec une application sur votre téléphone, vous vous connectez avec votre mot de passe et un code. Ainsi, personne n’entre dans votre compte avec le seul mot de passe. Une clé d’accès n’a pas besoin de code.',
    none: 'Vous n’avez pas encore ajouté d’application. Nous ne demandons pas de code après votre mot de passe.',
    addTitle: 'Ajouter une application',
    addLead:
      'Il vous faut une application qui crée des codes, par exemple Aegis, 2FAS ou Google Authenticator. Beaucoup d’applications qui gardent des mots de passe le font aussi.',
    addButton: 'Ajouter une application',
    full: 'Vous avez 5 applications et ne pouvez pas en ajouter d’autres. Supprimez-en une dont vous n’avez pas besoin.',
    recoveryTitle: 'Codes de secours',
    recoveryLead:
      'Avec un code de secours, vous vous connectez quand vous n’avez pas votre application. Chaque code est valable une fois.',
    recoveryLeft: 'Codes restants',
    recoveryAgain: 'Les nouveaux codes remplacent tous les précédents.',
    recoveryButton: 'Créer de nouveaux codes de secours',
    proveLead:
      'Pour modifier vos codes, saisissez votre mot de passe ou utilisez une clé d’accès. Cette confirmation est valable 5 minutes. Après le mot de passe, nous demandons un code si vous avez une application.',
    saved: 'L’application est ajoutée. Nous vous avons envoyé un e-mail à ce sujet.',
    removed:
      'L’application est supprimée. Nous vous avons envoyé un e-mail à ce sujet. Vous pouvez maintenant effacer l’entrée dans l’application.',
    newTitle: 'Ajouter une application pour les codes',
    scan: 'Ouvrez l’application sur votre téléphone et scannez cette image.',
    qrLabel: 'Code QR pour l’application',
    openApp: 'L’application est sur cet appareil\u00a0: l’ouvrir',
    orType: 'Si vous ne pouvez pas scanner, saisissez cette clé dans l’application\u00a0:',
    code: 'Code affiché par l’application',
    codeHint: 'Six chiffres. Ils changent toutes les 30\u00a0secondes.',
    name: 'Nom de l’application',
    nameHint: 'Pour savoir plus tard sur quel téléphone elle se trouve.',
    usualName: 'Mon téléphone',
    confirmButton: 'Ajouter l’application',
    cancel: 'Annuler',
    problems: {
      'bad-name': 'Saisissez un nom de 1 à 60 caractères pour l’application',
      'wrong-code':
        'Saisissez le code que l’application affiche maintenant. S’il ne fonctionne pas, vérifiez l’heure de votre téléphone.',
    },
    keepTitle: 'Gardez vos codes de secours',
    keepLead:
      'Désormais, nous demandons un code après votre mot de passe. Si vous perdez votre téléphone, vous aurez besoin d’un de ces codes.',
    keepHow:
      'Imprimez-les ou notez-les, et gardez-les en lieu sûr. Nous ne les affichons plus. Chacun est valable une fois.',
    madeOn: (at: Html) => html`Créés le ${at}`,
    keptButton: 'J’ai gardé les codes',
    keep: { download: 'Télécharger en texte', print: 'Imprimer', copy: 'Copier', copied: 'Copié' },
    renamed: 'L’application a son nouveau nom. Nous vous avons envoyé un e-mail à ce sujet.',
  },
  signIn: {
    button: 'Se connecter',
    app: {
      title: 'Saisissez votre code',
      label: 'Code de votre application',
      hint: 'Six chiffres. Ils changent toutes les 30\u00a0secondes, et chaque code est valable une fois.',
      wrong: 'Ce code n’est pas valable. Attendez le prochain code de votre application et saisissez-le.',
      other: 'Utiliser un code de secours',
    },
    recovery: {
      title: 'Saisissez un code de secours',
      label: 'Code de secours',
      hint: 'L’un des dix codes que vous avez gardés. Chacun est valable une fois.',
      wrong: 'Ce code de secours n’est pas valable. Vérifiez-le, ou utilisez-en un autre.',
      other: 'Utiliser un code de votre application',
    },
  },
  spent: {
    title: 'Vous avez utilisé un code de secours',
    left: 'Codes de secours restants',
    still: 'Avez-vous toujours votre application\u00a0? Alors vous n’avez rien à faire.',
    gone: 'Si vous ne l’avez plus, ajoutez une nouvelle application et supprimez l’ancienne. Créez ensuite de nouveaux codes de secours.',
    toCodes: 'Voir mes codes',
    onward: 'Continuer',
  },
  tooLate:
    'Cela a pris trop de temps, ou il y a eu trop de codes incorrects. Reconnectez-vous avec votre mot de passe.',
  recentRemoved:
    'Nous avons supprimé les applications pour les codes ajoutées dans les 3 derniers jours avec le seul mot de passe. S’il ne reste aucune autre application, vos codes de secours sont supprimés aussi.',
  recentWill:
    'Les applications pour les codes ajoutées dans les 3 derniers jours avec le seul mot de passe, et avec la dernière vos codes de secours\u00a0:',
  holds: {
    apps: {
      less: plural('fr', {
        one: '# application à codes est retirée',
        many: '# applications à codes sont retirées',
        other: '# applications à codes sont retirées',
      }),
    },
    recoveryCodes: {
      less: plural('fr', {
        one: '# code de récupération est retiré',
        many: '# codes de récupération sont retirés',
        other: '# codes de récupération sont retirés',
      }),
    },
    halfSignIns: {
      less: plural('fr', {
        one: '# connexion qui attend un code prend fin',
        many: '# connexions qui attendent un code prennent fin',
        other: '# connexions qui attendent un code prennent fin',
      }),
    },
    wrongCodes: {
      less: plural('fr', {
        one: '# code incorrect est oublié',
        many: '# codes incorrects sont oubliés',
        other: '# codes incorrects sont oubliés',
      }),
    },
  },
  events: {
    added: () => html`Une application pour les codes a été ajoutée`,
    removed: () => html`Une application pour les codes a été supprimée`,
    renamed: () => html`Une application pour les codes a été renommée`,
    codesMade: () => html`De nouveaux codes de secours ont été créés`,
    codeSpent: () => html`Un code de secours a été utilisé`,
    reset: () => html`Les responsables de ce service ont supprimé les applications pour les codes`,
    wrongCodesTold: () => html`Un e-mail a signalé de mauvais codes après le bon mot de passe`,
  },
  letters: {
    added: ({ at }, serviceName, moment) => ({
      subject: 'Une application pour les codes a été ajoutée à votre compte',
      before: [
        `Une application qui crée des codes a été ajoutée à votre compte chez ${serviceName} (${moment(at)}). Désormais, nous demandons un code après le mot de passe. Si c’est vous, vous n’avez rien à faire.`,
        WAS_NOT_ME,
      ],
    }),
    removed: ({ at }, serviceName, moment) => ({
      subject: 'Application pour les codes supprimée de votre compte',
      before: [
        `Une application qui crée des codes a été supprimée de votre compte chez ${serviceName} (${moment(at)}). Ses codes ne sont plus valables. Si c’est vous, vous n’avez rien à faire.`,
        WAS_NOT_ME,
      ],
    }),
    renamed: ({ at }, serviceName, moment) => ({
      subject: 'Une application pour les codes a un nouveau nom',
      before: [
        `Une application pour les codes de votre compte chez ${serviceName} a reçu un autre nom (${moment(at)}). Si c’est vous, vous n’avez rien à faire.`,
        WAS_NOT_ME,
      ],
    }),
    codesMade: ({ at }, serviceName, moment) => ({
      subject: 'De nouveaux codes de secours pour votre compte',
      before: [
        `De nouveaux codes de secours ont été créés pour votre compte chez ${serviceName} (${moment(at)}). Les précédents ne sont plus valables. Si c’est vous, vous n’avez rien à faire.`,
        WAS_NOT_ME,
      ],
    }),
    codeSpent: ({ at }, serviceName, moment) => ({
      subject: 'Un code de secours de votre compte a été utilisé',
      before: [
        `Quelqu’un s’est connecté à votre compte chez ${serviceName} avec votre mot de passe et un code de secours (${moment(at)}). Ce code n’est plus valable\u00a0: la page Codes montre combien il en reste. Si c’est vous, vous n’avez rien à faire.`,
        WAS_NOT_ME,
      ],
    }),
    wrongCodes: ({ at, isLast }, serviceName, moment) => ({
      subject: 'Codes faux après votre mot de passe',
      before: [
        `Quelqu’un a saisi le bon mot de passe de votre compte chez ${serviceName}, puis des codes faux (${moment(at)}). Personne n’est entré avec ces codes. Si c’est vous, vous n’avez rien à faire.`,
        WAS_NOT_ME,
        ...(isLast ? [MORE_WRONG_CODES] : []),
      ],
    }),
    recentRemoved: ({ addedAt, isLast }, serviceName, moment) => ({
      subject: 'De nouvelles applications pour les codes ont été supprimées',
      before: [
        `Un nouveau mot de passe a été choisi pour votre compte chez ${serviceName} grâce à un e-mail. Pour vous protéger, les applications pour les codes ajoutées dans les 3\u00a0jours précédents ont été supprimées\u00a0: ${addedAt.map(moment).join('\u202f; ')}.`,
        'Nous les supprimons parce que nous ne pouvons pas savoir si vous les aviez ajoutées, ou si c’était une autre personne entrée dans votre compte. Si c’était vous, connectez-vous et ajoutez-les à nouveau.',
        ...(isLast
          ? [
              'Vos codes de secours sont supprimés, eux aussi. Vous en recevrez de nouveaux avec votre prochaine application.',
            ]
          : []),
        'Supprimez l’ancienne entrée dans l’application.',
        WAS_NOT_ME,
      ],
    }),
    removedByOperator: ({ at }, serviceName, moment) => ({
      subject: 'Vos applications pour les codes ont été supprimées',
      before: [
        `Les responsables de ${serviceName} ont supprimé vos applications pour les codes et vos codes de secours (${moment(at)}). Votre mot de passe suffit maintenant. Si vous l’avez demandé, vous n’avez rien à faire.`,
        `${WAS_NOT_ME} Dites-le aussi aux responsables du service.`,
      ],
    }),
  },
  findings: {
    'code-asked-for': {
      apps: (count) =>
        `En plus du mot de passe, un code est demandé. Le compte a ${apps(count)} pour les codes.`,
      used: (at) => html`Une application a servi pour la dernière fois le ${at}.`,
      neverUsed: 'Aucune application n’a encore servi.',
      left: (count) => `${left(count)}.`,
      mayDo: (command) => html`Seulement avec la preuve de l’identité de la personne\u00a0: ${command}`,
      type: 'Saisissez le code que l’application affiche maintenant\u00a0; l’horloge de votre téléphone doit être à l’heure.',
      without:
        'Sans le téléphone, utilisez un code de secours, ou cliquez sur «\u00a0J’ai perdu mon téléphone et mes codes de secours\u00a0» sur la page qui demande le code.',
    },
    'codes-closed-to-new-browsers': {
      wrong: (times) => `${times} codes faux sont venus de navigateurs que le compte ne connaît pas.`,
      until: (at) => html`Jusqu’au ${at}, ces navigateurs ne peuvent plus essayer.`,
      tell: 'Utilisez un navigateur dans lequel vous vous êtes déjà connecté. Quelqu’un qui connaît votre mot de passe essaie des codes\u00a0: choisissez un nouveau mot de passe.',
    },
  },
}
