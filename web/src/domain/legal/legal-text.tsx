import type { ReactNode } from 'react';
import {
  type Block,
  LegalFault,
  readLegalText,
  type Span,
} from '../../../../services/contracts/brand/legal-text.js';
import classes from './legal-text.module.css';

/** A text that cannot be read as Markdown is shown as it was typed. */
export function LegalText({ text }: { readonly text: string }) {
  const blocks = blocksOf(text);
  return (
    <div className={classes.text}>
      {blocks ? blocks.map((block, index) => <BlockOf key={index} block={block} />) : <pre>{text}</pre>}
    </div>
  );
}

function blocksOf(text: string): readonly Block[] | undefined {
  try {
    return readLegalText(text);
  } catch (error) {
    if (error instanceof LegalFault) return undefined;
    throw error;
  }
}

function BlockOf({ block }: { readonly block: Block }) {
  if (block.kind === 'paragraph') return <p>{shown(block.spans)}</p>;
  if (block.kind === 'heading') {
    // The title of the page is the only `h1`.
    const Heading = block.level === 1 ? 'h2' : block.level === 2 ? 'h3' : 'h4';
    return <Heading>{shown(block.spans)}</Heading>;
  }
  const items = block.items.map((spans, index) => <li key={index}>{shown(spans)}</li>);
  return block.start === undefined ? <ul>{items}</ul> : <ol start={block.start}>{items}</ol>;
}

const shown = (spans: readonly Span[]): ReactNode =>
  spans.map((span, index) => {
    if (typeof span === 'string') return span;
    if ('href' in span)
      return (
        <a key={index} href={span.href} rel="noopener noreferrer nofollow">
          {span.label}
        </a>
      );
    const Mark = span.mark;
    return <Mark key={index}>{shown(span.spans)}</Mark>;
  });
