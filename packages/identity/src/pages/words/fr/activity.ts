import { type Html, html } from '../../../platform/html.ts'
import type { englishActivity } from '../en/activity.ts'

/** What happened with the account, and what to do about it, in French. */
export const frenchActivity: typeof englishActivity = {
  activity: {
    title: 'Activité',
    lead: 'Ce qui s’est passé avec votre compte, le plus récent d’abord. Si vous trouvez quelque chose que vous n’avez pas fait, dites-le-nous.',
    none: 'Il ne s’est encore rien passé.',
    older: 'Activité plus ancienne',
    newest: 'Activité la plus récente',
    wasNotMe: 'Il y a quelque chose que je n’ai pas fait',
    address: 'adresse réseau',
    unknownProgram: 'un service qui n’existe plus',
    did: {
      'account-created': () => html`Vous avez créé ce compte`,
      'registration-for-existing-account': () =>
        html`Quelqu’un a demandé un nouveau compte avec votre adresse. Rien n’a été modifié`,
      'recovery-requested': () => html`Quelqu’un a demandé un lien pour choisir un nouveau mot de passe`,
      'browser-link-requested': () => html`Quelqu’un a demandé un lien pour utiliser un nouveau navigateur`,
      'browser-admitted': () =>
        html`Un lien reçu par e-mail a autorisé la connexion avec un nouveau navigateur`,
      'mailed-code-refused': () => html`Quelqu’un a saisi un code d’e-mail incorrect`,
      'password-reset': () =>
        html`Un nouveau mot de passe a été choisi avec un lien envoyé par e-mail. Tout le monde a été déconnecté`,
      'password-changed': () => html`Le mot de passe a été modifié`,
      'password-wrong': () => html`Un mot de passe incorrect a été saisi sur une page de ce compte`,
      'profile-changed': () => html`Le nom ou le numéro de téléphone a été modifié`,
      'passkey-added': () => html`Une clé d’accès a été ajoutée`,
      'passkey-removed': () => html`Une clé d’accès a été supprimée`,
      'passkey-refused': () => html`Quelqu’un n’a pas pu se connecter avec une clé d’accès`,
      'authenticator-added': () => html`Une application pour les codes a été ajoutée`,
      'authenticator-removed': () => html`Une application pour les codes a été supprimée`,
      'recovery-codes-made': () => html`De nouveaux codes de secours ont été créés`,
      'recovery-code-spent': () => html`Un code de secours a été utilisé`,
      'lost-app-reported': () =>
        html`Quelqu’un a saisi le mot de passe et dit que le téléphone avec l’application est perdu`,
      'app-removal-requested': () => html`La suppression de vos applications perdues a été demandée`,
      'app-removal-stopped': () => html`La suppression de vos applications pour les codes a été arrêtée`,
      'app-removal-done': () => html`Vos applications perdues et vos codes de secours ont été supprimés`,
      'passkey-renamed': () => html`Une clé d’accès a été renommée`,
      'authenticator-renamed': () => html`Une application pour les codes a été renommée`,
      'address-link-requested': () => html`Un lien pour confirmer une nouvelle adresse e-mail a été envoyé`,
      'address-change-begun': () =>
        html`Une nouvelle adresse e-mail a été confirmée. Elle attend avant de servir`,
      'address-change-stopped': () => html`La modification de l’adresse e-mail a été arrêtée`,
      'address-changed': () => html`L’adresse e-mail a été modifiée`,
      'address-given-back': () =>
        html`L’ancienne adresse e-mail a été reprise. Tout le monde a été déconnecté`,
      'citizen-address-change-begun': () =>
        html`Les responsables de ce service ont commencé une modification de votre adresse e-mail`,
      'citizen-second-factor-reset': () =>
        html`Les responsables de ce service ont supprimé vos applications pour les codes`,
      'signed-in-with-code': () => html`Connexion avec le mot de passe et un code`,
      'code-wrong': () => html`Quelqu’un a saisi le mot de passe et un code incorrect`,
      'verification-requested': () => html`Un lien a été envoyé pour confirmer l’adresse e-mail`,
      'email-verified': () => html`L’adresse e-mail a été confirmée`,
      'signed-in': () => html`Connexion avec le mot de passe`,
      'signed-in-with-passkey': () => html`Connexion avec une clé d’accès`,
      'sign-in-failed': () => html`Quelqu’un a essayé de se connecter avec un mot de passe incorrect`,
      'sign-in-closed-to-browser': () =>
        html`Après beaucoup de mots de passe incorrects, un nouveau navigateur a besoin d’un lien envoyé par e-mail`,
      'signed-out': () => html`Déconnexion`,
      'session-ended': () => html`Une session a été fermée`,
      'other-sessions-ended': () => html`Toutes les autres sessions ont été fermées`,
      'sessions-ended-by-password': () =>
        html`Toutes les autres sessions ont été fermées, parce que le mot de passe a été modifié`,
      'session-displaced': () =>
        html`Déconnexion, parce qu’une autre personne s’est connectée avec le même navigateur`,
      'program-entered': (program: Html) => html`Connexion à ${program}`,
      'program-disconnected': (program: Html) => html`Service déconnecté de votre compte\u00a0: ${program}`,
      'program-signed-out': (program: Html) => html`Service quitté\u00a0: ${program}`,
      'program-access-ended': (program: Html) =>
        html`Service déconnecté, car quelqu’un a peut-être copié son accès à votre compte\u00a0: ${program}`,
      'authorization-cancelled': (program: Html) => html`Vous n’avez pas continué vers ${program}`,
      'was-not-me': () =>
        html`Vous nous avez dit que quelque chose ne venait pas de vous. Tout le monde a été déconnecté, et le mot de passe ne fonctionne plus`,
      'citizen-suspended': () => html`Les responsables de ce service ont suspendu le compte`,
      'citizen-reinstated': () => html`Les responsables de ce service ont rouvert le compte`,
      'citizen-verification-required': () =>
        html`Les responsables de ce service vous ont demandé de confirmer de nouveau votre adresse`,
      'citizen-signed-out': () => html`Les responsables de ce service vous ont déconnecté partout`,
      'citizen-failures-forgiven': () =>
        html`Les responsables de ce service ont remis à zéro le nombre de mots de passe incorrects`,
      'citizen-passkeys-removed': () => html`Les responsables de ce service ont supprimé vos clés d’accès`,
      'operator-looked': () => html`Les responsables de ce service ont consulté le compte`,
    },
  },
  wasNotMe: {
    title: 'Quelqu’un d’autre est-il entré dans votre compte\u00a0?',
    lead: 'Si vous n’avez pas fait quelque chose qui se trouve dans votre activité, déconnectez tout le monde maintenant. Votre e-mail vous permettra de revenir.',
    effects: [
      'Tout le monde est déconnecté ici et dans tous les services, vous aussi.',
      'Votre mot de passe cesse aussitôt de fonctionner.',
      'Vos clés d’accès sont supprimées. Vous pouvez les ajouter de nouveau.',
      'Vos applications pour les codes sont conservées, sauf celles ajoutées dans les 3 derniers jours avec le seul mot de passe. Si vous les avez perdues, dites-le à la connexion.',
    ],
    button: 'Déconnecter tout le monde',
    back: 'Ne rien changer',
    mail: (email: Html) =>
      html`Nous envoyons un lien à ${email}. Avec ce lien, vous choisissez un nouveau mot de passe.`,
  },
  accountLocked: {
    title: 'Tout le monde est déconnecté',
    lifetime: 'Le lien fonctionne pendant 30\u00a0minutes. Après, demandez-en un autre.',
    again: 'Demander un autre lien',
    next: (email: Html) =>
      html`Plus personne n’est connecté à votre compte. Nous avons envoyé un lien à ${email}\u00a0: ouvrez-le et choisissez un nouveau mot de passe.`,
  },
}
