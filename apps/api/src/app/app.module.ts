import { type DynamicModule, Global, Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, DiscoveryModule } from '@nestjs/core';
import { ThrottlerModule } from '@nestjs/throttler';
import { SessionController } from '../auth/session.controller';
import { CatalogueController } from '../catalogue/catalogue.controller';
import { ConversationsController } from '../conversations/conversations.controller';
import { EventsController } from '../events/events.controller';
import { EndpointGuard } from '../http/endpoint.guard';
import { IdentityGuard } from '../http/identity.guard';
import { LimitGuard } from '../http/limit.guard';
import { LimitCounts } from '../http/limit-counts';
import { throttlers } from '../http/limits';
import { OpenApiController } from '../http/openapi.controller';
import { ProblemFilter } from '../http/problem.filter';
import { ResponseInterceptor } from '../http/response.interceptor';
import { OpsController } from '../ops/ops.controller';
import { PeopleController } from '../people/people.controller';
import { WavesModule } from '../waves.module';
import { Services } from './services';

@Global()
@Module({})
class ServicesModule {
  static of(services: Services): DynamicModule {
    return { module: ServicesModule, providers: [{ provide: Services, useValue: services }], exports: [Services] };
  }
}

@Module({})
export class AppModule {
  static of(services: Services): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ServicesModule.of(services),
        DiscoveryModule,
        ThrottlerModule.forRoot({ throttlers: throttlers(services.limits), storage: new LimitCounts(), setHeaders: false }),
        WavesModule,
      ],
      controllers: [
        OpsController,
        SessionController,
        PeopleController,
        ConversationsController,
        CatalogueController,
        EventsController,
        OpenApiController,
      ],
      providers: [
        // In this order: who is it, is it too often, may it and is it valid.
        { provide: APP_GUARD, useClass: IdentityGuard },
        { provide: APP_GUARD, useClass: LimitGuard },
        { provide: APP_GUARD, useClass: EndpointGuard },
        { provide: APP_INTERCEPTOR, useClass: ResponseInterceptor },
        { provide: APP_FILTER, useClass: ProblemFilter },
      ],
    };
  }
}
