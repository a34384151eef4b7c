/** Type tests of `@portico/program/memory`: what must compile, and what must not. */
import type { SsoStore } from '@portico/program'
import { type EmbeddedTx, embeddedStore } from '@portico/program/memory'
import type { PgClientLike } from '@portico/program/postgres'
import { expectTypeOf } from 'vitest'

expectTypeOf(embeddedStore()).toEqualTypeOf<SsoStore<EmbeddedTx>>()
embeddedStore({ clock: { now: () => new Date(0) }, file: 'store.json' })
// @ts-expect-error A clock returns a Date.
embeddedStore({ clock: { now: () => 0 } })

// Accounts that write to PostgreSQL cannot be paired with the embedded store.
expectTypeOf<EmbeddedTx>().not.toExtend<PgClientLike>()
expectTypeOf<PgClientLike>().not.toExtend<EmbeddedTx>()
