import { Module } from '@nestjs/common';
import { HostController } from './host/host.controller';
import { MessagesController } from './messages/messages.controller';
import { PreviewsController } from './previews/previews.controller';
import { WavesController } from './waves/waves.controller';

/** Messages, waves and previews for people, and the protocol of the hosts that run their turns. */
@Module({ controllers: [MessagesController, WavesController, PreviewsController, HostController] })
export class WavesModule {}
