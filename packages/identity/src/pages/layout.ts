import type { TimeZone } from '../platform/date-words.ts'
import { type Html, html, keepWhole, PageDocument } from '../platform/html.ts'
import { textIn } from '../platform/languages.ts'
import type { AccountLink } from '../platform/room/room.ts'
import { favicon } from './assets.ts'
import { type Design, porticoStyle } from './design.ts'
import { helpPart } from './help-part.ts'
import { mark } from './icons.ts'
import { type Fault, hiddenInput, languageSelect, postForm, submitButton } from './parts.ts'
import { PATHS } from './paths.ts'
import type { Words } from './words/en.ts'

/** What every page shows around its content. */
export interface PageFrame {
  readonly serviceName: string
  readonly words: Words
  readonly language: string
  /** UTC without one. */
  readonly timeZone?: TimeZone
  /** The number by which the operators find this request. */
  readonly reference?: string
  /** The colours, the logo and the links of the deployment. */
  readonly design?: Design
  /** The form that chooses another language: its CSRF token, and the address that it leads back to. */
  readonly choice?: { readonly csrfToken: string; readonly back: string }
  /** The address of the citizen who is signed in, for the account pages. */
  readonly signedInAs?: string
  /** The account pages of rooms. */
  readonly accountLinks?: readonly AccountLink[]
  /** Whether the page has what its citizen typed before this browser was signed out. */
  readonly isTypedAgain?: boolean
}

/** One page without its frame. */
export interface PageParts {
  readonly title: string
  readonly main: Html
  /** What is wrong. The title says that something is, which screen readers read first. */
  readonly faults?: readonly Fault[]
  /** The page says that what was asked for cannot be done. Its reference names the status if there is one. */
  readonly deadEnd?: { readonly status?: number }
  /** The links of the account pages, above the content. */
  readonly nav?: Html
  /** Gives lists more width than a form needs. */
  readonly wide?: boolean
  /** The target of the service's name; by default the account. */
  readonly home?: string
}

const styleOf = (design: Design | undefined) => design?.style ?? porticoStyle

/**
 * Whether the page says that something went wrong which no field mends. It then ends with whom to ask for help: a page says so by its
 * parts, so that none can forget it.
 */
const isStuck = ({ faults = [], deadEnd }: PageParts) =>
  deadEnd !== undefined || faults.some(({ fieldName }) => fieldName === undefined)

const head = (
  { serviceName, words, design }: PageFrame,
  { title, faults = [] }: PageParts,
): Html => html`<head>
<meta charset="utf-8">
<title>${faults.length > 0 && words.errorInTitle}${title} – ${serviceName}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex">
<meta name="format-detection" content="telephone=no">
${styleOf(design).element}
<link rel="icon" type="image/svg+xml" href="${favicon.path}">
</head>`

const sign = ({ design }: PageFrame): Html =>
  design?.logo ? html`<img class="mark" src="${design.logo.path}" alt="">` : mark

const LINKS = ['help', 'privacy', 'accessibility'] as const

/** The choice of the language. It works without a script. */
const choiceForm = ({ words, language, choice }: PageFrame): Html | undefined =>
  choice &&
  postForm({
    action: PATHS.language,
    csrfToken: choice.csrfToken,
    contents: html`${hiddenInput('back', choice.back)}
<label for="foot-language">${words.language.label}</label>
${languageSelect('foot-language', language)}
${submitButton(words.language.button, 'quiet')}`,
  })

/** The choice of the language, the links of the deployment, and what the service never asks for. */
function foot(frame: PageFrame): Html {
  const { words, design } = frame
  const links = LINKS.flatMap((link) => {
    const address = textIn(design?.links[link], frame.language)
    return address === undefined ? [] : [html`<li><a href="${address}">${words.foot[link]}</a></li>`]
  })
  return html`<footer class="foot">${choiceForm(frame)}${
    links.length > 0 && html`<nav aria-label="${words.foot.label}"><ul>${links}</ul></nav>`
  }<p>${words.footer}</p></footer>`
}

/** The frame of a page: skip link, the service's name, the content, the footer. */
export function layout(frame: PageFrame, parts: PageParts): PageDocument {
  const { serviceName, words, language } = frame
  const body = html`<a class="skip" href="#main">${words.skip}</a>
<header class="top"><a class="house" href="${parts.home ?? PATHS.account}">${sign(frame)}<span>${serviceName}</span></a></header>
<div class="porch">
${parts.nav}
<main id="main" tabindex="-1">
${parts.main}${isStuck(parts) && helpPart(frame, parts.deadEnd?.status)}
</main>
</div>
${foot(frame)}`
  const page = html`<!doctype html>
<html lang="${language}" dir="${words.direction}">
${head(frame, parts)}
<body${parts.wide && html` class="wide"`}>
${keepWhole(body)}
</body>
</html>
`
  return new PageDocument(page, styleOf(frame.design), {
    showsNumber: isStuck(parts) && frame.reference !== undefined,
  })
}
