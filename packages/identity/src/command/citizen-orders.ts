import { recordRead } from '../audit-log/index.ts'
import type { CitizenList, CitizenOrder, ListedValue, OrderWithOptions } from '../moments/index.ts'
import { type OrderNeeds, ROOMS } from '../rooms.ts'
import { changing, letterNeeds, REASON, REFUSALS, requireCitizen, WHO } from './citizen.ts'
import { type Command, CommandRefused, text } from './command.ts'
import { isoTime, plainTime, table } from './present.ts'

/** The commands about a citizen that rooms list. */
export const COMMANDS_OF_ROOMS: readonly Command[] = ROOMS.flatMap(({ lists = [], orders = [] }) => [
  ...lists.map(listing),
  ...orders.map((order) => ('options' in order ? orderingWithOptions(order) : ordering(order))),
])

function ordering({ useCase, ...order }: CitizenOrder): Command {
  return changing({
    ...order,
    useCase: async (database, request, call) => useCase(await letterNeeds(database, call), request),
  })
}

function orderingWithOptions({ verb, summary, options, useCase }: OrderWithOptions<OrderNeeds>): Command {
  const own = Object.entries(options).map(
    ([name, { value, meaning }]) => [name, text(value, meaning, 'required')] as const,
  )
  return {
    words: `citizen ${verb}`,
    summary,
    operands: [WHO],
    options: { ...Object.fromEntries(own), reason: REASON },
    async run({ given, config, openDatabase }) {
      const database = await openDatabase()
      const citizen = await requireCitizen(database, given.operand(WHO))
      const needs = await letterNeeds(database, { config })
      const option = (name: string) => given.text(name) ?? ''
      const done = await useCase(needs, citizen, { reason: option('reason'), option })
      if (!done.ok) {
        const { refusal } = done
        throw new CommandRefused(typeof refusal === 'string' ? REFUSALS[refusal] : refusal.says)
      }
      const { json, said } = done.value
      const { subject } = citizen
      return { json: { subject, ...json }, lines: [`Citizen ${subject} ${said}.`] }
    },
  }
}

function listing({ noun, summary, none, columns, rows }: CitizenList): Command {
  const words = `citizen ${noun}`
  return {
    words,
    summary,
    operands: [WHO],
    options: {},
    async run({ given, openDatabase }) {
      const database = await openDatabase()
      const { citizenId, subject } = await requireCitizen(database, given.operand(WHO))
      await recordRead(database, { command: words, citizenId })
      const found = await rows(database.db, citizenId)
      const json = found.map((row) =>
        Object.fromEntries(Object.entries(row).map(([name, value]) => [name, forPrograms(value)])),
      )
      const cells = found.map((row) => Object.keys(columns).map((name) => forPeople(row[name])))
      const lines =
        found.length === 0 ? [`Citizen ${subject} ${none}.`] : table(Object.values(columns), cells)
      return { json, lines }
    },
  }
}

function forPrograms(value: ListedValue) {
  return typeof value === 'object' ? isoTime(value.at) : value
}

function forPeople(value: ListedValue | undefined): string {
  if (typeof value === 'object') return plainTime(value.at)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return value ?? ''
}
