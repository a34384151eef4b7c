import { listOf, mapOf, oneWordOf, orNull, type Schema, textSchema } from '../platform/operation.ts'
import type { Confirmation } from './client.ts'

const OWN_LIMIT = 'null where the limit per address counts.'

/** The settings of a client that an operator decides, as commands and files have them. */
export const REGISTRATION: Readonly<
  Record<
    | 'name'
    | 'names'
    | 'home'
    | 'homes'
    | 'redirect_uris'
    | 'scope'
    | 'confirmation'
    | 'token_limit_per_minute'
    | 'introspection_limit_per_minute',
    Schema
  >
> = {
  name: textSchema('The name that citizens read.'),
  names: mapOf({ type: 'string' }, 'The name in other languages, by their tags.'),
  home: orNull(
    textSchema('The page that citizens go back to; null for the origin of the first redirect URI.'),
  ),
  homes: mapOf({ type: 'string' }, 'The same page in other languages, by their tags.'),
  redirect_uris: listOf(textSchema('An exact address that citizens return to.')),
  scope: textSchema('The scopes that it may ask for, separated by blanks.'),
  confirmation: oneWordOf<Confirmation>(
    { 'first-time': '', 'skip-first-time': '' },
    'Whether citizens are asked the first time that they enter.',
  ),
  token_limit_per_minute: orNull({
    type: 'integer',
    description: `Requests a minute at the token endpoint; ${OWN_LIMIT}`,
  }),
  introspection_limit_per_minute: orNull({
    type: 'integer',
    description: `Requests a minute at introspection; ${OWN_LIMIT}`,
  }),
}
