import type { ReactNode } from 'react';
import { Notice } from '../../ui/feedback/notice.js';
import { naira } from '../../ui/format.js';
import type { Desk } from './money.api.js';

/** @param amount naira that would move */
export const overLimit = (amount: number, { approval_limit: limit }: Desk): ReactNode =>
  amount > limit ? (
    <Notice tone="warn" announce={false}>
      More than {naira(limit)}: another administrator has to approve it before anything moves.
    </Notice>
  ) : null;
