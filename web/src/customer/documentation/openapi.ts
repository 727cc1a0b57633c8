export interface OpenApi {
  readonly tags: readonly { readonly name: string; readonly description?: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: { readonly Refusal: { readonly properties: { readonly code: Codes } } };
  };
}

interface Codes {
  readonly enum: readonly string[];
  /** Descriptions of the values in `enum`, in the same order. */
  readonly 'x-enum-descriptions': readonly string[];
}

export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters: readonly { readonly name: string; readonly example?: string }[];
  readonly requestBody?: { readonly content: JsonContent };
  readonly responses: Readonly<Record<string, { readonly content?: JsonContent }>>;
}

interface JsonContent {
  readonly 'application/json'?: {
    readonly schema: {
      readonly properties?: Readonly<Record<string, { readonly description?: string }>>;
      readonly required?: readonly string[];
    };
    readonly example?: unknown;
  };
}

export interface DocumentedCall {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

export interface Chapter {
  readonly title: string;
  readonly about: string | undefined;
  readonly calls: readonly DocumentedCall[];
}

export const anchorOf = (title: string): string => title.toLowerCase().replaceAll(/[^a-z]+/g, '-');

/**
 * Sections of the documentation with their calls for API tokens. Sections without such calls are left out.
 */
export function chaptersForServers({ tags, paths }: OpenApi): readonly Chapter[] {
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation,
    })),
  );
  return tags
    .map(({ name, description }) => ({
      title: name,
      about: description,
      calls: calls.filter(
        ({ operation }) =>
          operation.tags.includes(name) && operation.security.some((way) => 'apiToken' in way),
      ),
    }))
    .filter((chapter) => chapter.calls.length > 0);
}
