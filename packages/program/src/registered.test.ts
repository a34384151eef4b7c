import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const FILE = `${ROOT}packages/program/src/of-a-program.ts`

const PROGRAM = `
import type { ProgramSso } from '@portico/program'
import { citizenOf, requireCitizen } from '@portico/program/express'
import { citizenOf as fastifyCitizenOf } from '@portico/program/fastify'
import express from 'express'
import type { FastifyRequest } from 'fastify'
interface User { id: string; role: 'clerk' | 'resident' }
declare module '@portico/program' { interface ProgramTypes { account: User } }
declare const sso: ProgramSso<User>
declare const request: FastifyRequest
express().get('/', requireCitizen(sso), (req, res) => {
  const roles: (User['role'] | undefined)[] = [
    citizenOf(req).account.role, req.citizen?.account.role, request.citizen?.account.role, fastifyCitizenOf(request).account.role,
  ]
  res.json(roles)
  // @ts-expect-error -- the account is the program's own, not "any"
  void citizenOf(req).account.nickname
})
`

// A test with a compiler of its own: the declaration would count for every file of this repository.
test('a program that declares its account has it on every request of Express and Fastify', () => {
  const { config } = ts.readConfigFile(`${ROOT}tsconfig.base.json`, ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent({ ...config, files: [FILE] }, ts.sys, ROOT)
  const host = ts.createCompilerHost(options)
  const { getSourceFile, fileExists } = host
  host.fileExists = (name) => name === FILE || fileExists(name)
  host.getSourceFile = (name, languageVersion) =>
    name === FILE
      ? ts.createSourceFile(name, PROGRAM, languageVersion, true)
      : getSourceFile(name, languageVersion)
  const faults = ts.getPreEmitDiagnostics(ts.createProgram([FILE], options, host))
  expect(faults.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))).toEqual([])
})
