/**
 * Coming to have an account. A citizen registers with name, address and perhaps a phone number, by the JSON API or on
 * the hosted page; the mailed link proves the address and leads to the page where the first password is set. Until
 * then there is no account: the registration waits under its link for 24 hours, each link with its own payload.
 * Nothing that this room answers tells whether an address has an account. Setting another password later is the
 * affair of `recovery`.
 */
export { type EnrollmentService, enrollmentRoutes } from './routes.ts'
