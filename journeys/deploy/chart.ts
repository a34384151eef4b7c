import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findTool, ROOT, runTool } from './tools.ts'

/** The folder of the Helm chart. */
export const CHART = join(ROOT, 'deploy/helm/portico')

/** Values with which the chart makes everything of the service. */
export const VALUES = {
  baseUrl: 'https://id.example.org',
  mailFrom: 'Portico <no-reply@example.org>',
  trustedProxies: ['10.0.0.0/8'],
  secrets: { existingSecret: 'portico', redis: true },
  settings: { UV_THREADPOOL_SIZE: 5 },
  ingress: { enabled: true, host: 'id.example.org', tlsSecret: 'portico-tls', className: 'nginx' },
}

/** Helm, where this machine has it. */
export const helm = findTool('helm')

/** The name of a test that is skipped without Helm. */
export const needsHelm = (name: string) => (helm ? name : `${name} (helm is missing)`)

/** A version that the chart allows. A helm that was built by hand assumes an ancient one. */
export const KUBERNETES = '1.34.0'

/** What the chart makes of VALUES with these changes. YAML has JSON in it, so values are written as JSON. */
export async function template(changes: object = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'portico-chart-'))
  try {
    const values = join(folder, 'values.json')
    await writeFile(values, JSON.stringify({ ...VALUES, ...changes }))
    return await runTool(helm ?? '', ['template', 'p', CHART, '--kube-version', KUBERNETES, '-f', values])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
