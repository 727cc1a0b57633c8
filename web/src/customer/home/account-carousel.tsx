import { ActionIcon } from '@mantine/core';
import { useReducedMotion } from '@mantine/hooks';
import Autoplay from 'embla-carousel-autoplay';
import useEmblaCarousel from 'embla-carousel-react';
import { useEffect, useState, type FocusEvent } from 'react';
import { AccountCard, type FundingAccount } from '../../domain/funding-account.js';
import { t } from '../../languages/language.js';
import { ChevronLeftIcon, ChevronRightIcon, PauseIcon, PlayIcon } from '../../ui/icons.js';
import classes from './account-carousel.module.css';

const SHOWN_FOR_MS = 8_000;

const savesData = (): boolean =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

export default function AccountCarousel({ accounts }: { readonly accounts: readonly FundingAccount[] }) {
  const stillness = useReducedMotion(undefined, { getInitialValueInEffect: false }) || savesData();
  const [autoplay] = useState(() =>
    Autoplay({ delay: SHOWN_FOR_MS, stopOnInteraction: true, playOnInit: !stillness }),
  );
  const [viewport, embla] = useEmblaCarousel({ loop: accounts.length > 1, duration: 30, align: 'start' }, [
    autoplay,
  ]);
  const [playing, setPlaying] = useState(!stillness && accounts.length > 1);
  const [slide, setSlide] = useState(0);

  useEffect(() => {
    if (!embla) return;
    const select = (): void => setSlide(embla.selectedScrollSnap());
    const stopped = (): void => setPlaying(false);
    embla.on('select', select).on('autoplay:stop', stopped);
    return () => {
      embla.off('select', select).off('autoplay:stop', stopped);
    };
  }, [embla]);

  const toggle = (): void => {
    if (playing) autoplay.stop();
    else autoplay.play();
    setPlaying(!playing);
  };
  const turn = (direction: 'scrollPrev' | 'scrollNext'): void => {
    autoplay.stop();
    embla?.[direction]();
  };
  // Otherwise `autoplay` would move the focused button out of view.
  const focused = (event: FocusEvent): void => {
    if (event.target.closest('[data-slide]')) autoplay.stop();
  };
  return (
    <div
      role="group"
      aria-roledescription={t('carousel')}
      aria-label={t('Funding accounts')}
      onFocus={focused}
    >
      <div ref={viewport} className={classes.viewport}>
        <div className={classes.track}>
          {accounts.map((account, index) => (
            <div key={account.number} className={classes.slide} data-slide inert={index !== slide}>
              <AccountCard account={account} />
            </div>
          ))}
        </div>
      </div>
      {accounts.length > 1 ? (
        <div className={classes.controls}>
          <ActionIcon
            variant="default"
            size={36}
            aria-label={playing ? t('Pause the carousel') : t('Play the carousel')}
            onClick={toggle}
          >
            {playing ? <PauseIcon /> : <PlayIcon />}
          </ActionIcon>
          <span aria-live={playing ? 'off' : 'polite'}>
            {t('{slide} of {length}', { slide: slide + 1, length: accounts.length })}
          </span>
          <ActionIcon
            variant="default"
            size={36}
            aria-label={t('Previous account')}
            onClick={() => turn('scrollPrev')}
          >
            <ChevronLeftIcon />
          </ActionIcon>
          <ActionIcon
            variant="default"
            size={36}
            aria-label={t('Next account')}
            onClick={() => turn('scrollNext')}
          >
            <ChevronRightIcon />
          </ActionIcon>
        </div>
      ) : null}
    </div>
  );
}
