import { memoryStore, storeConformance } from '@portico/program/testing'
import { test } from 'vitest'

const myOwnStore = memoryStore // put your store here: each call must return an empty, migrated store

test.each(storeConformance(async () => myOwnStore()))('my store: $name', ({ run }) => run())
