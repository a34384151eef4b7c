import { type Html, html } from '../../platform/html.ts'
import { plural } from '../../platform/plurals.ts'
import type { MailedLinkWords } from './en.ts'

const times = plural('fr', {
  one: 'Cela a été demandé # fois ces derniers jours.',
  many: 'Cela a été demandé # de fois ces derniers jours.',
  other: 'Cela a été demandé # fois ces derniers jours.',
})
const registration = {
  asked: (at: Html) => html`Le ${at}, un compte a été demandé avec cette adresse.`,
  times,
}
const recovery = { asked: (at: Html) => html`Le ${at}, un nouveau mot de passe a été demandé.`, times }
const browser = {
  asked: (at: Html) => html`Le ${at}, un lien pour un nouveau navigateur a été demandé.`,
  times,
}
const verification = {
  asked: (at: Html) => html`Le ${at}, un lien qui confirme l’adresse a été demandé.`,
  times,
}
const mailRefused = {
  tell: 'Votre fournisseur de messagerie refuse notre e-mail. Regardez si l’adresse est bien écrite et si votre boîte est pleine\u00a0; sinon, utilisez une autre adresse.',
  noMailbox:
    'Votre fournisseur de messagerie dit qu’aucune boîte n’a cette adresse. Regardez si elle est bien écrite\u00a0; sinon, utilisez une autre adresse.',
  fullMailbox:
    'Votre boîte est pleine. Faites de la place et redemandez l’e-mail, ou utilisez une autre adresse.',
  seemsGone:
    'Il semble qu’aucune boîte n’ait cette adresse. Regardez si elle est bien écrite\u00a0; sinon, utilisez une autre adresse.',
  seemsFull:
    'Il semble que votre boîte soit pleine. Faites de la place et redemandez l’e-mail, ou utilisez une autre adresse.',
}
const accountMailRefused = {
  lostMailbox: (command: Html) =>
    html`Si la personne qui appelle a perdu cette boîte, seulement avec la preuve de qui elle est\u00a0: ${command}`,
  tell: 'Votre fournisseur de messagerie refuse notre e-mail. Regardez si votre boîte est pleine\u00a0: faites alors de la place et redemandez l’e-mail. Si vous ne l’avez plus, connectez-vous autrement si vous le pouvez, et changez l’adresse dans votre compte.',
  noMailbox:
    'Votre fournisseur de messagerie dit que votre boîte n’existe pas. Si vous ne l’avez plus, connectez-vous autrement si vous le pouvez, et changez l’adresse dans votre compte.',
  fullMailbox: 'Votre boîte est pleine. Faites de la place et redemandez l’e-mail.',
  seemsGone:
    'Il semble que votre boîte n’existe pas. Si vous ne l’avez plus, connectez-vous autrement si vous le pouvez, et changez l’adresse dans votre compte.',
  seemsFull: 'Il semble que votre boîte soit pleine. Faites de la place et redemandez l’e-mail.',
}
const mailPutOff = {
  tell: 'Votre fournisseur de messagerie n’a pas accepté notre e-mail à temps. Regardez si l’adresse est bien écrite et si votre boîte est pleine. Réessayez ensuite plus tard, ou utilisez une autre adresse.',
}
const accountMailPutOff = {
  lostMailbox: accountMailRefused.lostMailbox,
  tell: 'Votre fournisseur de messagerie n’a pas accepté notre e-mail à temps. Regardez si votre boîte est pleine\u00a0: faites alors de la place et redemandez l’e-mail plus tard. Si vous ne l’avez plus, connectez-vous autrement si vous le pouvez, et changez l’adresse dans votre compte.',
}
const ended = (at: Html) => html`Le lien n’a pas été utilisé et a pris fin le ${at}.`
const linkWaits = {
  works: (at: Html) => html`Le lien est valable jusqu’au ${at}. Personne ne l’a encore utilisé.`,
  tell: 'Cherchez notre dernier e-mail, aussi dans le dossier des indésirables, et ouvrez son lien.',
}
const limit = {
  ends: (at: Html) => html`Elle prend fin le ${at}.`,
  tell: (at: Html) =>
    html`Vous avez fait trop de demandes. Cherchez les e-mails déjà arrivés, ou attendez jusqu’au ${at}.`,
}

const again = 'Qui crée le compte encore une fois reçoit aussitôt un nouveau lien.'
const registrationEnded = (at: Html) => html`${ended(at)} ${again}`
const registrationWaits = {
  works: (at: Html) =>
    html`${linkWaits.works(at)} Tant que personne ne l’ouvre, il n’y a pas de compte. ${again}`,
  tell: linkWaits.tell,
}

/** Mailed links, in French. */
export const fr: MailedLinkWords = {
  limits: {
    registrations: 'Comptes demandés',
    recoveries: 'Nouveaux mots de passe demandés par e-mail',
    browserLinks: 'Liens demandés pour un nouveau navigateur',
    codes: 'Essais de codes reçus par e-mail',
  },
  acts: {
    resend: {
      title: 'Renvoyer l’e-mail avec le lien',
      note: 'Il compte parmi les e-mails que l’on peut demander en une heure. Vous ne voyez pas le lien.',
      nothing: {
        suspended: 'Le compte est suspendu\u00a0: décidez d’abord de cela.',
        'nothing-waits': 'Aucun lien demandé ces derniers jours n’est resté inutilisé.',
        'mail-refused':
          'Le serveur de messagerie a refusé définitivement l’e-mail contenant ce lien. Quand la boîte acceptera de nouveau les e-mails, la personne demandera un nouveau lien.',
      },
      says: {
        done: ({ letter, at }) =>
          html`L’e-mail ${letter} part encore une fois\u00a0; son lien vaut jusqu’au ${at}.`,
      },
      refused: {
        'too-many': plural('fr', {
          one: 'Autant d’e-mails de ce type qu’une adresse en reçoit en une heure ont déjà été demandés. Réessayez dans # minute.',
          many: 'Autant d’e-mails de ce type qu’une adresse en reçoit en une heure ont déjà été demandés. Réessayez dans # minutes.',
          other:
            'Autant d’e-mails de ce type qu’une adresse en reçoit en une heure ont déjà été demandés. Réessayez dans # minutes.',
        }),
      },
    },
  },
  holds: {
    links: {
      less: plural('fr', {
        one: '# lien envoyé par e-mail ne vaut plus',
        many: '# liens envoyés par e-mail ne valent plus',
        other: '# liens envoyés par e-mail ne valent plus',
      }),
      more: plural('fr', {
        one: '# lien part par e-mail',
        many: '# liens partent par e-mail',
        other: '# liens partent par e-mail',
      }),
    },
  },
  events: {
    recoveryRequested: () => html`Quelqu’un a demandé un lien pour choisir un nouveau mot de passe`,
    browserLinkRequested: () => html`Quelqu’un a demandé un lien pour utiliser un nouveau navigateur`,
    verificationRequested: () => html`Un lien a été envoyé pour confirmer l’adresse e-mail`,
    letterResent: () => html`Les responsables de ce service ont renvoyé l’e-mail avec le lien`,
    codeRefused: () => html`Quelqu’un a saisi un code d’e-mail incorrect`,
    codeUsed: () => html`Un code d’e-mail a été saisi à la place du lien`,
  },
  findings: {
    'registration-mail-refused': { ...registration, ...mailRefused },
    'registration-mail-put-off': { ...registration, ...mailPutOff },
    'registration-link-expired': {
      ...registration,
      ended: registrationEnded,
      tell: 'Créez le compte encore une fois\u00a0; le formulaire se remplit vite. Ouvrez le dernier e-mail dans la journée.',
    },
    'registration-link-waits': { ...registration, ...registrationWaits },
    'recovery-mail-refused': { ...recovery, ...accountMailRefused },
    'recovery-mail-put-off': { ...recovery, ...accountMailPutOff },
    'recovery-link-expired': {
      ...recovery,
      ended,
      tell: 'Cliquez encore une fois sur «\u00a0Mot de passe oublié\u00a0?\u00a0», et ouvrez le dernier e-mail dans la demi-heure.',
    },
    'recovery-link-waits': { ...recovery, ...linkWaits },
    'browser-mail-refused': { ...browser, ...accountMailRefused },
    'browser-mail-put-off': { ...browser, ...accountMailPutOff },
    'browser-link-expired': {
      ...browser,
      ended,
      tell: 'Connectez-vous encore une fois avec le navigateur que vous voulez utiliser, demandez un autre lien, et ouvrez-y le dernier e-mail dans la demi-heure.',
    },
    'browser-link-waits': { ...browser, ...linkWaits },
    'verification-mail-refused': { ...verification, ...accountMailRefused },
    'verification-mail-put-off': { ...verification, ...accountMailPutOff },
    'verification-link-expired': {
      ...verification,
      ended,
      tell: 'Connectez-vous, et demandez un autre e-mail.',
    },
    'verification-link-waits': { ...verification, ...linkWaits },
    'other-mail-refused': { times, ...accountMailRefused },
    'other-mail-put-off': { times, ...accountMailPutOff },
    'other-link-expired': {
      times,
      ended,
      tell: 'Demandez l’e-mail encore une fois, et ouvrez le plus récent dans la demi-heure.',
    },
    'other-link-waits': { times, ...linkWaits },
    'limit-register-per-email': {
      ...limit,
      asked: 'Un compte a été demandé avec cette adresse aussi souvent que cela est permis.',
    },
    'limit-recover-per-email': {
      ...limit,
      asked: 'Un nouveau mot de passe a été demandé avec cette adresse aussi souvent que cela est permis.',
    },
    'limit-browser-link-per-email': {
      ...limit,
      asked:
        'Un lien pour un nouveau navigateur a été demandé avec cette adresse aussi souvent que cela est permis.',
    },
    'limit-code-per-email': {
      ...limit,
      asked: 'Des codes d’e-mails ont été essayés à cette adresse aussi souvent que cela est permis.',
    },
  },
}
