import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { EventContext } from '../../../infra/event-store/event-context.js';
import { EVENT_STORE, type EventStore } from '../../../infra/event-store/event-store.js';
import { changeLogo } from './logos.js';
import { readLogo } from './read-logo.js';

export class SetLogo extends Command<void> {
  constructor(
    readonly file: Uint8Array | undefined,
    readonly seen: number,
    readonly context: EventContext,
  ) {
    super();
  }
}

@CommandHandler(SetLogo)
export class SetLogoHandler implements ICommandHandler<SetLogo> {
  constructor(@Inject(EVENT_STORE) private readonly eventStore: EventStore) {}

  async execute({ file, seen, context }: SetLogo): Promise<void> {
    const command = file
      ? ({ type: 'SetLogo', drawn: await readLogo(file), seen } as const)
      : ({ type: 'RemoveLogo', seen } as const);
    await changeLogo(this.eventStore, command, context);
  }
}
