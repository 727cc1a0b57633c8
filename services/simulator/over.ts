/** The same collaborator, but for what is given another way. Methods keep working on the original. */
export function over<Of extends object>(original: Of, other: Partial<Of>): Of {
  return new Proxy(original, {
    get(target, name) {
      if (Object.hasOwn(other, name)) return other[name as keyof Of];
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}
