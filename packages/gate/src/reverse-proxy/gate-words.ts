import type { VisitorLanguage } from '@portico/program'

/** Why the gate itself answers, and not the back end. None of them says anything about the citizen. */
export type GateProblem =
  | 'back_end_away'
  | 'back_end_slow'
  | 'other_host'
  | 'method_not_allowed'
  | 'unclear_request'

/** What a page of the gate says. */
interface GateWords {
  readonly title: string
  readonly problems: Readonly<Record<GateProblem, string>>
  /** Leads to the same page. */
  readonly again: string
  /** Leads to the start page. */
  readonly home: string
}

/** The words of the gate's own pages, by language. None has a sign that HTML reads. */
export const WORDS: Readonly<Record<VisitorLanguage, GateWords>> = {
  en: {
    title: 'Not available',
    problems: {
      back_end_away:
        'This service is not available at the moment. You are still signed in: please try again in a minute.',
      back_end_slow:
        'This service took too long to answer. You are still signed in: please try again in a minute.',
      other_host: 'This address belongs to another service.',
      method_not_allowed: 'This method is not allowed.',
      unclear_request: 'This request could be read in more than one way.',
    },
    again: 'Try again',
    home: 'Go to the start page',
  },
  de: {
    title: 'Nicht verfügbar',
    problems: {
      back_end_away:
        'Dieser Dienst ist im Moment nicht verfügbar. Sie sind weiterhin angemeldet: Bitte versuchen Sie es in einer Minute noch einmal.',
      back_end_slow:
        'Dieser Dienst hat nicht rechtzeitig geantwortet. Sie sind weiterhin angemeldet: Bitte versuchen Sie es in einer Minute noch einmal.',
      other_host: 'Diese Adresse gehört zu einem anderen Dienst.',
      method_not_allowed: 'Diese Methode ist nicht erlaubt.',
      unclear_request: 'Diese Anfrage ließe sich auf mehr als eine Weise lesen.',
    },
    again: 'Noch einmal versuchen',
    home: 'Zur Startseite',
  },
  fr: {
    title: 'Indisponible',
    problems: {
      back_end_away:
        'Ce service est indisponible pour le moment. Vous êtes toujours connecté : réessayez dans une minute.',
      back_end_slow:
        'Ce service a mis trop de temps à répondre. Vous êtes toujours connecté : réessayez dans une minute.',
      other_host: 'Cette adresse appartient à un autre service.',
      method_not_allowed: 'Cette méthode n’est pas autorisée.',
      unclear_request: 'Cette requête peut être lue de plusieurs façons.',
    },
    again: 'Réessayer',
    home: 'Aller à la page d’accueil',
  },
  es: {
    title: 'No disponible',
    problems: {
      back_end_away:
        'Este servicio no está disponible en este momento. Su sesión sigue abierta: inténtelo de nuevo dentro de un minuto.',
      back_end_slow:
        'Este servicio ha tardado demasiado en responder. Su sesión sigue abierta: inténtelo de nuevo dentro de un minuto.',
      other_host: 'Esta dirección pertenece a otro servicio.',
      method_not_allowed: 'Este método no está permitido.',
      unclear_request: 'Esta petición puede leerse de más de una manera.',
    },
    again: 'Intentarlo de nuevo',
    home: 'Ir a la página de inicio',
  },
  ar: {
    title: 'غير متاح',
    problems: {
      back_end_away:
        'هذه الخدمة غير متاحة في الوقت الحالي. ما زلت مسجّل الدخول: يُرجى إعادة المحاولة بعد دقيقة.',
      back_end_slow: 'استغرقت هذه الخدمة وقتًا طويلًا للرد. ما زلت مسجّل الدخول: يُرجى إعادة المحاولة بعد دقيقة.',
      other_host: 'هذا العنوان يخص خدمة أخرى.',
      method_not_allowed: 'هذه الطريقة غير مسموح بها.',
      unclear_request: 'يمكن قراءة هذا الطلب بأكثر من طريقة.',
    },
    again: 'إعادة المحاولة',
    home: 'الانتقال إلى صفحة البداية',
  },
  zh: {
    title: '暂时无法使用',
    problems: {
      back_end_away: '此服务目前无法使用。您仍处于登录状态：请一分钟后重试。',
      back_end_slow: '此服务响应时间过长。您仍处于登录状态：请一分钟后重试。',
      other_host: '此地址属于另一项服务。',
      method_not_allowed: '不允许使用此方法。',
      unclear_request: '此请求可能有多种解读方式。',
    },
    again: '重试',
    home: '前往首页',
  },
}
