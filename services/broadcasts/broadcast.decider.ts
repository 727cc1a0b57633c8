import { RuleBroken } from '../contracts/errors.js';
import type { BroadcastFact } from './broadcast.events.js';

/** `undefined` until `BroadcastCreated`. */
export type Broadcast =
  | {
      readonly broadcastId: string;
      readonly title: string;
      readonly message: string;
      readonly active: boolean;
    }
  | undefined;

export type BroadcastCommand =
  | {
      readonly type: 'Create';
      readonly broadcastId: string;
      readonly title: string;
      readonly message: string;
    }
  | { readonly type: 'Switch'; readonly active: boolean };

/**
 * Returns no events when nothing changes.
 * @throws RuleBroken BROADCAST_NOT_FOUND, CHANGE_CONFLICT when `broadcastId` already has another text
 */
export function decide(command: BroadcastCommand, broadcast: Broadcast): readonly BroadcastFact[] {
  if (command.type === 'Create') {
    const { broadcastId, title, message } = command;
    if (broadcast) {
      if (broadcast.title !== title || broadcast.message !== message) throw new RuleBroken('CHANGE_CONFLICT');
      return [];
    }
    return [
      { type: 'BroadcastCreated', data: { broadcastId, title, message } },
      { type: 'BroadcastActivated', data: { broadcastId } },
    ];
  }
  if (!broadcast) throw new RuleBroken('BROADCAST_NOT_FOUND');
  const { broadcastId, active } = broadcast;
  if (active === command.active) return [];
  return [{ type: command.active ? 'BroadcastActivated' : 'BroadcastDeactivated', data: { broadcastId } }];
}

export function evolve(broadcast: Broadcast, { type, data }: BroadcastFact): Broadcast {
  switch (type) {
    case 'BroadcastCreated':
      return { ...data, active: false };
    case 'BroadcastActivated':
    case 'BroadcastDeactivated':
      return broadcast && { ...broadcast, active: type === 'BroadcastActivated' };
  }
}
