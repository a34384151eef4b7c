import {
  type Brand,
  type Design,
  designOf,
  favicon,
  formlessFrame,
  type Html,
  type HttpRequest,
  html,
  inLanguage,
  isolated,
  isoTime,
  layout,
  mayAs,
  type Operator,
  type PageFrame,
  page,
  problemSummary,
  type Reply,
  type UnixSeconds,
} from '@portico/identity/parts'
import { isShownByGlass, type ShownGlass } from './break-glass.ts'
import type { ConsoleNeeds } from './console-needs.ts'
import { BREAK_GLASS_PATHS, IN_NAVIGATION, PLACES, type Place, SIGN_IN_PATHS } from './places.ts'
import { targetOf } from './web-exchange.ts'
import { CONSOLE_WORDS, type ConsoleWords } from './words/index.ts'
import { type InZone, shownTime } from './zone-time.ts'

/** The rules of the console beside those of every page: a band that citizens' pages do not have, and tables. */
const RULES = `
.wide{--column:64rem}
.top{border-block-end:0.5rem solid var(--caution)}
.console{margin:0 0 1rem;padding:0.25rem 1rem;background:var(--caution-tint);color:var(--caution);font-size:0.9375rem}
.glass{border:2px solid var(--caution)}
.filters{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(15rem,100%),1fr));gap:0 1.5rem;align-items:end}
form:has(.filters){margin-block-end:1.5rem}
.sheet{overflow-x:auto;margin-block-end:1rem}
.sheet table{border-collapse:collapse;inline-size:100%;font-size:0.9375rem}
.sheet th,.sheet td{padding-block:0.375rem;padding-inline:0 0.75rem;text-align:start;vertical-align:top;border-block-end:1px solid var(--line);min-inline-size:6rem}
.sheet th{color:var(--soft);font-weight:650}
.sheet td{overflow-wrap:break-word}
.sheet td:has(bdi,code){min-inline-size:10rem}
.sheet bdi,.sheet code,.sheet small{overflow-wrap:anywhere}
.sheet time{white-space:nowrap}
.sheet small{display:block;color:var(--soft)}
.story td:empty{padding:0}
@media (max-width:40rem){
.story thead{display:none}
.story tr,.story td{display:block}
.story tr{padding-block:0.5rem;border-block-end:1px solid var(--line)}
.story td{padding:0;border:0}
}
.said .plain{list-style:none;margin-inline-start:-1.25rem}
.charts{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(15rem,100%),1fr));gap:1rem 1.5rem;margin-block-end:1.5rem}
.charts figure{margin:0}
.charts svg{display:block;inline-size:100%;block-size:4rem;fill:var(--caution);stroke:none}
.charts path{stroke:var(--line)}
.charts figcaption{color:var(--soft);font-size:0.9375rem}
`

/** How the pages look: as those of citizens, with the name, the logo and the colours of the deployment. Its links and its contact are for citizens, who are helped by whoever reads these pages. */
export function consoleDesign(brand: Brand | undefined): Design {
  return designOf({ ...(brand && lookOf(brand)), links: {} }, RULES.replaceAll('\n', ''))
}

function lookOf({ links: _, contact: __, ...look }: Brand): Omit<Brand, 'links' | 'contact'> {
  return look
}

/** What stands at the head of every page, so that nobody takes it for one of citizens. */
export function consoleMark({ mark }: ConsoleWords): Html {
  return html`<p class="console">${mark}</p>`
}

/** What a page of the console is shown with. */
export interface ConsoleFrame {
  readonly frame: PageFrame
  readonly words: ConsoleWords
  readonly operator: Operator | undefined
  /** The way in without a sign-in that is open now. */
  readonly glass: ShownGlass | undefined
}

/** The frame of a request's page, in the language of its browser. */
export function consoleFrame(
  { config, design }: Pick<ConsoleNeeds, 'config' | 'design'>,
  http: HttpRequest,
  { operator, glass }: { readonly operator?: Operator; readonly glass?: ShownGlass | undefined } = {},
): ConsoleFrame {
  const { serviceName, timeZone } = config
  const formless = formlessFrame({ serviceName, timeZone, design }, http)
  // No form of the console has a token: another site's has no cookie.
  const choice = operator && !glass?.isOwn && { csrfToken: '', back: targetOf(http) }
  const frame = choice ? { ...formless, choice } : formless
  return { frame, words: inLanguage(CONSOLE_WORDS, frame.language), operator, glass }
}

/** What is on a page. */
export interface ConsoleParts {
  readonly title: string
  readonly main: Html
  readonly place?: Place
  readonly status?: number
  readonly faults?: readonly { readonly message: string; readonly fieldName: string }[]
}

/** A page of the console. No script runs in it, and its forms lead nowhere else. */
export function consolePage(
  shown: ConsoleFrame,
  { title, main, place, status = 200, faults = [] }: ConsoleParts,
): Reply {
  const { frame, words, operator, glass } = shown
  const inside = html`${consoleMark(words)}
${glass && glassBand(shown, glass)}
<h1>${title}</h1>
${problemSummary(frame.words, faults)}${main}`
  const document = layout(frame, {
    ...{ title: `${title} – ${words.title}`, main: inside, faults, wide: true, home: PLACES.search.path },
    ...(operator && { nav: navigation(words, operator, { place, glass }) }),
  })
  return page(status, document)
}

/** Every operator reads on every page that somebody may be in without a sign-in. */
function glassBand(
  { frame, words: { breakGlass: words } }: ConsoleFrame,
  { name, endsAt }: ShownGlass,
): Html {
  return html`<p class="console glass" role="status"><strong>${words.open} ${instant(frame, endsAt)} ${words.for} ${isolated(name)}.</strong> ${words.means}</p>`
}

function navigation(
  words: ConsoleWords,
  operator: Operator,
  { place, glass }: { readonly place: Place | undefined; readonly glass: ShownGlass | undefined },
): Html {
  const isShown = (path: string) => !glass?.isOwn || isShownByGlass({ method: 'GET', path })
  const reached = IN_NAVIGATION.filter((name) => mayAs(operator.role, PLACES[name].role))
  const links = reached
    .filter((name) => isShown(PLACES[name].path))
    .map(
      (name) =>
        html`<li><a href="${PLACES[name].path}"${name === place && html` aria-current="page"`}>${words.places[name]}</a></li>`,
    )
  return html`<nav class="rooms" aria-label="${words.nav.label}">
<div><p>${words.nav.signedInAs} ${isolated(operator.name)} (${words.roles[operator.role]})</p>
${signOutForm(words, 'quiet', glass?.isOwn ? BREAK_GLASS_PATHS.end : SIGN_IN_PATHS.logout)}</div>
<ul>${links}</ul></nav>`
}

/** The icon beside the title of every page. */
export const ICON = favicon

/** A table, which can be scrolled with the keyboard where it is wider than the page. On a narrow page, each row of a story stands by itself. */
export function sheet(
  label: string,
  headings: readonly string[],
  rows: readonly (readonly (Html | string)[])[],
  look: 'table' | 'story' = 'table',
): Html {
  return html`<div class="sheet ${look}" tabindex="0" role="region" aria-label="${label}"><table>
<thead><tr>${headings.map((heading) => html`<th scope="col">${heading}</th>`)}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${row.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody>
</table></div>`
}

/** Facts by their names. */
export function factList(facts: readonly (readonly [name: string, value: Html | string])[]): Html {
  return html`<dl>${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`
}

/** A word or code of the service, or a network, which reads from left to right in every language. */
export function exact(word: string): Html {
  return html`<bdi dir="ltr">${word}</bdi>`
}

/** An instant as operators compare it with what citizens read: in the time zone of the service's pages and letters, to the second. The attribute has it in UTC, as the audit and the log. */
export function instant(frame: InZone, at: UnixSeconds): Html {
  return instantOf(frame, isoTime(at))
}

/** The same of an instant that is in ISO 8601 already. */
export function instantOf(zone: InZone, iso: string): Html {
  const { day, time, zoneName } = shownTime(zone, Date.parse(iso))
  return html`<time datetime="${iso}" dir="ltr">${day} ${time} ${zoneName}</time>`
}

/** The form that signs an operator out. `look` is a class of buttons. */
export function signOutForm(
  { nav }: ConsoleWords,
  look: 'quiet' | 'secondary',
  path: string = SIGN_IN_PATHS.logout,
): Html {
  return html`<form method="post" action="${path}"><button type="submit" class="button ${look}"><span>${nav.signOut}</span></button></form>`
}
