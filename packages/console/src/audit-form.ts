import { field, type Html, html, isUuid, linkButton, submitButton, UTC } from '@portico/identity/parts'
import type { ConsoleFrame } from './console-page.ts'
import { PLACES } from './places.ts'
import {
  type AuditAsked,
  type AuditTyped,
  coveredFields,
  isReversed,
  unfitFields,
} from './reads/read-audit.ts'
import type { Typed } from './typed-notes.ts'
import { readTypedTime } from './zone-time.ts'

/** The fields of the form, in its order. */
export const FORM_FIELDS = [
  ...['event', 'operator', 'citizen', 'address', 'client', 'request', 'since', 'until'],
] as const satisfies readonly (keyof FormTyped)[]

/** What was typed into the form; `''` for nothing. */
export interface FormTyped extends AuditTyped {
  readonly citizen: string
  readonly since: string
  readonly until: string
}

/** What is wrong, by its fields. */
export type FormFaults = Readonly<Partial<Record<keyof FormTyped, string>>>

/** What was typed, from a form, an address or a note. */
export function formTyped(read: (name: keyof FormTyped) => string | undefined): FormTyped {
  const of = (name: keyof FormTyped) => read(name) ?? ''
  return {
    ...{ event: of('event'), operator: of('operator'), address: of('address'), client: of('client') },
    ...{ request: of('request'), citizen: of('citizen'), since: of('since'), until: of('until') },
  }
}

/** What a note has of it. */
export const notedForm = (typed: Typed): FormTyped => formTyped((name) => typed[name])

/** Which events the form asks for, or what is wrong with it. Times are read in the time zone of the pages. `isCovered`: what may not be asked for then is a fault. */
export function readForm(
  { frame, words: { audit: words } }: ConsoleFrame,
  typed: FormTyped,
  { isCovered }: { readonly isCovered: boolean },
): Pick<AuditAsked, 'typed' | 'since' | 'until'> & { readonly faults: FormFaults } {
  const since = readTypedTime(typed.since, frame, 'begins')
  const until = readTypedTime(typed.until, frame, 'ends')
  const noTime = (name: 'since' | 'until', read: typeof since) =>
    typed[name] !== '' && read === undefined && { [name]: words.noTime }
  const faults = {
    ...(isCovered && Object.fromEntries(coveredFields(typed).map((name) => [name, words.uncoverFirst]))),
    ...Object.fromEntries(unfitFields(typed).map((name) => [name, words.wrong])),
    ...(typed.citizen !== '' && !isUuid(typed.citizen) && { citizen: words.noSubject }),
    ...noTime('since', since),
    ...noTime('until', until),
    ...(isReversed(since, until) && { until: words.reversed }),
  }
  return { typed, since, until, faults }
}

/** The form. Whoever a code has let in finds no citizen. */
export function auditForm(
  { frame, words: { audit: words }, glass }: ConsoleFrame,
  typed: FormTyped,
  faults: FormFaults = {},
): Html {
  const { timeZone = UTC } = frame
  const hints: Readonly<Partial<Record<keyof FormTyped, string>>> = {
    citizen: words.citizenHint,
    since: words.timeHint(timeZone),
    until: words.wholeHint,
  }
  const inputs = FORM_FIELDS.filter((name) => name !== 'citizen' || !glass?.isOwn).map((name) =>
    field({
      ...{ name, type: 'text', label: words[name], autocomplete: 'off', value: typed[name] },
      ...{ optional: words.any, hint: hints[name], problem: faults[name] },
    }),
  )
  return html`<form method="post" action="${PLACES.audit.path}" accept-charset="utf-8" novalidate>
<div class="filters">${inputs}</div>
${submitButton(words.button, 'secondary')} ${linkButton(words.all, PLACES.audit.path, 'quiet')}
</form>`
}
