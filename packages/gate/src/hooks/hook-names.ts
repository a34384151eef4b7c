/**
 * What the gate asks the back end: the member `type` of the signed body. The first two are needed by every program, and
 * the last five by a program that has old accounts. `signed_in` and `forgotten` are notices, and `ping` changes nothing: 501
 * says that the back end does not want them.
 */
export type HookName =
  | 'load'
  | 'provision'
  | 'signed_in'
  | 'forgotten'
  | 'ping'
  | 'email_taken'
  | 'old_session'
  | 'old_session_state'
  | 'link'
  | 'end_old_session'
