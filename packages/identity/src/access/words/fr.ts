import { type Html, html } from '../../platform/html.ts'
import { plural } from '../../platform/plurals.ts'
import type { AccessWords } from './en.ts'

const browsers = plural('fr', { one: '# navigateur', many: '# de navigateurs', other: '# navigateurs' })

/** Sessions and programs, in French. */
export const fr: AccessWords = {
  holds: {
    sessions: {
      less: plural('fr', {
        one: '# session prend fin',
        many: '# sessions prennent fin',
        other: '# sessions prennent fin',
      }),
    },
    grants: {
      less: plural('fr', {
        one: 'l’accès à # service prend fin',
        many: 'l’accès à # services prend fin',
        other: 'l’accès à # services prend fin',
      }),
    },
    connections: {
      less: plural('fr', {
        one: 'ce qui était permis à # service est oublié',
        many: 'ce qui était permis à # services est oublié',
        other: 'ce qui était permis à # services est oublié',
      }),
    },
  },
  events: {
    signedOut: () => html`Déconnexion`,
    sessionEnded: () => html`Une session a été fermée`,
    otherSessionsEnded: () => html`Toutes les autres sessions ont été fermées`,
    sessionsEndedByPassword: () =>
      html`Toutes les autres sessions ont été fermées, parce que le mot de passe a été modifié`,
    sessionDisplaced: () =>
      html`Déconnexion, parce qu’une autre personne s’est connectée avec le même navigateur`,
    programEntered: (program: Html) => html`Connexion à ${program}`,
  },
  findings: {
    'program-disabled': {
      found: (program) =>
        html`Le service connecté ${program} est désactivé\u00a0: personne ne peut y entrer.`,
      mayDo: (command) => html`Voir pourquoi\u00a0: ${command}`,
      closed: (program) => html`${program} est fermé en ce moment, pour tout le monde.`,
      others: 'Votre compte n’a pas changé, et vos autres services fonctionnent.',
    },
    'signed-in': {
      found: (count, at) =>
        html`Le compte est connecté dans ${browsers(count)}, avec une dernière utilisation le ${at}.`,
      tell: (count) => `Vous êtes connecté dans ${browsers(count)}.`,
      somebody: (count) => `Quelqu’un est connecté au compte dans ${browsers(count)}.`,
      notYours:
        'Si ce n’est pas vous, ouvrez la page «\u00a0Où vous êtes connecté\u00a0», cliquez sur «\u00a0Fermer toutes les autres sessions\u00a0», et changez votre mot de passe.',
    },
    'signed-in-nowhere': {
      found: 'La personne n’est connectée nulle part en ce moment.',
      tell: 'Vous n’êtes connecté nulle part en ce moment.',
      again: 'Connectez-vous à nouveau.',
    },
  },
}
