import 'reflect-metadata'
import { Controller, Get, Module, UseGuards } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { Citizen, CitizenGuard, type CitizenOnRequest, SsoModule } from '@portico/program/nest'
import type { StarterCitizen } from '@portico/program/postgres'
import { sso } from './sso.ts'

@Controller('api')
class Me {
  @Get('me')
  @UseGuards(CitizenGuard)
  me(@Citizen() citizen: CitizenOnRequest<StarterCitizen>) {
    return { hello: citizen.account.name }
  }
}

@Module({ imports: [SsoModule.forRoot(sso)], controllers: [Me] })
class Program {}

const app = await NestFactory.create(Program)
await app.listen(Number(process.env['PORT'] ?? 3000))
