import { FORM } from './target.ts'

const JSON_TYPE = 'Content-Type: application/json'

/** Every place that reads a body, with a type that it reads. */
export const READERS: readonly (readonly [string, string])[] = [
  ['/api/v1/accounts/register/', JSON_TYPE],
  ['/api/v1/accounts/recover/', JSON_TYPE],
  ['/o/token/', FORM],
  ['/o/revoke/', FORM],
  ['/api/integrations/introspect/', FORM],
  ['/o/authorize/', FORM],
  ['/o/authorize/decision/', FORM],
  ['/o/userinfo/', FORM],
  ['/login/', FORM],
  ['/register/', FORM],
  ['/register/confirm/', FORM],
  ['/recover/', FORM],
  ['/recover/confirm/', FORM],
  ['/login/new-browser/', FORM],
  ['/login/new-browser/confirm/', FORM],
  ['/logout/', FORM],
  ['/account/', FORM],
  ['/account/password/', FORM],
  ['/account/sessions/end/', FORM],
  ['/account/sessions/end-others/', FORM],
  ['/account/programs/disconnect/', FORM],
  ['/account/verification/', FORM],
  ['/account/verification/confirm/', FORM],
]
