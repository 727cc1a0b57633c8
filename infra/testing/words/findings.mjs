// Finds comments, test titles and documents that break one of `RULES`.
import ts from 'typescript';

export const RULES = {
  lead: 'start with a noun or a verb',
  dialect: 'use ordinary words (anyone, someone, again, the process that …)',
  long: 'split the sentence: 35 words at most',
};

const WORDS_IN_SENTENCE_MAX = 35;
/** Shorter comments are labels. */
const WORDS_IN_COMMENT_MIN = 5;

const LEADS =
  /^(?:What|Whatever|Who|Whoever|Whose|Where|How|That|One|Its?|Those|These|They|Whether|Nobody|Somebody|None|Nothing|Whichever)(?![\w'’-])/i;
/** Titles continue the title around them, so more words may start them. */
const TITLE_LEADS = /^(?:What|Who|Whoever|One|Those)(?![\w'’-])/i;
const DIALECT =
  /(?<![\w-])(?:whoever|whomever|whatever|nobody|somebody|anew|therein|of whom|(?:of|for) who|of (?:two|those|these|all|what) (?:who|that))(?![\w-])/i;

/** Tool comments and licences. */
const FOR_TOOLS =
  /^(?:oxlint|@ts-|@vite|prettier-|istanbul|v8 ignore|c8 |jest-|#|[@#]__|SPDX|copyright|licen[cs]e|@licen[cs]e|<reference)/i;
const TITLED = new Set(['describe', 'it', 'test']);

/** Findings `{ line, rule, text }` of a file, by line. The ending of `path` tells code from Markdown. */
export function findingsIn(path, text) {
  const found = path.endsWith('.md') ? inDocument(text) : inCode(path, text);
  return found.sort((one, other) => one.line - other.line);
}

function inCode(path, text) {
  const { comments, titles, lineAt } = readCode(path, text);
  const found = [];
  for (const { at, words } of comments) {
    const long = words.split(/\s+/).length >= WORDS_IN_COMMENT_MIN;
    found.push(...judged(lineAt(at), words, long ? LEADS : undefined));
  }
  for (const { at, words } of titles) found.push(...judged(lineAt(at), words, TITLE_LEADS));
  return found;
}

function judged(line, text, leads) {
  const found = [];
  if (leads?.test(text)) found.push({ line, rule: 'lead', text });
  if (DIALECT.test(unquoted(text))) found.push({ line, rule: 'dialect', text });
  return found;
}

/** Replaces each quotation of code or product text with a word. */
const unquoted = (text) =>
  text.replace(/`[^`]*`/g, 'x').replace(/"[^"\n]*"|“[^”]*”|(?<!\w)'[^'\n]*'(?!\w)|‘[^’]*’(?!\w)/g, 'x');

/** Comments and test titles; `joined` makes consecutive lines one comment. */
function readCode(path, text) {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, false);
  const literals = [];
  const titles = [];
  const visit = (node) => {
    if (isLiteral(node)) literals.push([node.getStart(source), node.end]);
    else if (ts.isJsxText(node)) literals.push([node.pos, node.end]);
    else if (ts.isCallExpression(node) && TITLED.has(rootOf(node.expression))) {
      const [title] = node.arguments;
      if (title && (ts.isStringLiteralLike(title) || ts.isTemplateExpression(title)))
        titles.push({ at: title.getStart(source), words: titleOf(title) });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  literals.sort(([one], [other]) => one - other);
  const lineAt = (at) => source.getLineAndCharacterOfPosition(at).line + 1;
  return { comments: joined(commentsIn(text, literals), text), titles, lineAt };
}

const isLiteral = ({ kind }) =>
  kind === ts.SyntaxKind.StringLiteral ||
  kind === ts.SyntaxKind.RegularExpressionLiteral ||
  (kind >= ts.SyntaxKind.FirstTemplateToken && kind <= ts.SyntaxKind.LastTemplateToken);

/** Name that a call such as `it.each(table)(title)` starts with. */
function rootOf(callee) {
  if (ts.isIdentifier(callee)) return callee.text;
  if (ts.isPropertyAccessExpression(callee) || ts.isCallExpression(callee)) return rootOf(callee.expression);
  return ts.isTaggedTemplateExpression(callee) ? rootOf(callee.tag) : undefined;
}

const titleOf = (title) =>
  ts.isTemplateExpression(title)
    ? [title.head.text, ...title.templateSpans.map(({ literal }) => literal.text)].join('…')
    : title.text;

/** Ranges of comments outside of `literals`. */
function commentsIn(text, literals) {
  const comments = [];
  const opening = /\/[/*]/g;
  let next = 0;
  for (let match = opening.exec(text); match; match = opening.exec(text)) {
    const at = match.index;
    while (next < literals.length && literals[next][1] <= at) next += 1;
    if (next < literals.length && literals[next][0] <= at) {
      opening.lastIndex = literals[next][1];
      continue;
    }
    const isLine = text[at + 1] === '/';
    const close = isLine ? text.indexOf('\n', at) : text.indexOf('*/', at + 2);
    const end = close < 0 ? text.length : isLine ? close : close + 2;
    comments.push({ at, end, isLine });
    opening.lastIndex = end;
  }
  return comments;
}

/** Texts of comments; `//` lines with only space between them are one comment. */
function joined(comments, text) {
  const runs = [];
  let before;
  for (const { at, end, isLine } of comments) {
    const own = /^[ \t]*$/.test(text.slice(text.lastIndexOf('\n', at - 1) + 1, at));
    const goesOn =
      isLine && own && before?.isLine && before.own && !/\n\s*\n|\S/.test(text.slice(before.end, at));
    const raw = text.slice(at, end);
    const words = isLine
      ? raw.replace(/^\/\/[/!]?\s?/, '').trim()
      : raw
          .slice(2, -2)
          .replace(/^[*!]+/, '')
          .replace(/\n\s*\* ?/g, '\n')
          .replace(/\s+/g, ' ')
          .trim();
    if (goesOn) runs.at(-1).words += ` ${words}`;
    else runs.push({ at, words });
    before = { end, isLine, own };
  }
  return runs.filter(({ words }) => !FOR_TOOLS.test(words));
}

/** Long sentences and dialect words of a document. Code, tables, headings and quotations are exempt. */
function inDocument(text) {
  const found = [];
  for (const { line, lines } of paragraphsOf(text)) {
    const lineOf = (prose, at) => line + prose.slice(0, at).split('\n').length - 1;
    const prose = unquoted(
      lines
        .join('\n')
        .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
        .replace(/<\/?[a-z][^>]*>/gi, '')
        .replace(/\*\*|__/g, ''),
    );
    let at = 0;
    for (const sentence of prose.split(/(?<=[.!?][)"”’]?)\s+(?=[("“‘]?[A-Z0-9x])/)) {
      at = prose.indexOf(sentence, at);
      const words = sentence.split(/\s+/).filter((word) => /\w/.test(word));
      const said = { line: lineOf(prose, at), text: sentence.replace(/\s+/g, ' ').trim() };
      if (words.length > WORDS_IN_SENTENCE_MAX) found.push({ ...said, rule: 'long' });
      if (DIALECT.test(sentence.replace(/\s+/g, ' '))) found.push({ ...said, rule: 'dialect' });
      at += sentence.length;
    }
  }
  return found;
}

/** Paragraphs and list items with their first line. */
function paragraphsOf(text) {
  const paragraphs = [];
  let open;
  let fence;
  let inHtmlComment = false;
  for (const [index, whole] of text.split('\n').entries()) {
    const mark = /^\s*(```|~~~)/.exec(whole)?.[1];
    if (fence) {
      if (mark === fence) fence = undefined;
      continue;
    }
    if (inHtmlComment || /^\s*<!--/.test(whole)) {
      inHtmlComment = !whole.includes('-->');
      open = undefined;
      continue;
    }
    if (mark) fence = mark;
    if (mark || /^\s*(#|\||$|>|-{3,}$)/.test(whole)) {
      open = undefined;
      continue;
    }
    const item = /^\s*(?:[-*+]|\d+\.)\s+/.exec(whole);
    if (item || !open) paragraphs.push((open = { line: index + 1, lines: [] }));
    open.lines.push(item ? whole.slice(item[0].length) : whole);
  }
  return paragraphs;
}
