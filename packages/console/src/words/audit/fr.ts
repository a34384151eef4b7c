import { html, plural } from '@portico/identity/parts'
import type { AuditWords } from './en.ts'

/** The words of the page of the audit in French. */
export const fr: AuditWords = {
  title: 'Journal',
  event: 'Événement',
  operator: 'Qui l’a fait',
  address: 'Adresse réseau',
  client: 'Service',
  request: 'Numéro d’une page',
  any: 'quelconque',
  button: 'Afficher',
  none: 'Aucun événement de ce genre.',
  unknownEvent: (name) => `Cette version n’écrit aucun événement du nom de ${name}.`,
  meantEvent: (name) => `Vouliez-vous dire ${name}\u00a0?`,
  wrong: 'Aucun événement ne peut contenir cela. Corrigez-le.',
  all: 'Tous les événements',
  stopped: 'La recherche a duré trop longtemps. Elle est remontée jusqu’à',
  citizen: 'Compte',
  citizenHint: 'Le sujet. Recherchez la personne, ouvrez le compte et continuez de là.',
  since: 'À partir de',
  until: 'Jusqu’à',
  timeHint: (zone) => `2026-03-01, ou 2026-03-01 14:05. Dans le fuseau ${zone}.`,
  wholeHint: 'Un jour, une minute ou une seconde compte en entier.',
  noTime: 'Ce n’est pas une heure. Écrivez 2026-03-01, ou 2026-03-01 14:05.',
  reversed: 'La fin doit être plus tard que le début.',
  noSubject:
    'Seul un sujet peut figurer ici, ni une adresse ni un nom. Recherchez la personne, ouvrez le compte et continuez de là.',
  noPage: 'Cette adresse ne mène à aucune page du journal. Commencez par les événements les plus récents.',
  covered:
    'Les réseaux et les raisons saisies sont masqués. Si vous découvrez le compte, ils s’affichent ici aussi pendant cinq minutes.',
  uncoverFirst:
    'Les réseaux de ce compte sont masqués, et ce que l’un d’eux ferait trouver les révélerait. Découvrez d’abord le compte.',
  nobodys:
    'Sans connexion, vous ne voyez aucun compte\u00a0: qui un événement concerne, son réseau et les raisons saisies sont masqués.',
  ofAccount: 'Tous ses événements dans le journal',
  older: 'Événements plus anciens',
  newest: 'Événements les plus récents',
  chain: {
    title: 'La chaîne des sceaux',
    nothing:
      'Rien n’est scellé. Le service scelle le journal chaque minute tant qu’il fonctionne, mais pas lorsque plusieurs serveurs PostgreSQL forment une seule base de données.',
    late: 'Des événements ne sont pas scellés depuis plus de 15 minutes. Le service ne fonctionne pas, ou une transaction est ouverte depuis tout ce temps. portico doctor en dit plus.',
    gap: 'Un jour a des événements et aucun sceau. Comparez le journal sur la machine du service.',
    sealed: 'Scellé',
    all: 'tous les événements',
    allSinceFirst: 'tous les événements depuis le premier sceau',
    before: (at) => html`tous les événements avant ${at}`,
    last: 'Dernier sceau',
    closed: 'Dernier jour clos (UTC)',
    noDay: 'aucun pour l’instant',
    hash: 'Hachage de son dernier sceau',
    sent: 'Où il est allé',
    log: 'après minuit, dans le journal technique de chaque processus',
    by: (way) => html`par ${way}`,
    notBy: (way) => html`pas encore par ${way}`,
    neverBy: (way) => html`pas par ${way}\u00a0: y vont ceux des jours suivants`,
    attempts: plural('fr', {
      one: '# tentative échouée',
      many: '# de tentatives échouées',
      other: '# tentatives échouées',
    }),
    missing: 'Jours avec des événements et sans sceau',
    noneSince: (day) => html`aucun depuis ${day}`,
    notLooked: 'pas encore examinés',
    walking: 'Les événements d’avant le premier sceau sont encore en cours de scellement.',
    behind: (day, at) =>
      html`Les événements du ${day} après ${at} sont scellés avec le jour suivant. Ce hachage ne les couvre pas, mais celui du jour suivant.`,
    today:
      'Ce qui arrive aujourd’hui est scellé en une minute. Le hachage d’aujourd’hui part après minuit (UTC).',
    verify: 'Cette page ne compare aucun hachage. Sur la machine du service\u00a0:',
  },
}
