import { html } from '@portico/identity/parts'
import type { OrderWords } from './en.ts'

/** What the service answers to orders, in French. */
export const fr: OrderWords = {
  tells: {
    letter: (subject, to) => html`l’e-mail ${subject} est envoyé à ${to}`,
    noLetter: 'aucun e-mail n’est envoyé',
    needsConsent: 'Avant que quoi que ce soit ne se passe, une autre personne doit l’approuver.',
    unchanged: 'Rien ne changerait.',
    asked: (operator, at, act) => html`${operator} a demandé le ${at}\u00a0: ${act}`,
    given: (name, value) => html`${name}\u00a0: ${value}`,
    nowAlso: (what) => html`maintenant aussi\u00a0: ${what}`,
    noLonger: (what) => html`plus maintenant\u00a0: ${what}`,
    waits: (number, until) =>
      html`Rien n’a encore changé. L’ordre attend sous le numéro ${number} jusqu’au ${until}. Une autre personne l’approuve sur la page En attente.`,
    withdrawn: (number) => html`L’ordre ${number} est retiré. Rien n’a été changé.`,
  },
  refusals: {
    'unknown-citizen': 'Aucun compte n’a ce sujet.',
    'account-closed': 'Ce compte est fermé définitivement et ne peut pas être modifié.',
    'bad-reason': 'Le motif doit être une ligne de 1 à 500 caractères.',
    'unknown-act':
      'Aucun ordre n’attend sous ce numéro\u00a0: il a été exécuté ou retiré, ou n’a jamais existé.',
    over: 'Cet ordre a attendu plus d’une heure et n’est plus valable. Donnez-le de nouveau.',
    'own-act': 'Vous avez vous-même donné cet ordre\u00a0: une autre personne doit l’approuver.',
    'other-asker':
      'Une autre personne a donné cet ordre. Il prend fin de lui-même au bout d’une heure si personne ne l’approuve.',
    'no-operator': 'Rien n’a été changé, car vous n’avez plus accès à la console.',
    'no-such-act':
      'Rien n’a été changé, car la console ne peut pas l’ordonner\u00a0: cela se fait sur la machine du service.',
    role: 'Rien n’a été changé, car votre rôle ne le permet pas.',
    'own-account':
      'Rien n’a été changé, car c’est votre propre compte. Une autre personne s’en charge, ou vous-même sur les pages de votre compte.',
    'account-of-operator':
      'Rien n’a été changé, car ce compte a accès à la console. Seule l’administration agit sur lui.',
    'too-many':
      'Rien n’a été changé, car vous avez donné en une heure autant d’ordres que permis. Continuez plus tard.',
    machine:
      'Rien n’a été changé, car une machine n’approuve ni ne retire\u00a0: c’est une personne qui le fait.',
    'sign-in-too-old':
      'Rien n’a été changé, car vous n’avez pas prouvé votre identité dans les cinq dernières minutes. Reconnectez-vous et donnez l’ordre de nouveau.',
    'bad-time': 'Ce n’est ni une date ni une durée. Écrivez 30d, 12h, 2026-03-01 ou 2026-03-01T12:00:00Z.',
    'time-over': 'Ce moment est déjà passé.',
    'time-too-far': 'Ce moment est trop lointain.',
    'bad-cause': 'Cette cause n’est pas dans la liste.',
    changed:
      'Rien n’a été changé, car il se passerait maintenant autre chose que ce qui vous a été dit. Donnez l’ordre de nouveau.',
    'nothing-to-do':
      'Rien n’a été changé, car il n’y a plus rien à faire. L’ordre attend jusqu’à sa fin ou son retrait.',
    'order-failed':
      'Le service n’a pas pu le faire et ne peut pas dire jusqu’où il est allé\u00a0: regardez ce qui est arrivé au compte avant de l’ordonner de nouveau. L’erreur est dans le log du service.',
  },
}
