import { html } from '../../platform/html.ts'
import { plural } from '../../platform/plurals.ts'
import type { GuessWords } from './en.ts'

const closed = plural('fr', {
  one: '# navigateur que le compte connaît ne peut plus essayer',
  many: '# de navigateurs que le compte connaît ne peuvent plus essayer',
  other: '# navigateurs que le compte connaît ne peuvent plus essayer',
})

/** Counted guesses, in French. */
export const fr: GuessWords = {
  holds: {
    browsers: {
      less: plural('fr', {
        one: '# navigateur connu est oublié',
        many: '# navigateurs connus sont oubliés',
        other: '# navigateurs connus sont oubliés',
      }),
    },
    inBrowsers: {
      less: plural('fr', {
        one: '# mot de passe incorrect dans des navigateurs que le compte connaît est oublié',
        many: '# mots de passe incorrects dans des navigateurs que le compte connaît sont oubliés',
        other: '# mots de passe incorrects dans des navigateurs que le compte connaît sont oubliés',
      }),
    },
    atAddress: {
      less: plural('fr', {
        one: '# mot de passe incorrect à l’adresse est oublié',
        many: '# mots de passe incorrects à l’adresse sont oubliés',
        other: '# mots de passe incorrects à l’adresse sont oubliés',
      }),
    },
  },
  events: {
    failuresForgiven: () =>
      html`Les responsables de ce service ont remis à zéro le nombre de mots de passe incorrects`,
  },
  findings: {
    'closed-to-new-browsers': {
      wrong: (times) => `Il y a eu ${times} mots de passe faux de suite à cette adresse.`,
      until: (at) =>
        html`Jusqu’au ${at}, les navigateurs que le compte ne connaît pas ne peuvent plus essayer.`,
      mayDo: (command) => html`Si la personne est bien celle qu’elle dit être\u00a0: ${command}`,
      tell: 'Utilisez un navigateur dans lequel vous vous êtes déjà connecté. Ou cliquez sur «\u00a0Mot de passe oublié\u00a0?\u00a0» sur la page de connexion\u00a0: le lien de l’e-mail permet à ce navigateur d’essayer à nouveau.',
    },
    'waits-after-wrong-passwords': {
      place: (at) =>
        html`Trop de mots de passe ou de codes faux sont venus d’un endroit que le compte ne connaît pas\u00a0: il doit attendre jusqu’au ${at}.`,
      browser: (at) =>
        html`Trop de mots de passe ou de codes faux sont venus d’un navigateur que le compte connaît\u00a0: il doit attendre jusqu’au ${at}.`,
      others:
        'D’ici là, même le bon mot de passe y est refusé. Les autres endroits n’ont pas à attendre pour cela.',
      ends: 'L’attente se termine d’elle-même\u00a0: personne ne peut y mettre fin plus tôt.',
      wait: (at) =>
        html`Si c’était vous, attendez jusqu’au ${at}, puis essayez une fois. Après un autre mot de passe faux, vous attendrez de nouveau, jusqu’à un quart d’heure.`,
      recover:
        'Si vous ne savez plus le mot de passe, cliquez sur «\u00a0Mot de passe oublié\u00a0?\u00a0» sur la page de connexion\u00a0: cette attente ne s’y applique pas.',
    },
    'browsers-out-of-tries': {
      found: (count) => `${closed(count)}.`,
      wrong: (times) => `De chacun sont venus ${times} mots de passe faux de suite.`,
      tell: 'Cliquez sur «\u00a0Mot de passe oublié\u00a0?\u00a0» sur la page de connexion, et choisissez un nouveau mot de passe.',
    },
    'many-guess-at-it': {
      wrong: (times) =>
        `En une heure, ${times} mots de passe faux sont venus de nombreux endroits\u00a0: quelqu’un essaie de deviner.`,
      wait: 'Un endroit que le compte ne connaît pas attend jusqu’à un quart d’heure après chaque mot de passe faux.',
      tell: 'Quelqu’un essaie des mots de passe sur votre compte. Dans un navigateur que vous avez déjà utilisé, vous pouvez vous connecter comme d’habitude. Une clé d’accès écarte ces personnes pour de bon.',
    },
  },
}
