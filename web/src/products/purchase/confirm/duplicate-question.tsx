import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import type { Failure } from '../../../api/failure.js';
import { buyer } from '../../../domain/buyer.js';
import { t } from '../../../languages/language.js';
import { Notice } from '../../../ui/feedback/notice.js';

interface DuplicateQuestionProps {
  readonly refusal: Failure;
  readonly onLeave: () => void;
}

/**
 * Asks before paying for a POSSIBLE_DUPLICATE. Focuses the text of the question, so that a second Enter
 * presses no button.
 */
export function DuplicateQuestion({ refusal, onLeave }: DuplicateQuestionProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), [refusal]);
  const first = refusal.earlier_reference;
  return (
    <div ref={box} tabIndex={-1}>
      <Notice
        tone="warn"
        title={t('You may be paying twice')}
        action={
          first ? (
            <Link to={buyer().receipt(first)} replace onClick={onLeave}>
              {t('See the first receipt')}
            </Link>
          ) : null
        }
      >
        {refusal.message}{' '}
        {buyer().house
          ? t('Confirm only if you want the same once more.')
          : t('Enter your PIN only if you want the same once more.')}
      </Notice>
    </div>
  );
}
