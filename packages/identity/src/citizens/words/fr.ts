import { html } from '../../platform/html.ts'
import { NO_END } from '../../platform/room/holds.ts'
import type { CitizenWords } from './en.ts'

/** Acts on an account, in French. */
export const fr: CitizenWords = {
  acts: {
    suspend: {
      title: 'Suspendre le compte',
      note: 'Cela met fin à toutes les sessions dans tous les services, à tous les liens d’e-mail pour se connecter ou choisir un mot de passe, et à ce qui est en attente sur le compte. Personne ne peut se connecter jusqu’à la fin. Le mot de passe, les clés d’accès et les applications restent. Aucun e-mail n’est envoyé.',
      labels: { cause: 'Motif de la suspension', until: 'Jusqu’à quand, par exemple 30d ou 2026-03-01' },
      choices: {
        cause: {
          'taken-over': 'Le compte a été détourné',
          misuse: 'Abus',
          'asked-for': 'À la demande de la personne',
          deceased: 'La personne est décédée',
          order: 'Sur ordre d’un tribunal ou d’une autorité',
          other: 'Une autre cause',
          '': 'Non indiqué\u00a0: une suspension en cours garde son motif',
        },
      },
      nothing: { endless: 'Le compte est suspendu jusqu’à ce que quelqu’un le rouvre.' },
      says: {
        done: 'Le compte est suspendu\u00a0; toutes les sessions et tous les accès ont pris fin.',
        until: ({ at }) =>
          html`Le compte est suspendu jusqu’au ${at}\u00a0; toutes les sessions et tous les accès ont pris fin.`,
        already: 'Le compte était déjà suspendu, aussi longtemps ou plus\u00a0; rien n’a changé.',
      },
    },
    reinstate: {
      title: 'Permettre de nouveau la connexion',
      note: 'La connexion est de nouveau possible comme avant. Ce que la suspension a terminé reste terminé. Aucun e-mail n’est envoyé.',
      nothing: { notSuspended: 'Le compte n’est pas suspendu.' },
      says: {
        done: 'La personne peut de nouveau se connecter.',
        already: 'Le compte n’était pas suspendu\u00a0; rien n’a changé.',
      },
    },
    requireVerification: {
      title: 'Faire vérifier l’adresse à nouveau',
      note: 'Cela met fin à toutes les sessions dans tous les services, à tous les liens d’e-mail pour se connecter ou choisir un mot de passe, et à ce qui est en attente sur le compte. On peut se reconnecter, mais n’entrer dans aucun service avant que l’adresse soit vérifiée. Aucun e-mail n’est envoyé.',
      nothing: { unverified: 'L’adresse doit déjà être vérifiée.' },
      says: {
        done: 'La personne doit de nouveau vérifier l’adresse\u00a0; toutes les sessions et tous les accès ont pris fin.',
        already: 'L’adresse devait déjà être vérifiée\u00a0; rien n’a changé.',
      },
    },
    signOut: {
      title: 'Déconnecter partout',
      note: 'Cela met fin à toutes les sessions dans tous les services, à tous les liens d’e-mail pour se connecter ou choisir un mot de passe, et à ce qui est en attente sur le compte. Le mot de passe, les clés d’accès et les applications restent, et l’on peut se reconnecter aussitôt. Aucun e-mail n’est envoyé.',
      nothing: { nobody: 'Personne n’est connecté, et rien n’attend que cela terminerait.' },
      says: {
        done: 'La personne est déconnectée partout.',
        already: 'La personne était déjà déconnectée\u00a0; rien n’a changé.',
      },
    },
    forgive: {
      title: 'Oublier les mots de passe erronés consécutifs',
      note: 'Une attente après des mots de passe erronés continue jusqu’à sa fin. Elle dure 15 minutes au plus.',
      nothing: { noFailures: 'Il n’y a pas de mots de passe incorrects à la suite.' },
      says: {
        done: 'La personne peut de nouveau se connecter avec un nouveau navigateur\u00a0; une attente après des mots de passe incorrects continue jusqu’à sa fin.',
        already:
          'Il n’y avait pas de mots de passe incorrects à la suite\u00a0; une attente après des mots de passe incorrects continue jusqu’à sa fin\u00a0; rien n’a changé.',
      },
    },
    close: {
      title: 'Fermer le compte définitivement',
      note: 'Personne ne peut l’annuler. Cela efface le nom, l’adresse, le numéro de téléphone et tout ce qui sert à se connecter, et met fin à toutes les sessions dans tous les services. N’importe qui peut inscrire l’adresse. Aucun e-mail n’est envoyé.',
      says: {
        done: 'Le compte est fermé\u00a0: tous les accès ont pris fin, les données personnelles sont effacées et l’adresse est libre.',
        already: 'Le compte était déjà fermé\u00a0; rien n’a changé.',
      },
    },
  },
  holds: {
    active: { less: 'plus personne ne peut se connecter', more: 'la personne peut de nouveau se connecter' },
    verified: {
      less: 'la personne n’entre dans aucun service tant que l’adresse n’est pas de nouveau vérifiée',
    },
    person: {
      less: 'le nom, l’adresse, le numéro de téléphone et le mot de passe sont effacés définitivement',
    },
    suspension: {
      more: (_, end, when) =>
        end === NO_END
          ? html`le compte reste suspendu jusqu’à ce que quelqu’un le rouvre`
          : html`le compte reste suspendu jusqu’au ${when(end)}`,
    },
  },
  events: {
    suspended: () => html`Les responsables de ce service ont suspendu le compte`,
    reinstated: () => html`Les responsables de ce service ont rouvert le compte`,
    suspensionEnded: () => html`La suspension du compte a pris fin`,
    verificationRequired: () =>
      html`Les responsables de ce service ont demandé que l’adresse soit confirmée de nouveau`,
    accessEnded: () => html`Tous les accès au compte ont pris fin`,
    signedOut: () => html`Les responsables de ce service ont déconnecté ce compte partout`,
    wasNotMe: () =>
      html`Il a été signalé qu’une autre personne était dans le compte. Tout le monde a été déconnecté, et le mot de passe ne fonctionne plus`,
    closed: () => html`Le compte a été fermé définitivement`,
  },
  findings: {
    'account-suspended': {
      suspended: 'L’équipe a suspendu le compte.',
      suspendedOn: (at) => html`L’équipe a suspendu le compte le ${at}.`,
      broughtSuspended: (at) =>
        html`Le compte était déjà suspendu quand il est venu d’un autre système le ${at}. La raison n’est pas connue ici.`,
      suspendedThere: (at) => html`Il y a été suspendu le ${at}.`,
      lasts: 'La suspension dure jusqu’à ce que l’équipe y mette fin.',
      ends: (at) => html`La suspension prend fin le ${at}.`,
      causes: {
        'taken-over': 'La cause\u00a0: une autre personne utilise le compte.',
        misuse: 'La cause\u00a0: le compte sert à ce qui n’est pas permis.',
        'asked-for': 'La cause\u00a0: la personne l’a demandé elle-même.',
        deceased: 'La cause\u00a0: la personne est décédée.',
        order: 'La cause\u00a0: un tribunal ou une autorité l’ordonne.',
      },
      unknownCause: (cause) => html`La cause\u00a0: ${cause}.`,
      reason: (reason) =>
        html`La raison donnée par l’équipe, qui n’est pas pour la personne qui appelle\u00a0: «\u00a0${reason}\u00a0».`,
      by: (operator) => html`C’est ${operator} qui l’a suspendu.`,
      noReason: 'Le journal n’a plus la raison.',
      mayDo: (command) => html`La personne qui en décide y met fin avec\u00a0: ${command}`,
      mayDoEarlier: (command) => html`La personne qui en décide y met fin plus tôt avec\u00a0: ${command}`,
      tell: 'Votre compte est suspendu.',
      tellUntil: (at) => html`Votre compte est suspendu jusqu’au ${at}.`,
      password: 'Un nouveau mot de passe n’y change rien.',
      afterwards: 'Ensuite, connectez-vous comme d’habitude.',
    },
    'account-closed': {
      closed: 'Le compte est fermé pour toujours.',
      closedOn: (at) => html`Le compte a été fermé pour toujours le ${at}.`,
      erased: 'Ses données personnelles sont effacées.',
      tell: 'Ce compte est fermé et ne peut pas être rouvert. Vous pouvez en créer un nouveau, aussi avec la même adresse.',
    },
    'address-not-verified': {
      unverified: 'L’adresse doit être confirmée.',
      since: (at) => html`Depuis le ${at}, l’adresse doit être confirmée de nouveau.`,
      untilThen: 'D’ici là, la personne n’entre dans aucun service.',
      reason: (reason) =>
        html`La raison donnée par l’équipe, qui n’est pas pour la personne qui appelle\u00a0: «\u00a0${reason}\u00a0».`,
      signIn:
        'Ouvrez un service et connectez-vous. Une page dit que l’adresse doit être confirmée\u00a0: cliquez-y sur «\u00a0Envoyer un nouveau lien\u00a0», et ouvrez le lien de l’e-mail.',
      notThere: 'La page de votre compte n’envoie pas de lien.',
      lostMailbox:
        'Si vous ne pouvez plus lire les e-mails de cette adresse, connectez-vous à votre compte seul, sans service, et changez-y l’adresse.',
      orRecover:
        'Si vous ne savez plus le mot de passe, cliquez sur «\u00a0Mot de passe oublié\u00a0?\u00a0»\u00a0: choisir un nouveau mot de passe confirme aussi l’adresse.',
    },
    'no-password': {
      found: 'Aucun mot de passe n’ouvre ce compte tant qu’un nouveau n’est pas choisi.',
      wasNotMe: (at) =>
        html`Le ${at}, quelqu’un a dit «\u00a0ce n’était pas moi\u00a0», dans le compte ou par le lien d’un e-mail\u00a0: cela a mis fin à tous les accès et au mot de passe.`,
      givenBack: (at) =>
        html`Le ${at}, quelqu’un a repris l’adresse par le lien d’un e-mail\u00a0: cela a mis fin à tous les accès et au mot de passe.`,
      brought: (at) =>
        html`Le compte vient d’un autre système, depuis le ${at}, sans mot de passe que l’on puisse comparer.`,
      unknown:
        'La personne a dit «\u00a0ce n’était pas moi\u00a0», ou a repris une adresse, ou le compte vient d’un autre système sans mot de passe que l’on puisse comparer.',
      tell: 'Cliquez sur «\u00a0Mot de passe oublié\u00a0?\u00a0» sur la page de connexion, et choisissez un nouveau mot de passe avec le lien de l’e-mail.',
    },
  },
}
