import { headerValue, htmlTag, type VisitorLanguage, visitorLanguage } from '../platform/index.ts'
import type { VisitorRequest } from '../program-sso.ts'
import { htmlPage } from './reply.ts'

interface Words {
  readonly title: string
  readonly sentence: string
  readonly reload: string
}

const WORDS: Readonly<Record<VisitorLanguage, Words>> = {
  en: {
    title: 'Not available',
    sentence: 'Your sign-in cannot be checked at the moment. You are still signed in: reload this page.',
    reload: 'Reload this page',
  },
  de: {
    title: 'Nicht verfügbar',
    sentence:
      'Ihre Anmeldung kann im Moment nicht geprüft werden. Sie sind weiterhin angemeldet: Laden Sie diese Seite neu.',
    reload: 'Seite neu laden',
  },
  fr: {
    title: 'Indisponible',
    sentence:
      'Votre connexion ne peut pas être vérifiée pour le moment. Vous êtes toujours connecté : rechargez cette page.',
    reload: 'Recharger cette page',
  },
  es: {
    title: 'No disponible',
    sentence:
      'En este momento no se puede comprobar su sesión. La sesión sigue abierta: vuelva a cargar esta página.',
    reload: 'Volver a cargar esta página',
  },
  ar: {
    title: 'غير متاح',
    sentence: 'يتعذر التحقق من تسجيل دخولك في الوقت الحالي. ما زلت مسجّل الدخول: أعد تحميل هذه الصفحة.',
    reload: 'إعادة تحميل هذه الصفحة',
  },
  zh: {
    title: '暂时无法使用',
    sentence: '目前无法验证您的登录状态。您仍处于登录状态：请重新加载此页面。',
    reload: '重新加载此页面',
  },
}

/** The page for a citizen whose session cannot be checked now. The empty address is that of the page itself. */
export function unavailablePage(request: VisitorRequest, retryAfterSeconds: number): Response {
  const language = visitorLanguage(headerValue(request.headers, 'accept-language'))
  const { title, sentence, reload } = WORDS[language]
  const body = `<!doctype html>${htmlTag(language)}<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>
<p>${sentence}</p><p><a href="">${reload}</a></p></html>\n`
  return htmlPage(503, body, { 'retry-after': String(retryAfterSeconds), vary: 'accept-language' })
}
