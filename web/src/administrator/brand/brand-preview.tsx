import { CONTRAST_MIN, readability } from '../../../../services/contracts/brand/contrast.js';
import classes from './brand.module.css';

interface BrandPreviewProps {
  readonly name: string;
  readonly colour: string;
  readonly darkColour: string;
}

const COLOUR = /^#[0-9a-f]{6}$/i;

export function BrandPreview({ name, colour, darkColour }: BrandPreviewProps) {
  return (
    <div className={classes.preview} role="group" aria-label="Preview">
      <Sample scheme="pale" colour={colour} name={name} />
      <Sample scheme="dark" colour={darkColour} name={name} />
    </div>
  );
}

interface SampleProps {
  readonly scheme: 'pale' | 'dark';
  readonly colour: string;
  readonly name: string;
}

function Sample({ scheme, colour, name }: SampleProps) {
  if (!COLOUR.test(colour)) return null;
  const contrast = readability(colour, scheme);
  return (
    <div className={classes.sample} data-scheme={scheme}>
      {scheme === 'pale' ? (
        <strong className={classes.filled} style={{ background: colour }}>
          {name}
        </strong>
      ) : null}
      <strong style={{ color: colour }}>{name}</strong>
      <small>
        Contrast {(Math.floor(contrast * 10) / 10).toFixed(1)}
        {contrast < CONTRAST_MIN ? `, at least ${CONTRAST_MIN} is needed` : ''}
      </small>
    </div>
  );
}
