import { createHash } from 'node:crypto';
import { Body, Controller, Inject, Get, Header, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Brands } from '../../brand/brands.js';
import { LegalPages } from '../../brand/legal/legal-pages.js';
import { Logos } from '../../brand/logo/logos.js';
import { logoPath } from '../../contracts/brand/logo.js';
import { fieldsOf, whatsappLink } from '../../brand/brand-fields.js';
import type { Brand } from '../../contracts/brand/brand.js';
import { BRAND_PATH, type BrandAnswer } from '../../contracts/brand/brand.contract.js';
import type { CallAnswer, CallInput } from '../../contracts/calls.js';
import { RuleBroken } from '../../contracts/errors.js';
import { Serves, Rules } from '../guards/route-rules.js';
import { CONFIG } from '../../../infra/config/settings.js';
import type { Config } from '../../runtime/config.js';
import { openApiDocument } from '../openapi/openapi-document.js';
import { publishedPages } from '../shown/legal-rows.js';

@Controller()
export class SiteController {
  private answer:
    { readonly of: Brand; readonly logo: string; readonly body: string; readonly etag: string } | undefined;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly brands: Brands,
    private readonly legalPages: LegalPages,
    private readonly logos: Logos,
  ) {}

  @Serves('siteLinks')
  async links(): Promise<CallAnswer<'siteLinks'>> {
    const { community_chat, whatsapp, api_documentation } = this.linksOf(await this.brands.current());
    return { status: true, community_chat, whatsapp, api_documentation };
  }

  @Serves('legalPages')
  async pages(): Promise<CallAnswer<'legalPages'>> {
    const pages = publishedPages(await this.legalPages.current());
    return { status: true, pages: pages.map(({ text: _, ...page }) => page) };
  }

  @Serves('legalPage')
  async page(@Body() { legal_page: wanted }: CallInput<'legalPage'>): Promise<CallAnswer<'legalPage'>> {
    const found = publishedPages(await this.legalPages.current()).find(({ page }) => page === wanted);
    if (!found) throw new RuleBroken('NOT_FOUND');
    return { status: true, ...found };
  }

  @Get(BRAND_PATH)
  @Header('content-type', 'application/json; charset=utf-8')
  @Header('cache-control', 'no-cache')
  @Rules({ access: 'public', kind: 'reads' })
  async brand(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string | undefined> {
    const [brand, logo] = await Promise.all([this.brands.current(), this.logos.current()]);
    const { body, etag } = this.answerOf(brand, logo ? logoPath(logo.digest) : '');
    void reply.header('etag', etag);
    if (request.headers['if-none-match'] !== etag) return body;
    void reply.code(304);
    return undefined;
  }

  private answerOf(brand: Brand, logo: string): NonNullable<typeof this.answer> {
    if (this.answer?.of === brand && this.answer.logo === logo) return this.answer;
    const { sender: _, ...fields } = fieldsOf(brand);
    const shown = { status: true, ...fields, ...this.linksOf(brand), logo } as const satisfies BrandAnswer;
    const body = JSON.stringify(shown);
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
    return (this.answer = { of: brand, logo, body, etag });
  }

  /** The settings supply a link that the brand lacks. */
  private linksOf({ contacts }: Brand) {
    const { COMMUNITY_CHAT_URL = '', WHATSAPP_URL = '', API_DOCUMENTATION_URL = '' } = this.config;
    return {
      community_chat: contacts.communityChat || COMMUNITY_CHAT_URL,
      whatsapp: whatsappLink(contacts.whatsapp) || WHATSAPP_URL,
      api_documentation: contacts.apiDocumentation || API_DOCUMENTATION_URL,
    };
  }
}

@Controller()
export class OpenApiController {
  private document: { readonly name: string; readonly text: string } | undefined;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly brands: Brands,
  ) {}

  /** The OpenAPI document is built at the first request for it, so that the server starts fast. */
  @Get('/openapi.json')
  @Header('content-type', 'application/json; charset=utf-8')
  @Header('cache-control', 'public, max-age=300')
  @Rules({ access: 'public', kind: 'reads' })
  async openApi(): Promise<string> {
    const { name } = await this.brands.current();
    if (this.document?.name !== name) {
      const { PUBLIC_URL = '/' } = this.config;
      this.document = { name, text: JSON.stringify(openApiDocument(PUBLIC_URL, name)) };
    }
    return this.document.text;
  }
}
