import { WAS_NOT_ME as NOT_ME } from '../../mail/index.ts'
import { html } from '../../platform/html.ts'
import { plural } from '../../platform/plurals.ts'
import type { PasskeyWords } from './en.ts'

const { sentence: WAS_NOT_ME } = NOT_ME.fr

const passkeys = plural('fr', { one: '# clé d’accès', many: '# de clés d’accès', other: '# clés d’accès' })

/** Passkeys, in French. */
export const fr: PasskeyWords = {
  limits: {
    signIns: 'Connexions avec une clé d’accès',
    changes: 'Changements de clés d’accès',
  },
  acts: {
    remove: {
      title: 'Retirer toutes les clés d’accès',
      note: 'On se connecte avec le mot de passe, et avec un code si le compte en demande un. Les applications et les sessions restent. Un e-mail en informe la personne.',
      nothing: { noPasskey: 'Le compte n’a aucune clé d’accès.' },
      says: {
        done: 'Le compte n’a plus de clé d’accès.',
        already: 'Le compte n’avait pas de clé d’accès\u00a0; rien n’a changé.',
      },
    },
  },
  nav: 'Clés d’accès',
  home: {
    none: 'Aucune pour l’instant',
    first:
      'Avec une clé d’accès, vous vous connectez sans mot de passe, et aucune fausse page ne peut vous la prendre.',
    second:
      'Ajoutez-en une aussi sur un deuxième appareil. Vous pourrez encore entrer si vous perdez le premier.',
  },
  page: {
    title: 'Vos clés d’accès',
    lead: 'Avec une clé d’accès, vous vous connectez comme vous déverrouillez votre appareil\u00a0: avec votre empreinte, votre visage ou un code PIN. Aucun mot de passe n’est nécessaire, et aucun faux site ne peut vous la prendre.',
    none: 'Vous n’avez pas encore de clé d’accès.',
    synced: 'Aussi sur vos autres appareils',
    removeHint:
      'Ensuite, vous ne pourrez plus vous connecter avec elle, même si votre appareil l’affiche encore.',
    addTitle: 'Ajouter une clé d’accès',
    addLead: 'Votre appareil vous demande de le déverrouiller. Ensuite, il conserve la clé d’accès.',
    name: 'Nom de la clé d’accès',
    nameHint: 'Pour savoir plus tard sur quel appareil elle se trouve.',
    addButton: 'Ajouter une clé d’accès',
    full: 'Vous avez 20 clés d’accès et ne pouvez pas en ajouter d’autres. Supprimez-en une dont vous n’avez pas besoin.',
    withoutScript:
      'Ce navigateur ne peut pas créer de clé d’accès sur cette page. Vous pouvez continuer à vous connecter avec votre mot de passe.',
    stopped: 'Votre appareil n’a pas créé de clé d’accès. Rien n’a été modifié. Vous pouvez réessayer.',
    known:
      'Cet appareil a déjà une clé d’accès pour votre compte. Vous pouvez l’utiliser pour vous connecter.',
    proveLead:
      'Pour ajouter ou supprimer une clé d’accès, saisissez votre mot de passe ou utilisez une clé d’accès. Cette confirmation est valable 5 minutes.',
    saved: 'La clé d’accès est ajoutée. Nous vous avons envoyé un e-mail à ce sujet.',
    removed:
      'La clé d’accès est supprimée. Nous vous avons envoyé un e-mail à ce sujet. Votre appareil l’affiche peut-être encore\u00a0: vous pouvez aussi l’y supprimer.',
    problems: {
      'bad-name': 'Saisissez un nom de 1 à 60 caractères pour la clé d’accès',
      'too-late': 'Cela a pris trop de temps. Rien n’a été modifié. Réessayez.',
      'not-fitting':
        'Votre appareil a donné une réponse que nous ne pouvons pas utiliser. Rien n’a été modifié. Réessayez, ou utilisez un autre appareil.',
      known:
        'Cet appareil a déjà une clé d’accès pour votre compte. Vous pouvez l’utiliser pour vous connecter.',
      'too-many':
        'Vous avez 20 clés d’accès et ne pouvez pas en ajouter d’autres. Supprimez-en une dont vous n’avez pas besoin.',
    },
    renamed:
      'La clé d’accès a son nouveau nom. Nous vous avons envoyé un e-mail à ce sujet. Sur votre appareil, elle a peut-être encore l’ancien.',
  },
  offer: {
    title: 'La prochaine fois, connectez-vous sans mot de passe',
    lead: 'Ajoutez une clé d’accès à cet appareil. Vous vous connecterez alors comme vous déverrouillez votre appareil\u00a0: avec votre empreinte, votre visage ou un code PIN.',
    safe: 'Votre empreinte et votre visage ne quittent jamais votre appareil. Votre mot de passe reste valable.',
    notNow: 'Pas maintenant',
    later: 'Vous pouvez ajouter une clé d’accès à tout moment dans votre compte.',
    addedTitle: 'Votre clé d’accès est ajoutée',
    added:
      'La prochaine fois, connectez-vous avec votre clé d’accès. Nous vous avons envoyé un e-mail à ce sujet.',
    onward: 'Continuer',
  },
  login: {
    asksForMore:
      'Ce service demande plus qu’un mot de passe. Utilisez votre clé d’accès si vous en avez une.',
    button: 'Se connecter avec une clé d’accès',
    again: 'Utiliser une clé d’accès',
    stopped: 'Aucune clé d’accès n’a été utilisée. Réessayez ou connectez-vous avec votre mot de passe.',
    refused:
      'Cette clé d’accès ne peut pas être utilisée ici. Connectez-vous avec votre adresse e-mail et votre mot de passe.',
    tooLate: 'Cela a pris trop de temps. Réessayez.',
  },
  recentRemoved:
    'Nous avons supprimé les clés d’accès ajoutées dans les 3 derniers jours avec le seul mot de passe.',
  recentWill: 'Les clés d’accès ajoutées dans les 3 derniers jours avec le seul mot de passe\u00a0:',
  holds: {
    passkeys: {
      less: plural('fr', {
        one: '# clé d’accès est retirée',
        many: '# clés d’accès sont retirées',
        other: '# clés d’accès sont retirées',
      }),
    },
  },
  events: {
    added: () => html`Une clé d’accès a été ajoutée`,
    removed: () => html`Une clé d’accès a été supprimée`,
    renamed: () => html`Une clé d’accès a été renommée`,
    refused: () => html`Quelqu’un n’a pas pu se connecter avec une clé d’accès`,
    removedByOperator: () => html`Les responsables de ce service ont supprimé les clés d’accès`,
  },
  letters: {
    added: ({ at }, serviceName, moment) => ({
      subject: 'Une clé d’accès a été ajoutée à votre compte',
      before: [
        `Une clé d’accès a été ajoutée à votre compte chez ${serviceName} (${moment(at)}). Elle permet de se connecter sans votre mot de passe. Si c’est vous, vous n’avez rien à faire.`,
        `${WAS_NOT_ME} Pendant les 3 premiers jours, cela supprime aussi la clé si elle a été ajoutée avec le seul mot de passe. Sinon, elle est conservée\u00a0: connectez-vous alors aussi avec le nouveau mot de passe et supprimez la clé sur la page Clés d’accès.`,
      ],
    }),
    removed: ({ at }, serviceName, moment) => ({
      subject: 'Une clé d’accès a été supprimée de votre compte',
      before: [
        `Une clé d’accès a été supprimée de votre compte chez ${serviceName} (${moment(at)}). Elle ne permet plus de se connecter. Si c’est vous, vous n’avez rien à faire.`,
        WAS_NOT_ME,
      ],
    }),
    renamed: ({ at }, serviceName, moment) => ({
      subject: 'Une clé d’accès de votre compte a un nouveau nom',
      before: [
        `Une clé d’accès de votre compte chez ${serviceName} a reçu un autre nom (${moment(at)}). Si c’est vous, vous n’avez rien à faire.`,
        WAS_NOT_ME,
      ],
    }),
    recentRemoved: ({ addedAt }, serviceName, moment) => ({
      subject: 'De nouvelles clés d’accès ont été supprimées',
      before: [
        `Un nouveau mot de passe a été choisi pour votre compte chez ${serviceName} grâce à un e-mail. Pour vous protéger, les clés d’accès ajoutées dans les 3\u00a0jours précédents ont été supprimées\u00a0: ${addedAt.map(moment).join('\u202f; ')}.`,
        'Nous les supprimons parce que nous ne pouvons pas savoir si vous les aviez ajoutées, ou si c’était une autre personne entrée dans votre compte. Si c’était vous, connectez-vous et ajoutez-les à nouveau.',
        'Votre appareil montre peut-être encore les anciennes\u00a0: vous pouvez les y supprimer.',
        WAS_NOT_ME,
      ],
    }),
    removedByOperator: ({ at }, serviceName, moment) => ({
      subject: 'Vos clés d’accès ont été supprimées',
      before: [
        `Les responsables de ${serviceName} ont supprimé toutes les clés d’accès de votre compte (${moment(at)}). Vous vous connectez avec votre mot de passe. Si vous l’avez demandé, vous n’avez rien à faire.`,
        `${WAS_NOT_ME} Dites-le aussi aux responsables du service.`,
      ],
    }),
  },
  findings: {
    'has-passkeys': {
      has: (count) => `Le compte a ${passkeys(count)}.`,
      used: (at) => html`La dernière utilisation date du ${at}.`,
      neverUsed: 'Aucune n’a encore été utilisée.',
      tell: 'Vous pouvez cliquer sur «\u00a0Se connecter avec une clé d’accès\u00a0» sur un appareil qui l’a.',
    },
  },
}
