import { randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { billOfMaterials } from './supply-chain/bill-of-materials.ts'
import { readLockfile } from './supply-chain/lockfile.ts'

/** `npm run sbom`: writes dist/sbom.cdx.json, a part of a release. */
const lockfile = readLockfile()
const bill = billOfMaterials(lockfile, {
  version: lockfile['']?.version ?? '0.0.0',
  madeAt: new Date().toISOString(),
  serialNumber: randomUUID(),
})
const folder = fileURLToPath(new URL('../dist/', import.meta.url))
mkdirSync(folder, { recursive: true })
writeFileSync(`${folder}sbom.cdx.json`, `${JSON.stringify(bill, null, 2)}\n`)
process.stderr.write(`portico: dist/sbom.cdx.json names ${bill.components.length} components\n`)
