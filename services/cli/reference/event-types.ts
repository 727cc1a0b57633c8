import { join } from 'node:path';
import ts from 'typescript';

export interface Field {
  readonly name: string;
  readonly type: string;
  readonly optional: boolean;
  readonly meaning: string;
}

export interface EventType {
  readonly type: string;
  readonly meaning: string;
  readonly fields: readonly Field[];
}

export interface EventUnion {
  readonly name: string;
  readonly meaning: string;
  readonly events: readonly EventType[];
}

export interface Shape {
  readonly name: string;
  readonly meaning: string;
  readonly fields: readonly Field[];
  readonly alternatives: readonly string[];
}

const ALL_EVENTS = 'services/audit/ledger-events.ts';
const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  strict: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: true,
  noEmit: true,
  types: [],
};

export function readEvents(root: string): {
  readonly unions: readonly EventUnion[];
  readonly shapes: readonly Shape[];
} {
  const path = join(root, ALL_EVENTS);
  const program = ts.createProgram([path], OPTIONS);
  const checker = program.getTypeChecker();
  const describing = new Describing(checker);
  const all = aliasIn(program.getSourceFile(path), 'LedgerEvent');
  const unions = membersOf(all).map((member) => {
    const symbol = symbolAt(checker, member);
    const alias = symbol.declarations?.find(ts.isTypeAliasDeclaration);
    if (!alias) throw new Error(`${symbol.name} is no union of events`);
    return {
      name: symbol.name,
      meaning: docOf(checker, symbol),
      events: membersOf(alias).flatMap((one, index, others) =>
        describing.events(one, others[index - 1]?.end ?? alias.type.pos),
      ),
    };
  });
  return { unions, shapes: describing.shapes() };
}

function aliasIn(source: ts.SourceFile | undefined, name: string): ts.TypeAliasDeclaration {
  const alias = source?.statements.filter(ts.isTypeAliasDeclaration).find((one) => one.name.text === name);
  if (!alias) throw new Error(`${ALL_EVENTS} has no ${name}`);
  return alias;
}

const membersOf = ({ type }: ts.TypeAliasDeclaration): readonly ts.TypeNode[] =>
  ts.isUnionTypeNode(type) ? type.types : [type];

function symbolAt(checker: ts.TypeChecker, node: ts.TypeNode): ts.Symbol {
  const named = ts.isTypeReferenceNode(node) ? checker.getSymbolAtLocation(node.typeName) : undefined;
  if (!named) throw new Error(`${node.getText()} is no named type`);
  return named.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(named) : named;
}

const docOf = (checker: ts.TypeChecker, symbol: ts.Symbol): string =>
  ts.displayPartsToString(symbol.getDocumentationComment(checker)).replace(/\s+/g, ' ').trim();

const commentsIn = (text: string): string =>
  text
    .split('/**')
    .slice(1)
    .map((part) => (part.split('*/', 1)[0] ?? '').split('\n').map(withoutStar).join(' ').trim())
    .join(' ');

const withoutStar = (line: string): string => {
  const bare = line.trim();
  return bare.startsWith('*') ? bare.slice(1).trim() : bare;
};

class Describing {
  private readonly named = new Map<string, ts.Type>();

  constructor(private readonly checker: ts.TypeChecker) {}

  events(node: ts.TypeNode, after: number): EventType[] {
    const [types, data] = (ts.isTypeReferenceNode(node) && node.typeArguments) || [];
    if (!types || !data) throw new Error(`${node.getText()} is no NewEvent`);
    const { text } = node.getSourceFile();
    const own = commentsIn(text.slice(after, node.getStart()) + text.slice(types.end, data.getStart()));
    const meaning = own || this.docOfReference(data);
    const fields = this.fields(this.checker.getTypeFromTypeNode(data));
    return this.literalsOf(types).map((type) => ({ type, meaning, fields }));
  }

  shapes(): Shape[] {
    const shapes: Shape[] = [];
    for (const [name, type] of this.named)
      shapes.push({
        name,
        meaning: this.docOfType(type),
        fields: type.isUnion() ? [] : this.fields(type),
        alternatives: type.isUnion() ? type.types.map((one) => this.show(one)) : [],
      });
    return shapes.toSorted((one, other) => one.name.localeCompare(other.name));
  }

  private docOfType({ aliasSymbol, symbol }: ts.Type): string {
    const named = aliasSymbol ?? (symbol as ts.Symbol | undefined);
    return named ? docOf(this.checker, named) : '';
  }

  private docOfReference(node: ts.TypeNode): string {
    return ts.isTypeReferenceNode(node) ? docOf(this.checker, symbolAt(this.checker, node)) : '';
  }

  private literalsOf(node: ts.TypeNode): string[] {
    const type = this.checker.getTypeFromTypeNode(node);
    return (type.isUnion() ? type.types : [type]).flatMap((one) =>
      one.isStringLiteral() ? [one.value] : [],
    );
  }

  private fields(type: ts.Type): Field[] {
    return this.checker.getPropertiesOfType(type).map((symbol) => {
      const optional = (symbol.flags & ts.SymbolFlags.Optional) !== 0;
      const own = this.checker.getTypeOfSymbol(symbol);
      return {
        name: symbol.name,
        type: this.show(isNullable(own) ? own : this.checker.getNonNullableType(own), declaredName(symbol)),
        optional,
        meaning: docOf(this.checker, symbol),
      };
    });
  }

  private show(type: ts.Type, declared?: string): string {
    const element = this.checker.isArrayType(type)
      ? this.checker.getTypeArguments(type as ts.TypeReference)[0]
      : undefined;
    if (element) {
      const shown = this.show(element);
      return /[ |]/.test(shown) ? `(${shown})[]` : `${shown}[]`;
    }
    const name = this.nameOf(type, declared);
    if (name !== undefined) {
      this.named.set(name, type);
      return name;
    }
    if (type.isUnion()) return this.showUnion(type);
    const fields = isObject(type) ? this.fields(type) : [];
    if (fields.length > 0)
      return `{ ${fields.map((field) => `${field.name}${field.optional ? '?' : ''}: ${field.type}`).join('; ')} }`;
    if (type.isStringLiteral()) return `'${type.value}'`;
    return this.checker.typeToString(type, undefined, ts.TypeFormatFlags.NoTruncation);
  }

  /** Sorts the parts of a union, because the compiler may return them in any order. */
  private showUnion({ types }: ts.UnionType): string {
    const parts = new Set(types.map((one) => this.show(one)));
    parts.delete('undefined');
    if (parts.delete('true') && parts.delete('false')) parts.add('boolean');
    return [...parts].toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true })).join(' | ');
  }

  private nameOf(type: ts.Type, declared: string | undefined): string | undefined {
    if (type.isUnion() && type.types.length > WORDS_MAX) return declared ?? type.aliasSymbol?.name;
    if (!isObject(type)) return undefined;
    const symbol = type.aliasSymbol ?? type.symbol;
    const isOwn = symbol?.declarations?.some((one) => !/node_modules/.test(one.getSourceFile().fileName));
    return isOwn && !symbol.name.startsWith('__') ? symbol.name : undefined;
  }
}

const WORDS_MAX = 4;

const isNullable = (type: ts.Type): boolean =>
  type.isUnion() && type.types.some(({ flags }) => (flags & ts.TypeFlags.Null) !== 0);

const isObject = (type: ts.Type): boolean =>
  type.isUnion()
    ? type.types.every(isObject)
    : (type.flags & ts.TypeFlags.Object) !== 0 || type.isIntersection();

function declaredName({ valueDeclaration: field }: ts.Symbol): string | undefined {
  const node = field && ts.isPropertySignature(field) ? field.type : undefined;
  return node && ts.isTypeReferenceNode(node) && !node.typeArguments ? node.typeName.getText() : undefined;
}
