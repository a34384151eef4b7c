import {
  endGlassVisit,
  field,
  GLASS_LASTS_SECONDS,
  type HttpRequest,
  html,
  type Reply,
  type Route,
  redirect,
  route,
  submitButton,
  text,
  useBreakGlass,
} from '@portico/identity/parts'
import { findVisitor, GLASS_COOKIE, glassDeviceOf } from './break-glass.ts'
import type { ConsoleNeeds } from './console-needs.ts'
import { type ConsoleFrame, consoleFrame, consolePage } from './console-page.ts'
import { PROXY_UNKNOWN } from './console-route.ts'
import { isFromElsewhere } from './from-elsewhere.ts'
import { refuse } from './guard.ts'
import { BREAK_GLASS_PATHS, PLACES } from './places.ts'

/** The way in without a sign-in. The pages need no identity service: the database says whether a code is right. */
export function breakGlassRoutes(needs: ConsoleNeeds): readonly Route[] {
  const own = (answer: (http: HttpRequest) => Promise<Reply>) => async (http: HttpRequest) => {
    if (http.caller.isPassedOnByStranger) return text(500, PROXY_UNKNOWN)
    return answer(http)
  }
  const { enter, end } = BREAK_GLASS_PATHS
  return [
    route(
      'GET',
      enter,
      'page',
      own(async (http) => formPage(consoleFrame(needs, http))),
    ),
    route(
      'POST',
      enter,
      'page',
      own((http) => tryCode(needs, http)),
    ),
    route(
      'POST',
      end,
      'page',
      own((http) => endVisit(needs, http)),
    ),
  ]
}

/** It is the same whether there is a code or not. */
function formPage(shown: ConsoleFrame, { isWrong = false } = {}): Reply {
  const { breakGlass: words } = shown.words
  const message = isWrong ? words.wrong : undefined
  const code = field({
    ...{ name: 'code', type: 'text', label: words.label, hint: words.hint, autocomplete: 'off', ltr: true },
    problem: message,
  })
  const main = html`<p class="lead">${words.lead}</p>
<form method="post" action="${BREAK_GLASS_PATHS.enter}" accept-charset="utf-8" novalidate>
${code}
${submitButton(words.button)}
</form>`
  const faults = message === undefined ? [] : [{ fieldName: 'code', message }]
  const status = isWrong ? 400 : 200
  return consolePage(shown, { title: words.title, main, status, faults })
}

async function tryCode(needs: ConsoleNeeds, http: HttpRequest): Promise<Reply> {
  const shown = consoleFrame(needs, http)
  // A form of another site opens nothing, and counts as no guess of this network. Where a browser says nothing about the site, the code decides: nobody in need is kept out by an old browser.
  const saysSite = http.header('sec-fetch-site') !== undefined
  if (saysSite && isFromElsewhere(needs, http)) return formPage(shown)
  const form = http.form()
  const { address, requestId } = http
  const opened = await useBreakGlass(needs, {
    ...{ typed: form.ok ? form.value.text('code') : '', device: glassDeviceOf(http) },
    from: { address, requestId },
  })
  if (!opened.ok) return formPage(shown, { isWrong: true })
  needs.metrics.onEntered('break-glass')
  const cookie = needs.cookies.set(GLASS_COOKIE, opened.value.reveal(), { seconds: GLASS_LASTS_SECONDS })
  return redirect(303, PLACES.today.path, { cookies: [cookie] })
}

/** A form of another site ends nothing, and takes no cookie away: the code works once. */
async function endVisit(needs: ConsoleNeeds, http: HttpRequest): Promise<Reply> {
  const found = await findVisitor(needs, http)
  const visitor = found === 'elsewhere' ? undefined : found
  if (isFromElsewhere(needs, http)) {
    if (visitor) await refuse(needs, http, visitor, { because: 'cross-site' })
    return redirect(303, BREAK_GLASS_PATHS.enter)
  }
  const cookie = http.cookie(GLASS_COOKIE)
  if (visitor && cookie !== undefined)
    await endGlassVisit(needs, { ...visitor, cookie, because: 'signed-out' })
  return redirect(303, BREAK_GLASS_PATHS.enter, { cookies: [needs.cookies.clear(GLASS_COOKIE)] })
}
