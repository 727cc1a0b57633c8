export const LOGO_BYTES_MAX = 2 * 1_024 * 1_024;
export const LOGO_BASE64_MAX = 2_796_204;
export const LOGO_PIXELS_MAX = 16_000_000;
export const LOGO_SIDE_MAX = 512;

/** Backgrounds on which a logo needs no plate. */
export type LogoGround = 'pale' | 'dark' | 'any';

export const PALE_PLATE = '#ffffff';
export const DARK_PLATE = '#10221f';

export interface LogoSize {
  readonly width: number;
  readonly height: number;
}

export interface PageLogo extends LogoSize {
  readonly src: string;
  readonly ground: LogoGround;
  readonly alone: boolean;
}

const DIGEST_LENGTH = 20;

export const logoPath = (digest: string): string => `/logo-${digest.slice(0, DIGEST_LENGTH)}.png`;

export const isLogoPath = (path: string): boolean => /^\/logo-[0-9a-f]{20}\.png$/.test(path);

export const isWide = ({ width, height }: LogoSize): boolean => width >= 2 * height;

export function fitted({ width, height }: LogoSize, box: LogoSize): LogoSize {
  const scale = Math.min(box.width / width, box.height / height);
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}
