import { oneOf, text } from './command.ts'

/** The options that choose events by what they have. All that are given must fit. */
export const FILTER_OPTIONS = {
  event: oneOf(text('NAME', 'Only events of this name, such as signed-in'), async () =>
    Object.keys((await import('../rooms.ts')).EVENTS),
  ),
  client: text('ID', 'Only events of this program, also where it was removed'),
  operator: text('NAME', 'Only what this operator did and looked at'),
  address: text('IP', 'Only events from this network address'),
  request: text('REF', 'Only events of the request with this reference number, which an error page shows'),
}
