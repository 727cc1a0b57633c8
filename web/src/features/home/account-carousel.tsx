import './carousel-styles.js';
import { Carousel } from '@mantine/carousel';
import { ActionIcon } from '@mantine/core';
import { useReducedMotion } from '@mantine/hooks';
import Autoplay from 'embla-carousel-autoplay';
import { useRef, useState } from 'react';
import { AccountCard } from '../../ui/account-card.js';
import type { FundingAccount } from '../../ui/funding-accounts.js';
import { ChevronLeftIcon, ChevronRightIcon, PauseIcon, PlayIcon } from '../../ui/icons.js';
import classes from './account-carousel.module.css';

const SHOWN_FOR_MS = 8_000;

const savesData = (): boolean =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** The funding accounts, one after another; moving stops for good when somebody says so or uses the carousel. */
export function AccountCarousel({ accounts }: { readonly accounts: readonly FundingAccount[] }) {
  const stillness = useReducedMotion() || savesData();
  const autoplay = useRef(Autoplay({ delay: SHOWN_FOR_MS, stopOnInteraction: true, playOnInit: !stillness }));
  const [embla, setEmbla] = useState<{ scrollPrev: () => void; scrollNext: () => void } | null>(null);
  const [playing, setPlaying] = useState(!stillness);
  const [slide, setSlide] = useState(0);
  if (accounts.length === 1) return <AccountCard account={accounts[0]!} />;

  const stop = (): void => {
    autoplay.current.stop();
    setPlaying(false);
  };
  const toggle = (): void => {
    if (playing) return stop();
    autoplay.current.play();
    setPlaying(true);
  };
  return (
    <div role="group" aria-roledescription="carousel" aria-label="Funding accounts" onFocus={(event) => event.target !== event.currentTarget && playing && !event.target.closest('[data-controls]') && stop()}>
      <Carousel
        withIndicators={false} withControls={false} getEmblaApi={setEmbla} onSlideChange={setSlide}
        plugins={[autoplay.current]} emblaOptions={{ loop: true, duration: 30 }} slideGap="md" onPointerDown={stop}
      >
        {accounts.map((account, index) => (
          <Carousel.Slide key={account.number} aria-hidden={index !== slide} inert={index !== slide}>
            <AccountCard account={account} />
          </Carousel.Slide>
        ))}
      </Carousel>
      <div className={classes.controls} data-controls>
        <ActionIcon variant="default" size={36} aria-label={playing ? 'Pause the carousel' : 'Play the carousel'} onClick={toggle}>
          {playing ? <PauseIcon /> : <PlayIcon />}
        </ActionIcon>
        <span aria-live={playing ? 'off' : 'polite'}>
          {slide + 1} of {accounts.length}
        </span>
        <ActionIcon variant="default" size={36} aria-label="Previous account" onClick={() => { stop(); embla?.scrollPrev(); }}>
          <ChevronLeftIcon />
        </ActionIcon>
        <ActionIcon variant="default" size={36} aria-label="Next account" onClick={() => { stop(); embla?.scrollNext(); }}>
          <ChevronRightIcon />
        </ActionIcon>
      </div>
    </div>
  );
}
