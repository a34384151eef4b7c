import { type Html, html } from '../../../platform/html.ts'
import type { englishAccount } from '../en/account.ts'

/** The account pages, signing out, and the development mailbox, in French. */
export const frenchAccount: typeof englishAccount = {
  nav: {
    label: 'Votre compte',
    account: 'Accueil',
    security: 'Connexion',
    profile: 'Profil',
    programs: 'Services',
    logout: 'Se déconnecter',
  },
  profile: {
    title: 'Votre profil',
    lead: 'Les services que vous utilisez peuvent voir ces informations.',
    emailFixed: 'Vous vous connectez avec cette adresse.',
    button: 'Enregistrer les modifications',
    saved: 'Vos modifications sont enregistrées.',
  },
  changePassword: {
    title: 'Modifiez votre mot de passe',
    lead: 'Choisissez un mot de passe que vous n’utilisez nulle part ailleurs.',
    button: 'Modifier le mot de passe',
    changed: 'Votre mot de passe est modifié.',
    forgotten: 'Mot de passe actuel oublié\u00a0?',
  },
  prove: {
    title: 'Confirmez d’abord que c’est bien vous',
    why: {
      'long-ago': 'Vous vous êtes connecté il y a plus de 5 minutes.',
      'no-code': 'Vous vous êtes connecté sans code de votre application. Ici, il nous en faut un.',
    },
    button: 'Continuer',
  },
  sessions: {
    title: 'Où vous êtes connecté',
    lead: 'Si vous ne reconnaissez pas une de ces sessions, fermez-la et modifiez votre mot de passe.',
    device: (browser: Html, system: Html) => html`${browser} sur ${system}`,
    unknownBrowser: 'Navigateur inconnu',
    unknownSystem: 'un système inconnu',
    current: 'Ce navigateur',
    signedIn: 'Connexion',
    signedInWith: 'Connexion avec',
    proofs: { password: 'Mot de passe', 'password+code': 'Mot de passe et code', passkey: 'Clé d’accès' },
    lastSeen: 'Dernière utilisation',
    address: 'Adresse réseau',
    programs: 'Services utilisés',
    noPrograms: 'Aucun',
    button: 'Fermer cette session',
    onlyThis: 'Vous n’êtes connecté nulle part ailleurs.',
    othersTitle: 'Toutes les autres sessions',
    othersLead:
      'Ferme toutes les sessions sauf celle-ci, y compris dans les services ouverts depuis ces sessions.',
    others: 'Fermer toutes les autres sessions',
    ended: 'La session est fermée.',
    othersEnded: 'Toutes les autres sessions sont fermées.',
  },
  programs: {
    title: 'Vos services',
    lead: 'Vous avez utilisé ces services avec votre compte. Si vous déconnectez un service, il vous demandera à nouveau votre accord la prochaine fois.',
    none: 'Aucun service n’est connecté à votre compte.',
    receives: 'Reçoit',
    first: 'Premier accès',
    last: 'Dernier accès',
    open: (program: Html) => html`Ouvrir ${program}`,
    all: 'Tous vos services',
    button: (program: Html) => html`Déconnecter ${program}`,
    disconnected:
      'Le service est déconnecté. La déconnexion de ce service peut prendre jusqu’à 30\u00a0secondes.',
  },
  logout: {
    title: 'Se déconnecter\u00a0?',
    lead: 'Vous serez déconnecté ici et dans les services que vous avez ouverts depuis ce navigateur.',
    button: 'Se déconnecter',
    back: 'Rester connecté',
  },
  signedOut: {
    title: 'Vous êtes déconnecté',
    what: 'Si d’autres personnes utilisent aussi cet appareil, fermez toutes les fenêtres du navigateur.',
    button: 'Se reconnecter',
  },
  mailbox: {
    title: 'Boîte de développement',
    lead: 'Tous les e-mails que le service envoie, du plus récent au plus ancien. Rien ne quitte cette machine.',
    none: 'Pas encore d’e-mail.',
    to: 'À',
    at: 'Envoyé',
    asText: 'Partie texte',
    asHtml: 'Partie HTML',
    refresh: 'Chercher de nouveaux e-mails',
  },
}
