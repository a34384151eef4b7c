/**
 * The type of the program's accounts, for the places where a framework has one type for all requests. A program adds it
 * once: `declare module '@portico/program' { interface ProgramTypes { account: User } }`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: a program adds its own type here.
export interface ProgramTypes {}

/** The account in `ProgramTypes`. Without one, only its id is known. */
export type RegisteredAccount<Types = ProgramTypes> = Types extends {
  readonly account: infer Account extends { id: string }
}
  ? Account
  : { id: string }
