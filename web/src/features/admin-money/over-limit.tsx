import type { ReactNode } from 'react';
import { Notice } from '../../ui/feedback/notice.js';
import { naira } from '../../ui/format.js';
import type { Desk } from './money.api.js';

/** @param amount naira that would move */
export const overLimit = (amount: number, { alone_left: left }: Desk): ReactNode =>
  amount > left ? (
    <Notice tone="warn" announce={false}>
      More than the {naira(left)} you may still move alone today: another administrator has to approve it
      before anything moves.
    </Notice>
  ) : null;
